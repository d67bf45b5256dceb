public import AppPackages
public import PropertyLists

/// What the Home Screen would make of an app, side by side for iPhone and iPad.
///
/// Nothing is installed and nothing runs; each answer is the one that a device would get.
public struct PackageInspection: Sendable {
  /// The answers of one device.
  public struct Column: Sendable {
    /// The model that was asked.
    public let model: DeviceModel
    /// The text under the icon (ICON-167).
    public let label: String
    /// The icon that the app has before it sets another.
    public let primary: InspectedIcon
    /// In the order of the Info.plist; those that only another column declares stand at the end, undeclared.
    public let alternates: [InspectedIcon]
    /// The quick actions that the device would register, in the order of the Info.plist.
    public let actions: [InspectedAction]
    /// With scenes when the Info.plist has a scene manifest and the version has scenes; nil where a property list does
    /// not tell: an app of SwiftUI needs no manifest, and looks like one with an app delegate alone.
    public let lifeCycle: LifeCycle?
  }

  /// Where the scene manifest comes from.
  public enum SceneManifest: String, Sendable {
    case none
    case infoPlist
    /// By `INFOPLIST_KEY_UIApplicationSceneManifest_Generation`.
    case generated
  }

  /// The package that was looked at.
  public let package: AppPackage
  /// The version that all the devices run.
  public let os: OSVersion
  /// The answers of each device, in the order in which the models were given.
  public let columns: [Column]
  /// Where the scene manifest comes from; ``SceneManifest/none`` when none of the devices finds one.
  public let sceneManifest: SceneManifest

  /// Installs an app on fresh devices and looks at what they show.
  ///
  /// - Parameters:
  ///   - models: the devices to ask, an iPhone and an iPad usually.
  ///   - locale: the language of the devices.
  public init(
    _ package: AppPackage, models: [DeviceModel] = [.iPhone, .iPad], os: OSVersion = .newest, locale: String = "en"
  ) {
    self.package = package
    self.os = os
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

  /// The alternates that are written by hand in the dictionary of a device class; an iPad that reads the iPhone's has
  /// none of its own.
  public func writtenAlternateCount(for device: DeviceClass) -> Int {
    let plist = package.build?.writtenInfoPlist ?? package.infoPlist
    guard let key = plist.infoPlistKey(for: "CFBundleIcons", on: device),
      device == .iPhone || key != plist.infoPlistKey(for: "CFBundleIcons", on: .iPhone)
    else { return 0 }
    let alternates = plist[key]?.dictionary?["CFBundleAlternateIcons"]
    return alternates?.dictionary?.count ?? alternates?.array?.count ?? 0
  }

  /// The alternates that the build compiles out of the catalog (ICON-137, ICON-138).
  public var compiledAlternateCount: Int { package.build?.alternateIcons.count ?? 0 }

  /// The quick actions that are written in the Info.plist for the first of the devices.
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

/// A quick action that the Info.plist declares, as a person would see it.
public struct InspectedAction: Sendable {
  /// The item that the device registers, with its texts in the device's language.
  public let item: ShortcutItem
  /// The title as it is written: the key of its translations (QUICK-028).
  public let writtenTitle: String
  /// The languages whose `InfoPlist.strings` translate the title.
  public let languages: [String]
  /// Whether the picture that the item names is there; nil for an icon of the system, and without an icon.
  public let hasPicture: Bool?
  /// Where the entry is written; nil where that is not known.
  public let location: SourceLocation?
}
