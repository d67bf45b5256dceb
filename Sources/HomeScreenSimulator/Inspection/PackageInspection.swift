public import AppPackages
public import PropertyLists

/// A comparison of an app's icons and actions on the Home Screen of iPhone and iPad.
///
/// Nothing is installed or run; each result is what a device does.
public struct PackageInspection: Sendable {
  /// The results of one device.
  public struct Column: Sendable {
    /// The model of the device.
    public let model: DeviceModel
    /// The text below the icon (ICON-167).
    public let label: String
    /// The icon before the app changes it.
    public let primary: InspectedIcon
    /// The alternates in the order of the Info.plist; those that only other devices declare come last, as undeclared ones.
    public let alternates: [InspectedIcon]
    /// The quick actions that the device registers, in the order of the Info.plist.
    public let actions: [InspectedAction]
    /// The life cycle: with scenes if the Info.plist has a scene manifest and the version has scenes; nil if a property
    /// list does not show it, because a SwiftUI app needs no manifest and looks like one with only an app delegate.
    public let lifeCycle: LifeCycle?
  }

  /// The source of the scene manifest.
  public enum SceneManifest: String, Sendable {
    case none
    case infoPlist
    /// Generated with `INFOPLIST_KEY_UIApplicationSceneManifest_Generation`.
    case generated
  }

  /// The inspected package.
  public let package: AppPackage
  /// The version of all devices.
  public let os: OSVersion
  /// The results of each device, in the order of the models.
  public let columns: [Column]
  /// The source of the scene manifest; ``SceneManifest/none`` if no device finds one.
  public let sceneManifest: SceneManifest

  /// Inspects an app on new devices.
  ///
  /// - Parameters:
  ///   - models: the devices, usually an iPhone and an iPad.
  ///   - locale: the language of the devices.
  public init(
    _ package: AppPackage, models: [DeviceModel] = [.iPhone, .iPad], os: OSVersion = .newest, locale: String = "en"
  ) {
    (self.package, self.os) = (package, os)
    let prepared = PreparedPackage(package)
    let declarations = models.map { prepared.icons(on: $0.deviceClass) }
    var names: [String] = []
    var seen: Set<ExactText> = []
    for name in declarations.flatMap(\.names) where seen.insert(ExactText(name)).inserted { names.append(name) }
    columns = models.map { model in
      let finder = IconInspector(package: package, model: model, os: os, prepared: prepared)
      let info = prepared.info(on: model.deviceClass)
      return Column(
        model: model, label: prepared.label(on: model.deviceClass, locale: locale), primary: finder.icon(nil),
        alternates: names.map { finder.icon($0) },
        actions: Self.actions(info, package, prepared, model, os, locale),
        lifeCycle: Self.lifeCycle(info, os))
    }
    let key = "UIApplicationSceneManifest"
    func holds(_ plist: PropertyListDictionary) -> Bool {
      models.contains { plist.infoPlistKey(for: key, on: $0.deviceClass) != nil }
    }
    if holds(package.build?.writtenInfoPlist ?? package.infoPlist) {
      sceneManifest = .infoPlist
    } else {
      sceneManifest = holds(package.infoPlist) ? .generated : .none
    }
  }

  private static func lifeCycle(_ info: PropertyListDictionary, _ os: OSVersion) -> LifeCycle? {
    if os < .scenes { return .appDelegate }
    if info["UIApplicationSceneManifest"]?.dictionary != nil { return .scene }
    // SwiftUI's `App` has no main storyboard, and begins with iOS 14 (LAUNCH-080).
    let oldest = info["MinimumOSVersion"]?.string.flatMap { try? OSVersion(parsing: $0) }
    let isForUIKit = info["UIMainStoryboardFile"] != nil || os < LifeCycle.swiftUI.firstOS
    return isForUIKit || oldest.map { $0 < LifeCycle.swiftUI.firstOS } ?? false ? .appDelegate : nil
  }

  // MARK: Numbers

  /// Returns the number of alternates written by hand in the dictionary of a device class; 0 for an iPad that reads the
  /// iPhone's dictionary.
  public func writtenAlternateCount(for device: DeviceClass) -> Int {
    let plist = package.build?.writtenInfoPlist ?? package.infoPlist
    guard let key = plist.infoPlistKey(for: "CFBundleIcons", on: device),
      device == .iPhone || key != plist.infoPlistKey(for: "CFBundleIcons", on: .iPhone)
    else { return 0 }
    let alternates = plist[key]?.dictionary?["CFBundleAlternateIcons"]
    return alternates?.dictionary?.count ?? alternates?.array?.count ?? 0
  }

  /// The number of alternates that the build compiles from the catalog (ICON-137, ICON-138).
  public var compiledAlternateCount: Int { package.build?.alternateIcons.count ?? 0 }

  /// The number of quick actions in the Info.plist for the first device.
  public var writtenActionCount: Int {
    let device = columns.first?.model.deviceClass ?? .iPhone
    guard let key = package.infoPlist.infoPlistKey(for: "UIApplicationShortcutItems", on: device) else { return 0 }
    return package.infoPlist[key]?.array?.count ?? 0
  }

  // MARK: Quick actions

  private static func actions(
    _ info: PropertyListDictionary, _ package: AppPackage, _ prepared: PreparedPackage, _ model: DeviceModel,
    _ os: OSVersion, _ locale: String
  ) -> [InspectedAction] {
    let items = prepared.staticItems(on: model.deviceClass, os: os, locale: locale)
    let nodes = (info["UIApplicationShortcutItems"]?.array ?? []).filter { node in
      StaticItems.obstacles(of: node).isEmpty
    }
    return zip(items, nodes).map { item, node in
      let title = node.value.dictionary?["UIApplicationShortcutItemTitle"]?.string ?? ""
      return InspectedAction(
        item: item, writtenTitle: title,
        languages: package.localizedInfo.languages.filter { package.localizedInfo[$0]?[title] != nil },
        hasPicture: hasPicture(item.icon, prepared, model), location: node.location)
    }
  }

  private static func hasPicture(_ icon: ShortcutIcon?, _ prepared: PreparedPackage, _ model: DeviceModel) -> Bool? {
    guard case .templateImageName(let name) = icon else { return nil }
    switch ActionPicture.find(name, isStatic: true, in: prepared, on: model) {
    case .set, .file: return true
    case .compiledSet: return nil
    case .missing: return false
    }
  }
}

/// A quick action of the Info.plist, as shown to the user.
public struct InspectedAction: Sendable {
  /// The item that the device registers, in the device's language.
  public let item: ShortcutItem
  /// The title as written: the key of its translations (QUICK-028).
  public let writtenTitle: String
  /// The languages with a translation of the title in `InfoPlist.strings`.
  public let languages: [String]
  /// Whether the item's picture exists; nil for an icon of the system, and without an icon.
  public let hasPicture: Bool?
  /// The location of the entry; nil if it is unknown.
  public let location: SourceLocation?
}

extension PackageInspection {
  /// All properties as data for ``SortedJSON``, without those that do not apply.
  public var json: PropertyListValue {
    var json: PropertyListDictionary = ["schemaVersion": 1]
    json["app"] = .dictionary(identity)
    json["os"] = .string(os.description)
    json["source"] = .dictionary(source)
    json["families"] = .array(of: package.deviceFamilies.map { .string($0.rawValue) })
    json["targetedDeviceFamily"] = package.settings["TARGETED_DEVICE_FAMILY"].map { .string($0) }
    json["lifeCycle"] = [
      "kind": .string(columns.first?.lifeCycle?.rawValue ?? "unknown"),
      "sceneManifest": .string(sceneManifest.rawValue),
    ]
    json["counts"] = .dictionary(counts)
    json["compiledCatalog"] = package.compiledCatalog.map { .dictionary(Self.compiled($0)) }
    json["languages"] = .array(of: package.localizedInfo.languages.map { .string($0) })
    var devices = PropertyListDictionary()
    for column in columns { devices[column.model.name] = .dictionary(Self.column(column)) }
    json["devices"] = .dictionary(devices)
    json["warnings"] = .array(of: package.warnings.map { .dictionary($0.json) })
    return .dictionary(json)
  }

  private var identity: PropertyListDictionary {
    var identity = PropertyListDictionary()
    identity["name"] = .string(package.name)
    identity["bundleIdentifier"] = package.bundleIdentifier.map { .string($0) }
    let info = package.expandedInfoPlist
    identity["version"] = info["CFBundleShortVersionString"]?.string.map { .string($0) }
    identity["build"] = info["CFBundleVersion"]?.string.map { .string($0) }
    return identity
  }

  private var source: PropertyListDictionary {
    var source = PropertyListDictionary()
    source["kind"] = .string(package.origin.rawValue)
    source["infoPlist"] = .string(package.infoPlistFile)
    for entry in package.builtApp?.json.entries ?? [] { source.setNode(entry.node, for: entry.key) }
    guard let build = package.build else { return source }
    source["project"] = .string(build.projectFile)
    source["target"] = .string(build.target)
    source["targets"] = .array(of: build.targets.map { .string($0) })
    source["configuration"] = .string(build.configuration)
    source["configurations"] = .array(of: build.configurations.map { .string($0) })
    source["xcode"] = .string(build.xcodeVersion.description)
    source["deploymentTarget"] = .string(build.deploymentTarget)
    source["primaryIcon"] = build.primaryIcon.map { .string($0) }
    return source
  }

  private var counts: PropertyListDictionary {
    [
      "plistAlternates": [
        "iPhone": .integer(Int64(writtenAlternateCount(for: .iPhone))),
        "iPad": .integer(Int64(writtenAlternateCount(for: .iPad))),
      ],
      "catalogAlternates": .integer(Int64(compiledAlternateCount)),
      "staticItems": .integer(Int64(writtenActionCount)),
    ]
  }

  private static func compiled(_ compiled: CompiledCatalog) -> PropertyListDictionary {
    var json: PropertyListDictionary = [
      "file": .string(compiled.file), "isThinned": .boolean(compiled.isThinned),
      "renditions": .integer(Int64(compiled.renditionCount)),
      "appIcons": .array(of: compiled.iconNames.map { .string($0) }),
      "images": .integer(Int64(compiled.catalog.names(of: .image).count)),
    ]
    json["tool"] = compiled.tool.map { .string($0) }
    json["platform"] = compiled.platform.map { .string($0) }
    json["deploymentTarget"] = compiled.deploymentTarget.map { .string($0) }
    return json
  }

  private static func column(_ column: Column) -> PropertyListDictionary {
    [
      "label": .string(column.label),
      "primaryIcon": .dictionary(icon(column.primary)),
      "alternateIcons": .array(of: column.alternates.map { .dictionary(icon($0)) }),
      "quickActions": .array(of: column.actions.map { .dictionary(action($0)) }),
    ]
  }

  private static func icon(_ icon: InspectedIcon) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["name"] = icon.name.map { .string($0) }
    json["declaredBy"] = .string(icon.declaration.rawValue)
    json["location"] = icon.location.map { .dictionary($0.json) }
    json["catalogName"] = icon.catalogName.map { .string($0) }
    if let refusal = icon.refusal {
      json["refused"] = [
        "domain": .string(refusal.error.domain), "code": .integer(Int64(refusal.error.code)),
        "fact": .string(refusal.fact.rawValue),
      ]
    }
    guard icon.isDeclared || icon.name == nil else { return json }
    for (key, node) in icon.picture.json.entries { json[key] = node.value }
    json["sizes"] = .array(
      of: icon.sizes.map { size in
        var json: PropertyListDictionary = [
          "file": .string(size.file), "width": .integer(Int64(size.width)), "height": .integer(Int64(size.height)),
        ]
        if size.appearance != .any { json["appearance"] = .string(size.appearance.rawValue) }
        return .dictionary(json)
      })
    return json
  }

  private static func action(_ action: InspectedAction) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["type"] = .string(action.item.type)
    json["title"] = .string(action.item.localizedTitle)
    json["writtenTitle"] = .string(action.writtenTitle)
    json["subtitle"] = action.item.localizedSubtitle.map { .string($0) }
    json["icon"] = action.item.icon.map { .string($0.description) }
    json["hasPicture"] = action.hasPicture.map { .boolean($0) }
    json["languages"] = .array(of: action.languages.map { .string($0) })
    json["location"] = action.location.map { .dictionary($0.json) }
    return json
  }
}

extension BuiltApp {
  /// All properties as data for ``SortedJSON``, without those that the app does not declare.
  public var json: PropertyListDictionary {
    var json = PropertyListDictionary()
    json["xcode"] = xcode.map { .string($0.description) }
    json["xcodeBuild"] = xcodeBuild.map { .string($0) }
    json["sdk"] = sdk.map { .string($0) }
    json["sdkBuild"] = sdkBuild.map { .string($0) }
    json["deploymentTarget"] = minimumOS.map { .string($0) }
    json["distribution"] = .string(distribution.rawValue)
    json["isForSimulator"] = .boolean(isForSimulator)
    json["profile"] = profile.map { .dictionary(Self.json($0)) }
    json["container"] = container.map { container in
      .dictionary([
        "kind": .string(container.kind.rawValue), "name": .string(container.name), "app": .string(container.appPath),
      ])
    }
    if !nestedBundles.isEmpty { json["bundles"] = .array(of: nestedBundles.map { .dictionary(Self.json($0)) }) }
    return json
  }

  private static func json(_ profile: ProvisioningProfile) -> PropertyListDictionary {
    var json = PropertyListDictionary()
    json["name"] = profile.name.map { .string($0) }
    json["team"] = profile.team.map { .string($0) }
    json["expires"] = profile.expires.map { .string($0.iso8601) }
    json["devices"] = profile.deviceCount.map { .integer(Int64($0)) }
    return json
  }

  private static func json(_ bundle: NestedBundle) -> PropertyListDictionary {
    var json: PropertyListDictionary = ["path": .string(bundle.path), "kind": .string(bundle.kind.rawValue)]
    json["bundleIdentifier"] = bundle.bundleIdentifier.map { .string($0) }
    json["extensionPoint"] = bundle.extensionPoint.map { .string($0) }
    return json
  }
}

/// A remark about a package: from its readers, or a finding of lint.
public protocol PackageRemark: Sendable {
  /// The severity for the app.
  var severity: PackageWarning.Severity { get }
  /// The kind, shared by remarks about the same problem.
  var kind: String { get }
}

extension PackageWarning: PackageRemark {
  /// The warning's code.
  public var kind: String { code.rawValue }
}

/// The remarks about a package that fit in a report: problems first, a few of each kind.
public struct RemarkSelection<Remark: PackageRemark>: Sendable {
  /// The visible remarks.
  public let shown: [Remark]
  /// The number of remarks, including hidden ones.
  public let count: Int

  private static var maximumShown: Int { 12 }
  private static var maximumOfAKind: Int { 3 }

  /// Selects remarks; those of equal severity keep their order.
  public init(_ remarks: [Remark]) {
    var shown: [Remark] = []
    var counts: [String: Int] = [:]
    for severity in PackageWarning.Severity.allCases.reversed() {
      for remark in remarks where remark.severity == severity {
        counts[remark.kind, default: 0] += 1
        guard counts[remark.kind, default: 0] <= Self.maximumOfAKind, shown.count < Self.maximumShown else { continue }
        shown.append(remark)
      }
    }
    self.shown = shown
    count = remarks.count
  }
}

extension AppPackage {
  /// A sentence about what the built app may declare in addition; nil if its Info.plist is known.
  package var openDeclarations: String? {
    openMacros.map { "The built app may declare more icons and quick actions: \($0.clause)." }
  }
}

extension PackageWarning {
  /// The message without its full stop, to continue the sentence; messages of the catalog compiler end with one.
  public var clause: String { message.hasSuffix(".") ? String(message.dropLast()) : message }

  /// All properties as data for ``SortedJSON``.
  var json: PropertyListDictionary {
    var json = PropertyListDictionary()
    json["code"] = .string(code.rawValue)
    json["severity"] = .string(severity.rawValue)
    if endsBuild { json["endsBuild"] = true }
    json["message"] = .string(message)
    json["hint"] = hint.map { .string($0) }
    json["location"] = location.map { .dictionary($0.json) }
    if !otherLocations.isEmpty { json["otherLocations"] = .array(of: otherLocations.map { .dictionary($0.json) }) }
    return json
  }
}

extension SourceLocation {
  /// File, line, column and offset as data, without unknown ones.
  package var json: PropertyListDictionary {
    var json: PropertyListDictionary = ["file": .string(file)]
    json["line"] = line.map { .integer(Int64($0)) }
    json["column"] = column.map { .integer(Int64($0)) }
    json["offset"] = offset.map { .integer(Int64($0)) }
    return json
  }
}
