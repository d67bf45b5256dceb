public import PropertyLists

/// The named sets of an asset catalog, read from folders or an Assets.car, or given by a script.
public struct AssetCatalog: Sendable, Equatable {
  /// The sets, in source order.
  public var sets: [AssetSet]

  /// Creates a catalog with these sets in this order.
  public init(sets: [AssetSet] = []) { self.sets = sets }

  /// Returns the first set with a name, optionally of one kind; if there are several, the first with slots for iOS. The
  /// comparison is case-sensitive.
  public func set(named name: String, kind: AssetSet.Kind? = nil) -> AssetSet? {
    let all = sets.lazy.filter { ExactText.isSame($0.name, name) && (kind == nil || $0.kind == kind) }
    return all.first { !$0.isForOtherSystems } ?? all.first
  }

  /// Returns the names of all sets of a kind, in order.
  public func names(of kind: AssetSet.Kind) -> [String] { sets.filter { $0.kind == kind }.map(\.name) }

  /// Whether some app icon set has a picture, so that a copy of the project does not lack all of them.
  package var hasIconPictures: Bool {
    sets.contains { set in
      set.kind == .appIcon && set.entries.contains { $0.filename != nil && $0.problem?.isNotInCopy != true }
    }
  }

  /// Appends the sets of another catalog of the same target.
  public mutating func append(_ other: AssetCatalog) { sets += other.sets }

  /// Returns the app icon sets that a version of Xcode compiles, in order; names are unique.
  ///
  /// If a `.icon` and a `.appiconset` share a name, Xcode 26 uses the `.icon` for iOS (ICON-151); older versions of
  /// Xcode ignore `.icon` (ICON-148).
  public func iconSets(for xcode: XcodeVersion) -> [AssetSet] {
    var chosen: [AssetSet] = []
    var places: [ExactText: Int] = [:]
    for set in sets where set.kind == .appIcon {
      guard xcode.readsIconComposer || !set.isIconComposer else { continue }
      if let place = places[ExactText(set.name)] {
        if set.iconComposer?.supportsIOS == true, !chosen[place].isIconComposer {
          chosen[place] = set
        } else if chosen[place].iconComposer?.supportsIOS == false, !set.isIconComposer {
          chosen[place] = set
        } else if chosen[place].isForOtherSystems, !set.isForOtherSystems, !set.isIconComposer {
          chosen[place] = set
        }
      } else {
        places[ExactText(set.name)] = chosen.count
        chosen.append(set)
      }
    }
    return chosen
  }

  /// Returns the folders of app icon sets that an iOS `.icon` of the same name replaces; the app gets none of their
  /// files.
  public func setsReplaced(for settings: IconBuildSettings) -> Set<String> {
    guard settings.xcodeVersion.readsIconComposer, !settings.keepsFallbacks else { return [] }
    let icons = Set(sets.filter { $0.iconComposer?.supportsIOS == true }.map { ExactText($0.name) })
    return Set(
      sets.filter { $0.kind == .appIcon && !$0.isIconComposer && icons.contains(ExactText($0.name)) }
        .compactMap(\.path))
  }

  /// Returns the catalog as a version of Xcode compiles it: ``iconSets(for:)`` and all sets of other kinds.
  public func compiled(by xcode: XcodeVersion) -> AssetCatalog {
    AssetCatalog(sets: iconSets(for: xcode) + sets.filter { $0.kind != .appIcon })
  }

  /// Warns about sets of equal name and kind: the build uses only one. A `.icon` may share a `.appiconset`'s name.
  public func duplicateWarnings() -> [PackageWarning] {
    var first: [ExactText: AssetSet] = [:]
    var warnings: [PackageWarning] = []
    for set in sets where set.kind == .appIcon || set.kind == .image {
      let key = ExactText("\(set.kind == .image) \(set.isIconComposer) \(set.name)")
      // A set for each system is no pair, either.
      guard let earlier = first[key], earlier.isForOtherSystems == set.isForOtherSystems else {
        if first[key]?.isForOtherSystems != false { first[key] = set }
        continue
      }
      let kind = set.kind == .image ? "imagesets" : "app icon sets"
      func isEmpty(_ set: AssetSet) -> Bool { set.entries.allSatisfy { !$0.namesFile } }
      let (unused, used) = isEmpty(earlier) && !isEmpty(set) ? (earlier, set) : (set, earlier)
      first[key] = used
      var warning = PackageWarning(
        .duplicateSet, "“\(set.name)” is the name of several \(kind)", location: unused.location,
        hint: isEmpty(unused)
          ? "remove this empty set: only the other set has pictures" : "rename this set: the build uses the other one")
      warning.otherLocations = [used.location].compactMap(\.self)
      warnings.append(warning)
    }
    return warnings
  }
}

/// A named set in an asset catalog.
public struct AssetSet: Sendable, Equatable {
  /// The kind of a set, from the extension of its folder.
  public enum Kind: Sendable, Equatable {
    /// `.appiconset`, or an Icon Composer `.icon` (see ``AssetSet/iconComposer``).
    case appIcon
    /// `.imageset`.
    case image
    /// Any other kind, by its folder's extension: `colorset`, `symbolset`.
    case other(String)
  }

  /// How the system colours the pictures of an image set.
  public enum RenderingIntent: String, Sendable, CaseIterable {
    /// Drawn in the tint colour; only the shape counts.
    case template
    /// Drawn in their own colours.
    case original
  }

  /// The name that the Info.plist and the app use, prefixed with the namespaces of its groups: `Actions/Compose`.
  public var name: String
  /// The kind: app icon, image or other.
  public var kind: Kind
  /// The pictures and empty slots, in source order; a `.icon` has one entry per appearance that it mentions.
  public var entries: [AssetEntry]
  /// `template-rendering-intent`; nil if the set does not specify it.
  public var renderingIntent: RenderingIntent?
  /// `pre-rendered`, for app icons before iOS 7.
  public var isPrerendered: Bool
  /// The content of the Icon Composer document; nil for a set of an asset catalog.
  public var iconComposer: IconComposerDocument?
  /// The set's folder in its file tree; nil for a set that was not read from files.
  public var path: String?
  /// The location of the set's `Contents.json` or `icon.json`.
  public var location: SourceLocation?

  /// Creates a set; only its name and kind are required.
  public init(
    name: String, kind: Kind, entries: [AssetEntry] = [], renderingIntent: RenderingIntent? = nil,
    isPrerendered: Bool = false, iconComposer: IconComposerDocument? = nil, path: String? = nil,
    location: SourceLocation? = nil
  ) {
    (self.name, self.kind, self.entries, self.renderingIntent) = (name, kind, entries, renderingIntent)
    (self.isPrerendered, self.iconComposer, self.path) = (isPrerendered, iconComposer, path)
    self.location = location
  }

  /// Whether the set is an Icon Composer `.icon`, which Xcode supports from version 26 (ICON-148).
  public var isIconComposer: Bool { iconComposer != nil }

  /// Whether this is a set whose slots are all for systems other than iOS, such as the Mac.
  var isForOtherSystems: Bool {
    (kind == .appIcon || kind == .image) && !isIconComposer && !entries.isEmpty && !entries.contains(where: \.isForIOS)
  }

  /// Whether more than the name is known; scripts and compiled catalogs may give only names.
  public var isContentKnown: Bool { path != nil || isIconComposer || !entries.isEmpty }
}

/// A picture or an empty slot of a set.
public struct AssetEntry: Sendable, Equatable {
  /// The system appearance that a picture is for; `any` if the slot names neither of the others.
  public enum Appearance: String, Sendable, CaseIterable {
    case any, dark, tinted
  }

  /// A width and height, in points or pixels depending on the property.
  public struct Size: Sendable, Equatable {
    /// The horizontal extent.
    public var width: Double
    /// The vertical extent.
    public var height: Double

    /// Creates a size; both values are in the same unit.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }

  /// The idiom, as in `Contents.json`: `iphone`, `ipad`, `universal`, `ios-marketing`, …
  public var idiom: String
  /// `ios`, `watchos`, …; only with the idiom `universal` of app icons.
  public var platform: String? {
    get { rare?.platform }
    set { change(\.platform, to: newValue) }
  }
  /// The size in points; nil for image sets and if the source does not specify it.
  public var size: Size?
  /// The pixels per point; nil for a single-size entry.
  public var scale: Int?
  /// The appearance that the picture is for.
  public var appearance: Appearance
  /// Appearances that app icons do not have, such as `luminosity light` or `contrast high`.
  public var otherAppearances: [String]
  /// The file of the picture; in an Assets.car, the name of its source file. nil for an empty slot.
  public var filename: String?
  /// The file of a slot that the build leaves empty because the file is missing or has the wrong size.
  public var rejectedFilename: String? {
    get { rare?.rejectedFilename }
    set { change(\.rejectedFilename, to: newValue) }
  }
  /// The actual size of the picture.
  public var pixelSize: Size?
  /// The header of the picture, if it was read.
  public var header: ImageHeader? {
    get { rare?.header }
    set { change(\.header, to: newValue) }
  }
  /// The problem with the picture; an entry can have both a header and a problem (WebP data in `icon.png`).
  public var problem: ImageProblem? {
    get { rare?.problem }
    set { change(\.problem, to: newValue) }
  }
  /// The location of the slot in `Contents.json`, or of the picture in the `Assets.car`.
  public var location: SourceLocation?
  /// In an `Assets.car`, the bytes of the picture with its header; otherwise nil.
  public internal(set) var rendition: Range<Int>?

  /// Values that pictures of an Assets.car lack, kept apart because apps have tens of thousands of pictures.
  private struct Rare: Equatable {
    var platform: String?
    var rejectedFilename: String?
    var header: ImageHeader?
    var problem: ImageProblem?
  }

  /// An array with at most one element; the array itself takes only the space of a pointer.
  private var rareValues: [Rare] = []

  private var rare: Rare? { rareValues.first }

  private mutating func change<Value: Equatable>(_ value: WritableKeyPath<Rare, Value?>, to new: Value?) {
    guard new != nil || !rareValues.isEmpty else { return }
    if rareValues.isEmpty { rareValues.append(Rare()) }
    rareValues[0][keyPath: value] = new
    if rareValues[0] == Rare() { rareValues = [] }
  }

  /// Creates an entry without a problem or a rejected file; set ``problem`` and ``rejectedFilename`` later.
  public init(
    idiom: String = "universal", platform: String? = nil, size: Size? = nil, scale: Int? = nil,
    appearance: Appearance = .any, otherAppearances: [String] = [], filename: String? = nil, pixelSize: Size? = nil,
    header: ImageHeader? = nil, location: SourceLocation? = nil
  ) {
    (self.idiom, self.size, self.scale, self.appearance) = (idiom, size, scale, appearance)
    (self.otherAppearances, self.filename, self.pixelSize) = (otherAppearances, filename, pixelSize)
    (self.location, self.platform, self.header) = (location, platform, header)
  }

  /// The size that the slot requires in pixels, size times scale; nil if the slot does not specify it.
  public var wantedPixelSize: Size? {
    size.map { Size(width: $0.width * Double(scale ?? 1), height: $0.height * Double(scale ?? 1)) }
  }

  /// Whether the picture is small. Copies of projects often lack only the large ones.
  package var isSmall: Bool { wantedPixelSize.map { max($0.width, $0.height) <= 256 } ?? false }

  /// Whether a file is named, valid or not; other warnings cover invalid files.
  var namesFile: Bool { filename != nil || rejectedFilename != nil }

  /// Whether a build for iPhone and iPad uses the entry: slots for Mac, watch and car do not count.
  public var isForIOS: Bool {
    switch idiom {
    case "iphone", "ipad", "ios-marketing": true
    case "universal": platform == nil || platform == "ios"
    default: false
    }
  }
}

extension AssetEntry.Size: CustomStringConvertible {
  /// `60x60`, `83.5x83.5`
  public var description: String { "\(Self.text(width))x\(Self.text(height))" }

  private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}

/// The build settings that name icons.
package enum IconSetting: String, Sendable, CaseIterable {
  case primary = "ASSETCATALOG_COMPILER_APPICON_NAME"
  case alternates = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"
  case includeAll = "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"

  /// The name in the project of a .NET app (ICON-280).
  fileprivate var dotNetName: String {
    switch self {
    case .primary: "AppIcon of the .csproj"
    case .alternates: "AlternateAppIcon of the .csproj"
    case .includeAll: "IncludeAllAppIcons of the .csproj"
    }
  }
}

/// The build settings for app icons, fully expanded.
public struct IconBuildSettings: Sendable, Equatable {
  /// `ASSETCATALOG_COMPILER_APPICON_NAME` (ICON-136); nil if it is missing or empty.
  public var primary: String?
  /// `ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES` (ICON-137), in order.
  public var alternates: [String]
  /// `ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS` (ICON-138).
  public var includesAll: Bool
  /// `XCODE_VERSION_ACTUAL`; defaults to the newest version.
  public var xcodeVersion: XcodeVersion
  /// `IPHONEOS_DEPLOYMENT_TARGET`.
  public var deploymentTarget: VersionNumber
  /// `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`.
  public var mergesIcons: Bool
  /// Whether the settings come from the project of a .NET app instead of Xcode's build settings.
  var isDotNet = false
  /// `--enable-icon-stack-fallback-generation=disabled` among `ASSETCATALOG_OTHER_FLAGS` (ICON-151).
  public var disablesIconFallback: Bool

  /// The default target, new enough for catalog icons without loose files and for all features.
  public static let usualDeploymentTarget = VersionNumber(15)

  /// Creates settings; the defaults are those of a target without icon settings.
  public init(
    primary: String? = nil, alternates: [String] = [], includesAll: Bool = false,
    xcodeVersion: XcodeVersion = .latest, deploymentTarget: VersionNumber = usualDeploymentTarget,
    mergesIcons: Bool = true, disablesIconFallback: Bool = false
  ) {
    (self.primary, self.alternates, self.includesAll) = (primary, alternates, includesAll)
    (self.xcodeVersion, self.deploymentTarget) = (xcodeVersion, deploymentTarget)
    (self.mergesIcons, self.disablesIconFallback) = (mergesIcons, disablesIconFallback)
  }

  /// Reads the settings for icons.
  ///
  /// - Parameter value: returns the expanded value of a build setting; nil if it is undefined.
  public init(_ value: (String) -> String?) {
    func text(_ name: String) -> String? { value(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } }
    self.init(
      primary: text("ASSETCATALOG_COMPILER_APPICON_NAME"),
      alternates: BuildSettingStringList(value("ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES") ?? "").words,
      includesAll: Self.isYes(value("ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS")) ?? false,
      xcodeVersion: text("XCODE_VERSION_ACTUAL").flatMap { XcodeVersion($0) } ?? .latest,
      deploymentTarget: text("IPHONEOS_DEPLOYMENT_TARGET").flatMap { VersionNumber($0) }
        ?? Self.usualDeploymentTarget,
      mergesIcons: Self.isYes(value("INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE")) ?? true,
      disablesIconFallback: Self.disablesFallback(value("ASSETCATALOG_OTHER_FLAGS") ?? ""))
  }

  /// Whether the app contains a set in addition to the `.icon` with the same name (ICON-151).
  var keepsFallbacks: Bool { disablesIconFallback && xcodeVersion.heedsIconFallbackFlag }

  /// Returns the name of a setting as it is in the project.
  package func name(of setting: IconSetting) -> String { isDotNet ? setting.dotNetName : setting.rawValue }

  /// Returns the name of a setting for use in a sentence: `the build setting …`.
  package func title(of setting: IconSetting) -> String {
    isDotNet ? setting.dotNetName : "the build setting \(setting.rawValue)"
  }

  /// Whether any setting names icons.
  public var areGiven: Bool { primary != nil || !alternates.isEmpty || includesAll }

  /// Returns whether the last such flag disables fallbacks; its value follows an equals sign or is the next word.
  private static func disablesFallback(_ flags: String) -> Bool {
    let name = "--enable-icon-stack-fallback-generation"
    let words = BuildSettingStringList(flags).words
    var isDisabled = false
    for (index, word) in words.enumerated() {
      if word.hasPrefix(name + "=") {
        isDisabled = isNo(String(word.dropFirst(name.utf8.count + 1)))
      } else if word == name, index + 1 < words.count {
        isDisabled = isNo(words[index + 1])
      }
    }
    return isDisabled
  }

  private static func isNo(_ text: String) -> Bool { text.lowercased() == "disabled" || isYes(text) == false }

  private static func isYes(_ text: String?) -> Bool? {
    switch text?.uppercased() {
    case "YES", "TRUE", "1": true
    case "NO", "FALSE", "0": false
    default: nil
    }
  }
}
