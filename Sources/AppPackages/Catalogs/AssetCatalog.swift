public import PropertyLists

/// The named sets of an asset catalog, whether they come from folders, from an Assets.car or from a script's table.
public struct AssetCatalog: Sendable, Equatable {
  /// In the order of their source.
  public var sets: [AssetSet]

  /// A catalog of these sets, which keep their order.
  public init(sets: [AssetSet] = []) { self.sets = sets }

  /// The first set of a name, of one kind or of any. Letter case counts.
  public func set(named name: String, kind: AssetSet.Kind? = nil) -> AssetSet? {
    sets.first { ExactText.isSame($0.name, name) && (kind == nil || $0.kind == kind) }
  }

  /// Names of all sets of a kind, in order.
  public func names(of kind: AssetSet.Kind) -> [String] { sets.filter { $0.kind == kind }.map(\.name) }

  /// Adds the sets of a further catalog of the same target behind the own ones.
  public mutating func append(_ other: AssetCatalog) { sets += other.sets }

  /// The app icon sets that a version of Xcode compiles, each name once, in order.
  ///
  /// Of a `.icon` and a `.appiconset` of one name Xcode 26 takes the `.icon`, if that is for iOS (ICON-151); an older
  /// Xcode does not know `.icon` at all (ICON-148).
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

  /// The folders of app icon sets that a `.icon` for iOS of the same name replaces: what is in them is in no app.
  public func setsReplaced(for settings: IconBuildSettings) -> Set<String> {
    guard settings.xcodeVersion.readsIconComposer, !settings.keepsFallbacks else { return [] }
    let icons = Set(sets.filter { $0.iconComposer?.supportsIOS == true }.map { ExactText($0.name) })
    return Set(
      sets.filter { $0.kind == .appIcon && !$0.isIconComposer && icons.contains(ExactText($0.name)) }
        .compactMap(\.path))
  }

  /// The catalog as a version of Xcode compiles it: as ``iconSets(for:)`` chooses, all other sets as they are.
  public func compiled(by xcode: XcodeVersion) -> AssetCatalog {
    AssetCatalog(sets: iconSets(for: xcode) + sets.filter { $0.kind != .appIcon })
  }

  /// Sets of one name and kind, of which the build takes one only. A `.icon` beside a `.appiconset` is no such pair.
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
      let isEmpty = set.entries.allSatisfy { $0.filename == nil && $0.rejectedFilename == nil }
      var warning = PackageWarning(
        .duplicateSet, "“\(set.name)” is the name of several \(kind)", location: set.location,
        hint: "the other one counts; \(isEmpty ? "remove this empty one" : "rename this one")")
      warning.otherLocations = [earlier.location].compactMap(\.self)
      warnings.append(warning)
    }
    return warnings
  }
}

/// One named set of an asset catalog.
public struct AssetSet: Sendable, Equatable {
  /// What a set holds, which the extension of its folder says.
  public enum Kind: Sendable, Equatable {
    /// `.appiconset`, or an Icon Composer `.icon` (see ``AssetSet/iconComposer``).
    case appIcon
    /// `.imageset`.
    case image
    /// Everything else, by the name of its folder's extension: `colorset`, `symbolset`.
    case other(String)
  }

  /// How the system colours the pictures of an image set.
  public enum RenderingIntent: String, Sendable, CaseIterable {
    /// In the colour of what is around; only the shape counts.
    case template
    /// As they are.
    case original
  }

  /// What the Info.plist and the app call it, namespaces of its groups in front: `Actions/Compose`.
  public var name: String
  /// An app icon, an image, or something else.
  public var kind: Kind
  /// Its pictures and empty slots, in the order of their source; a `.icon` has one for each appearance that it names.
  public var entries: [AssetEntry]
  /// `template-rendering-intent`; nil where the set leaves it to the system.
  public var renderingIntent: RenderingIntent?
  /// `pre-rendered`, of app icons before iOS 7.
  public var isPrerendered: Bool
  /// What an Icon Composer document says; nil for a set of an asset catalog.
  public var iconComposer: IconComposerDocument?
  /// The set's folder inside its file tree; nil for a set that was not read from files.
  public var path: String?
  /// Its `Contents.json` or `icon.json`.
  public var location: SourceLocation?

  /// A set with what is known about it; only its name and kind have to be.
  public init(
    name: String, kind: Kind, entries: [AssetEntry] = [], renderingIntent: RenderingIntent? = nil,
    isPrerendered: Bool = false, iconComposer: IconComposerDocument? = nil, path: String? = nil,
    location: SourceLocation? = nil
  ) {
    self.name = name
    self.kind = kind
    self.entries = entries
    self.renderingIntent = renderingIntent
    self.isPrerendered = isPrerendered
    self.iconComposer = iconComposer
    self.path = path
    self.location = location
  }

  /// True for a `.icon` of Icon Composer, which Xcode knows from version 26 on (ICON-148).
  public var isIconComposer: Bool { iconComposer != nil }

  /// Whether it is an app icon set whose slots are all for systems other than iOS, such as the Mac.
  var isForOtherSystems: Bool {
    kind == .appIcon && !isIconComposer && !entries.isEmpty && !entries.contains(where: \.isForIOS)
  }

  /// False for a set of which only the name is known, as a script or a compiled catalog may give it.
  public var isContentKnown: Bool { path != nil || isIconComposer || !entries.isEmpty }
}

/// One picture, or one empty slot, of a set.
public struct AssetEntry: Sendable, Equatable {
  /// The look of the system that a picture is for; `any` where the slot names neither of the others.
  public enum Appearance: String, Sendable, CaseIterable {
    case any, dark, tinted
  }

  /// Width and height, in points or pixels as the field says.
  public struct Size: Sendable, Equatable {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// Both in the same unit.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// As in `Contents.json`: `iphone`, `ipad`, `universal`, `ios-marketing`, …
  public var idiom: String
  /// `ios`, `watchos`, …; only beside the idiom `universal` of app icons.
  public var platform: String? {
    get { rare?.platform }
    set { change(\.platform, to: newValue) }
  }
  /// Points; nil for image sets, and where the source does not say.
  public var size: Size?
  /// Pixels per point; nil for a single-size entry.
  public var scale: Int?
  /// Which look of the system the picture is for.
  public var appearance: Appearance
  /// Appearances that no app icon has, as `luminosity light` or `contrast high`.
  public var otherAppearances: [String]
  /// nil for an empty slot. In an Assets.car the name of the file that the picture was made of.
  public var filename: String?
  /// The file of a slot that the build leaves empty, because the file is missing or has the wrong size.
  public var rejectedFilename: String? {
    get { rare?.rejectedFilename }
    set { change(\.rejectedFilename, to: newValue) }
  }
  /// Of the picture itself.
  public var pixelSize: Size?
  /// What the picture's first bytes say, where they were read.
  public var header: ImageHeader? {
    get { rare?.header }
    set { change(\.header, to: newValue) }
  }
  /// What is wrong with the picture; a header and a problem may come together (WebP data in `icon.png`).
  public var problem: ImageProblem? {
    get { rare?.problem }
    set { change(\.problem, to: newValue) }
  }
  /// The slot in `Contents.json`, or the picture in the `Assets.car`.
  public var location: SourceLocation?
  /// In an `Assets.car` the bytes of the picture, with its header; nil for everything else.
  public internal(set) var rendition: Range<Int>?

  /// What the pictures of an Assets.car lack: apps have tens of thousands of them.
  private struct Rare: Equatable {
    var platform: String?
    var rejectedFilename: String?
    var header: ImageHeader?
    var problem: ImageProblem?
  }

  /// An array of at most one, which takes the room of a pointer.
  private var rareValues: [Rare] = []

  private var rare: Rare? { rareValues.first }

  private mutating func change<Value: Equatable>(_ value: WritableKeyPath<Rare, Value?>, to new: Value?) {
    guard new != nil || !rareValues.isEmpty else { return }
    if rareValues.isEmpty { rareValues.append(Rare()) }
    rareValues[0][keyPath: value] = new
    if rareValues[0] == Rare() { rareValues = [] }
  }

  /// An entry whose picture has no problem and was not rejected; ``problem`` and ``rejectedFilename`` are set later.
  public init(
    idiom: String = "universal", platform: String? = nil, size: Size? = nil, scale: Int? = nil,
    appearance: Appearance = .any, otherAppearances: [String] = [], filename: String? = nil, pixelSize: Size? = nil,
    header: ImageHeader? = nil, location: SourceLocation? = nil
  ) {
    self.idiom = idiom
    self.size = size
    self.scale = scale
    self.appearance = appearance
    self.otherAppearances = otherAppearances
    self.filename = filename
    self.pixelSize = pixelSize
    self.location = location
    self.platform = platform
    self.header = header
  }

  /// The pixels that the slot wants, size times scale; nil where it does not say.
  public var wantedPixelSize: Size? {
    size.map { Size(width: $0.width * Double(scale ?? 1), height: $0.height * Double(scale ?? 1)) }
  }

  /// Whether a build for iPhone and iPad takes the entry: not the slots for Macs, watches and cars.
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

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }
}

/// The build settings that decide about app icons, with nothing left to expand in them.
public struct IconBuildSettings: Sendable, Equatable {
  /// `ASSETCATALOG_COMPILER_APPICON_NAME` (ICON-136); nil when it is missing or was cleared.
  public var primary: String?
  /// `ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES` (ICON-137), in order.
  public var alternates: [String]
  /// `ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS` (ICON-138).
  public var includesAll: Bool
  /// `XCODE_VERSION_ACTUAL`; the newest where nobody says.
  public var xcodeVersion: XcodeVersion
  /// `IPHONEOS_DEPLOYMENT_TARGET`.
  public var deploymentTarget: VersionNumber
  /// `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`.
  public var mergesIcons: Bool
  /// `--enable-icon-stack-fallback-generation=disabled` among `ASSETCATALOG_OTHER_FLAGS` (ICON-151).
  public var disablesIconFallback: Bool

  /// A target that no catalog icon serves by loose files of all sizes, and no feature is too new for.
  public static let usualDeploymentTarget = VersionNumber(15)

  /// Settings that differ from those of a target that says nothing about icons in what is given.
  public init(
    primary: String? = nil, alternates: [String] = [], includesAll: Bool = false,
    xcodeVersion: XcodeVersion = .latest, deploymentTarget: VersionNumber = usualDeploymentTarget,
    mergesIcons: Bool = true, disablesIconFallback: Bool = false
  ) {
    self.primary = primary
    self.alternates = alternates
    self.includesAll = includesAll
    self.xcodeVersion = xcodeVersion
    self.deploymentTarget = deploymentTarget
    self.mergesIcons = mergesIcons
    self.disablesIconFallback = disablesIconFallback
  }

  /// Reads the settings about icons.
  ///
  /// - Parameter value: the expanded value of a build setting, nil for one that nobody has given.
  public init(_ value: (String) -> String?) {
    func text(_ name: String) -> String? {
      value(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
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

  /// Whether a set gets into the app beside the `.icon` of its name (ICON-151).
  var keepsFallbacks: Bool { disablesIconFallback && xcodeVersion.heedsIconFallbackFlag }

  /// Whether anything is said about icons at all.
  public var areGiven: Bool { primary != nil || !alternates.isEmpty || includesAll }

  /// The value stands behind an equals sign or as a word of its own; of several the last counts.
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
