// Users of this product need its file trees, too.
@_exported public import Platform
public import PropertyLists

/// An app as the system would know it: its Info.plist, its files, its languages. A value; editing it changes no disk.
///
/// It says what is written, not what iOS makes of it: decisions belong to the simulator.
public struct AppPackage: Sendable {
  /// Where the package comes from, which decides whether `$(…)` in the Info.plist is meant to be expanded.
  public enum Origin: String, Sendable {
    /// A built `.app`: nothing is expanded any more.
    case builtApp
    /// A source Info.plist with its resources.
    case infoPlist
    /// A target of an Xcode project, as a build would make it: everything is expanded already.
    case xcodeProject
    /// Written down as data.
    case data

    /// Whether `$(…)` in values is still to be replaced.
    var expandsMacros: Bool { self == .infoPlist || self == .data }
  }

  /// The bundle folder's name without `.app`; for an Info.plist on its own the name of its folder.
  public var name: String
  /// What the package was made from.
  public let origin: Origin
  /// As written: suffixed keys (`CFBundleIcons~ipad`) and `$(…)` included. The app sees ``infoDictionary(for:)``.
  public var infoPlist: PropertyListDictionary
  /// What messages call the Info.plist, e.g. `ChangeIcon/Info.plist`.
  public var infoPlistFile: String
  /// How the Info.plist was written; nil for a package made from data.
  public var infoPlistFormat: PropertyListFormat?
  /// Where the Info.plist lies on the disk, as it was opened; nil for a package made from data or out of another tree,
  /// and for an Info.plist that went through the C preprocessor, which no edit could be written back to.
  public internal(set) var infoPlistPath: String?
  /// Whether the Info.plist went through the C preprocessor: then its file says more than this.
  var isPreprocessed = false
  /// What the Info.plist was read from.
  var infoPlistSource: PropertyListSource?
  /// Files of the bundle, sorted by path.
  public var resources: ResourceList
  /// The sets of the asset catalog, where they are known: of source catalogs as the build compiles them, or of the
  /// ``compiledCatalog``.
  public var catalog: AssetCatalog?
  /// The `Assets.car` of a built app; nil where there is none, or none that can be read (``hasUnknownCatalog``).
  public internal(set) var compiledCatalog: CompiledCatalog?
  /// `xx.lproj/InfoPlist.strings`.
  public var localizedInfo: LocalizedInfo
  /// Build settings, for `$(NAME)` in values; for a project all of them, expanded.
  public var settings: StringTable
  /// Names of alternates that an Info.plist declares by hand and the build once more, by the variant of `CFBundleIcons`:
  /// built by Xcode 26, such an alternate is reported to leave the icon as it is (ICON-140).
  public internal(set) var alternatesDeclaredTwice: [String: Set<ExactText>] = [:]
  /// What the app is signed with, of a package made from data; nil where nobody has said it. The domains of universal links
  /// are read with ``linkDomains``, which knows those of a project and of a built app, too.
  public var entitlements: PropertyListDictionary?
  /// How a project was built; nil for everything else.
  public var build: XcodeBuild?
  /// What a built app tells of its build; nil for everything else.
  public internal(set) var builtApp: BuiltApp?
  /// What it was read from; nil for a package made from data.
  public internal(set) var files: PackageFiles?
  /// What was noticed while reading.
  public var warnings: [PackageWarning]
  /// Whether .NET builds the app: then its project says what otherwise build settings of Xcode do.
  public internal(set) var isDotNet = false

  init(name: String, origin: Origin, infoPlist: PropertyListDictionary, infoPlistFile: String, settings: StringTable) {
    self.name = name
    self.origin = origin
    self.infoPlist = infoPlist
    self.infoPlistFile = infoPlistFile
    self.settings = settings
    self.resources = ResourceList()
    self.localizedInfo = LocalizedInfo()
    self.warnings = []
  }

  /// The remarks with which Xcode would end the build, those left out of which that is only reported.
  public var buildErrors: [PackageWarning] { warnings.filter { $0.endsBuild && $0.severity == .error } }

  /// The place of the Info.plist as a whole.
  public var infoPlistLocation: SourceLocation { SourceLocation(file: infoPlistFile) }

  /// True when the bundle holds an `Assets.car` that could not be read, or that a script only names: nobody knows its
  /// sets (ICON-181).
  public var hasUnknownCatalog: Bool { catalog == nil && resources[CompiledCatalog.fileName] != nil }

  /// `CFBundleIdentifier` with `$(…)` expanded; suffixes cannot override it (ICON-108).
  ///
  /// A source Info.plist whose identifier depends on a setting that is not given, or that leaves it to the build, gets
  /// `unknown.` and its name. nil when a built app, or a package made from data, has none.
  public var bundleIdentifier: String? {
    if let written = infoPlist["CFBundleIdentifier"] { return written.string.map(expanded) }
    if let setting = settings["PRODUCT_BUNDLE_IDENTIFIER"] { return expanded(setting) }
    return origin == .infoPlist ? MacroExpander.unknownIdentifier(for: name) : nil
  }

  /// The families of `UIDeviceFamily` that are modelled: `[1, 2]` → iPhone, iPad.
  ///
  /// Without the key a built app, or one made from data, is for iPhone only, as on a device. A source Info.plist
  /// usually leaves the key to the build: then the setting `TARGETED_DEVICE_FAMILY` counts, else both families.
  public var deviceFamilies: [DeviceClass] {
    if let written = infoPlist["UIDeviceFamily"] {
      let values = written.array?.map(\.value) ?? [written]
      let numbers = values.compactMap { $0.integer ?? $0.string.flatMap { Int64($0) } }
      return DeviceClass.allCases.filter { numbers.contains(Int64($0.familyNumber)) }
    }
    if let setting = settings["TARGETED_DEVICE_FAMILY"] {
      let numbers = expanded(setting).split(whereSeparator: { $0 == "," || $0 == " " }).compactMap { Int($0) }
      return DeviceClass.allCases.filter { numbers.contains($0.familyNumber) }
    }
    return origin == .infoPlist ? DeviceClass.allCases : [.iPhone]
  }

  /// What the app is entitled to: as data or a project say, else as it is signed. Nil where nobody knows it.
  public var knownEntitlements: PropertyListDictionary? { entitlements ?? builtApp?.entitlements }

  /// The domains whose universal links come to the app, by its entitlements. Nil where these are not known: of a built app
  /// that is not signed, of an Info.plist without a project, and of data that says nothing of them.
  public var linkDomains: [LinkDomain]? {
    if let known = knownEntitlements { return LinkDomain.all(in: known, expanded) }
    return build?.linkDomains?()
  }

  /// The team that the app is signed by, as far as its entitlements tell.
  public var team: String? {
    knownEntitlements?["com.apple.developer.team-identifier"]?.string
  }

  /// A value with its `$(…)` expanded; unchanged in a built app.
  func expanded(_ text: String) -> String {
    guard origin.expandsMacros else { return text }
    var expander = MacroExpander(settings: settings, packageName: name)
    return expander.expand(text)
  }
}
