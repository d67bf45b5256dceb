internal import AppPackages
import PropertyLists

/// The visible picture of an app's icon, with its source and the reasons for it.
public struct IconPicture: Sendable, Equatable {
  /// The source of a picture.
  public enum Source: String, Sendable, CaseIterable {
    /// A file in the bundle.
    case loose
    /// An app icon set of the asset catalog.
    case catalog
    /// The generic placeholder of the system.
    case placeholder
    /// The previous picture: the change is not visible (ICON-123, ICON-158).
    case unchanged
  }

  /// The picture's file: its path in the bundle, or its name in the catalog; nil for the placeholder and for a compiled
  /// catalog that cannot be read.
  public var file: String?
  /// The source: a file of the bundle, the asset catalog, the placeholder or the previous picture.
  public var source: Source
  /// The side of the picture on the screen, in pixels.
  public let pixels: Int
  /// The side of the file in pixels, if known.
  public var filePixels: Int?
  /// Whether the file has another size and is scaled (ICON-120, ICON-122).
  public var isScaled: Bool
  /// Whether the picture is the generic placeholder (ICON-123).
  public var isPlaceholder: Bool
  /// The appearance of the file; light if it has no other (ICON-204).
  public var appearance = IconAppearance.light
  /// Whether the system derives the requested appearance from another one (ICON-204, ICON-254).
  public var isDerived: Bool { reasons.contains(where: \.isDerivation) }
  /// Whether this is the flat picture that the build makes from an Icon Composer file for older systems, with a glass
  /// edge (ICON-207, ICON-255).
  public private(set) var isFlattened = false
  /// The name of the icon; nil for the primary icon.
  public let iconName: String?
  var reasons: [IconPictureReason]

  /// The search for the picture: a line for each step, with its fact.
  public var why: [String] { reasons.map(\.description) }

  /// The lines of ``why`` without those about the query: the place with its size, and the icon's name.
  public var findings: [String] { reasons.filter { !$0.isQuestion }.map(\.description) }

  /// The findings that are uncertain about the exact drawing; empty if the model is sure.
  public var doubts: [String] { reasons.filter(\.isDoubtful).map(\.description) }
}

/// Using a found picture.
extension IconPicture {
  mutating func use(_ candidate: IconCandidate, from source: Source) {
    file = candidate.file
    self.source = source
    filePixels = candidate.side
    isScaled = !candidate.isExact(pixels)
    isPlaceholder = false
    reasons.append(isScaled ? .scaled(file: candidate.file) : .exact(file: candidate.file))
  }

  /// Uses a set that is assumed to be in a compiled catalog that cannot be read (ICON-181).
  mutating func useCompiled(_ name: String) {
    reasons.append(.compiledCatalog(name))
    source = .catalog
    isPlaceholder = false
  }

  /// Marks the picture as made by the build from an Icon Composer file.
  mutating func isMadeFlat(of name: String) {
    isFlattened = true
    reasons.append(.composerFlattened(name))
  }

  /// Uses layers, drawn in exactly the requested size and appearance.
  mutating func useComposer(_ name: String, _ appearance: IconAppearance, isFlattened: Bool = false) {
    if isFlattened { isMadeFlat(of: name) }
    file = name + ".icon"
    source = .catalog
    isPlaceholder = false
    self.appearance = appearance
    reasons.append(.composer(name))
  }
}

/// The location of a picture's pixels.
extension IconPicture {
  /// Whether only one report says that the old picture stays (ICON-140).
  package var isUncertain: Bool { reasons.contains { if case .declaredTwice = $0 { true } else { false } } }

  /// A location in the app.
  public enum Place: Sendable, Hashable {
    /// A file of the bundle, by its path.
    case file(String)
    /// A picture of an app icon set.
    case iconSet(String, file: String)
    /// A picture of an image set, which the alert previews (ICON-124).
    case imageSet(String, file: String?)
    /// An Icon Composer file, whose layers the system puts together (ICON-148).
    case iconComposer(String)
    /// A set in a compiled catalog that cannot be read (ICON-181).
    case unknownCatalog(String)
    /// None: the generic placeholder.
    case nowhere
  }

  /// The location of the pixels.
  public var place: Place {
    if isPlaceholder { return .nowhere }
    for reason in reasons.reversed() {
      switch reason {
      case .composer(let name): return .iconComposer(name)
      case .compiledCatalog(let name): return .unknownCatalog(name)
      case .imageSetInPreview(let name): return .imageSet(name, file: file)
      case .catalogSet(let name, let chosen?) where chosen == file: return .iconSet(name, file: chosen)
      case .catalogSet, .wanted, .iconNamed, .considered, .unreadable, .noFile, .exact, .scaled, .noCatalogSet,
        .catalogNameTooNew, .onlyImageSet, .noAppearances, .looseHasNoAppearance, .setHasNoAppearance,
        .sizedEntriesWin, .hasAppearance, .composerFlattened, .composerNotCompiled, .storeShowsPrimary,
        .noStoreArtwork, .noArtwork, .noEntry, .unchanged, .declaredTwice, .unscaledName,
        .primaryUnnamed, .stale:
        continue
      }
    }
    return file.map { .file($0) } ?? .nowhere
  }
}

/// A line of the explanation of a picture, formatted lazily.
enum IconPictureReason: Sendable, Equatable, CustomStringConvertible {
  case wanted(surface: IconSurface, points: Double, scale: Int, pixels: Int)
  case iconNamed(String?)
  case considered(file: String, width: Int, height: Int)
  case unreadable(file: String)
  case noFile(named: String)
  case exact(file: String)
  case scaled(file: String)
  case catalogSet(String, file: String?)
  case compiledCatalog(String)
  case noCatalogSet(String)
  case catalogNameTooNew(String)
  case onlyImageSet(String)
  case imageSetInPreview(String)
  case noAppearances(IconAppearance)
  case looseHasNoAppearance(IconAppearance)
  case setHasNoAppearance(IconAppearance)
  case sizedEntriesWin(IconAppearance)
  case hasAppearance(IconAppearance)
  case composer(String)
  case composerFlattened(String)
  case composerNotCompiled(String)
  case storeShowsPrimary(chosen: String)
  case noStoreArtwork
  case noArtwork
  case noEntry(String)
  case unchanged(stored: String?)
  case declaredTwice(String, key: String)
  case unscaledName(String, file: String)
  case primaryUnnamed(stored: String)
  case stale(IconSurface, stored: String?, fact: FactID)

  /// Whether the reason describes the query, not a finding.
  var isQuestion: Bool {
    switch self {
    case .wanted, .iconNamed: true
    case .considered, .unreadable, .noFile, .exact, .scaled, .catalogSet, .compiledCatalog, .noCatalogSet,
      .catalogNameTooNew, .onlyImageSet, .imageSetInPreview, .noAppearances, .looseHasNoAppearance, .setHasNoAppearance,
      .sizedEntriesWin, .hasAppearance, .composer, .composerFlattened, .composerNotCompiled, .storeShowsPrimary,
      .noStoreArtwork, .noArtwork, .noEntry, .unchanged, .declaredTwice, .unscaledName, .primaryUnnamed, .stale:
      false
    }
  }

  /// Whether the system derives the appearance from the light picture.
  var isDerivation: Bool {
    switch self {
    case .looseHasNoAppearance, .setHasNoAppearance, .sizedEntriesWin: true
    case .wanted, .iconNamed, .considered, .unreadable, .noFile, .exact, .scaled, .catalogSet, .compiledCatalog,
      .noCatalogSet, .catalogNameTooNew, .onlyImageSet, .imageSetInPreview, .noAppearances, .hasAppearance, .composer,
      .composerFlattened, .composerNotCompiled, .storeShowsPrimary, .noStoreArtwork, .noArtwork, .noEntry, .unchanged,
      .declaredTwice, .unscaledName, .primaryUnnamed, .stale:
      false
    }
  }

  /// Whether the exact drawing is unknown: pictures that the system derives, content of a catalog that cannot be read,
  /// and behaviour that is only reported.
  var isDoubtful: Bool {
    switch self {
    case .compiledCatalog, .looseHasNoAppearance, .setHasNoAppearance, .composer, .composerFlattened, .declaredTwice,
      .unscaledName,
      .primaryUnnamed:
      true
    case .wanted, .iconNamed, .considered, .unreadable, .noFile, .exact, .scaled, .catalogSet, .noCatalogSet,
      .catalogNameTooNew, .onlyImageSet, .imageSetInPreview, .noAppearances, .sizedEntriesWin, .hasAppearance,
      .composerNotCompiled, .storeShowsPrimary, .noStoreArtwork, .noArtwork, .noEntry, .unchanged, .stale:
      false
    }
  }

  var description: String {
    Work.count(15)
    return sentence
  }

  private var sentence: String {
    switch self {
    case .wanted(let surface, let points, let scale, let pixels):
      "\(surface.rawValue): \(IconPictureReason.text(points)) pt at @\(scale)x = \(pixels) px (\(surface.sizeFact))"
    case .iconNamed(let name): name.map { "the alternate icon “\($0)”" } ?? "the primary icon"
    case .considered(let file, let width, let height): "\(file): \(width) × \(height) px"
    case .unreadable(let file): "\(file): no readable PNG (ICON-121)"
    case .noFile(let name): "no file for “\(name)” in the bundle (ICON-112, ICON-115)"
    case .exact(let file): "\(file) has the right size (ICON-119)"
    case .scaled(let file): "\(file) is scaled, because no file has the size (ICON-120, ICON-180)"
    case .catalogSet(let set, let file):
      "app icon set “\(set)” of the catalog\(file.map { ": \($0)" } ?? "") (ICON-098)"
    case .compiledCatalog(let set):
      "app icon set “\(set)”, assumed to be in the compiled catalog, which cannot be read (ICON-181)"
    case .noCatalogSet(let set): "the catalog has no app icon set “\(set)”"
    case .catalogNameTooNew(let set): "CFBundleIconName “\(set)” is not read before iOS 11 (ICON-098, ICON-099)"
    case .onlyImageSet(let set): "“\(set)” is an image set of the catalog, which is not an app icon (ICON-124)"
    case .imageSetInPreview(let set): "the alert previews the image set “\(set)” (ICON-062, ICON-124)"
    case .noArtwork: "nothing to show: the generic placeholder (ICON-123)"
    case .noEntry(let name):
      "“\(Spelling.shortened(name))” has no dictionary that names a picture: the primary icon is drawn (ICON-282)"
    case .unchanged(let stored):
      "“\(stored ?? "the primary icon")” is stored, but has no artwork: the picture stays as it was (ICON-123)"
    case .declaredTwice(let name, let key):
      "“\(name)” is stored, but \(key) declares it by hand and the build adds it again: one report says that the picture stays as it "
        + "was (ICON-140)"
    case .unscaledName(let name, let file):
      "“\(name)” is stored, but \(file) has no @2x or @3x in its name: reports say that the picture stays as it was (ICON-257)"
    case .primaryUnnamed(let stored):
      "“\(stored)” is stored, but CFBundlePrimaryIcon names no picture: one report says that the picture stays as it was "
        + "(ICON-258)"
    case .stale(let surface, let stored, let fact):
      "\(stored.map { "“\($0)”" } ?? "the primary icon") is stored, but the \(surface.title)'s cache is stale (\(fact))"
    case .noAppearances(let appearance):
      "\(appearance.rawValue) icons need iOS \(appearance.first?.major ?? 0): the light icon is drawn (\(appearance.fact))"
    case .looseHasNoAppearance(let appearance):
      "loose files have no \(appearance.rawValue) picture, only catalog sets do (ICON-147): derived from the light "
        + "one (\(IconPictureReason.derivation(of: appearance)))"
    case .setHasNoAppearance(let appearance):
      "the set has no \(appearance.pictures.rawValue) picture: derived from the light one "
        + "(\(IconPictureReason.derivation(of: appearance)))"
    case .sizedEntriesWin(let appearance):
      "the set has a universal \(appearance.pictures.rawValue) picture, but it is not shown next to single-size light ones "
        + "(ICON-222)"
    case .hasAppearance(.clear): "the set has a tinted picture, from which the clear icon is derived (ICON-251)"
    case .hasAppearance(let appearance): "the set has a \(appearance.rawValue) picture (ICON-147)"
    case .composer(let name): "drawn from the layers of “\(name).icon” (ICON-148)"
    case .composerFlattened(let name):
      "before iOS 26, the flat picture that the build derives from “\(name).icon” (ICON-207), with a glass edge (ICON-255)"
    case .composerNotCompiled(let name):
      "“\(name).icon” is neither the primary icon nor named by the build settings: its layers stay uncompiled (ICON-149)"
    case .storeShowsPrimary(let chosen): "the App Store shows the primary icon, though “\(chosen)” is chosen (ICON-203)"
    case .noStoreArtwork: "no picture of 1024 px for the App Store (ICON-134)"
    }
  }

  /// Returns the fact about how the system derives an appearance from the light picture.
  private static func derivation(of appearance: IconAppearance) -> FactID {
    switch appearance {
    case .light, .dark, .tinted: "ICON-204"
    case .clear: "ICON-254"
    }
  }

  /// Formats points: `60`, `83.5`.
  private static func text(_ points: Double) -> String {
    points == points.rounded() ? String(Int(points)) : "\(points)"
  }
}

extension IconPictureReason {
  static func ofNone(_ name: String?, _ artwork: IconArtwork, _ package: PreparedPackage) -> [IconPictureReason] {
    guard let name, artwork.catalogName == nil, package.assetSet(named: name, .image) != nil else {
      return [.noArtwork]
    }
    return [.onlyImageSet(name), .noArtwork]
  }
}

/// A place that shows the icon of an app. The raw values are the names in scripts.
public enum IconSurface: String, Sendable, CaseIterable {
  case home
  case spotlight
  case settings
  case notification
  /// Above the app's card in the App Switcher (ICON-244).
  case switcher
  /// The Dock, which shows the same picture as a page (ICON-243).
  case dock
  /// The App Library, from iOS 14 on (ICON-245).
  case library
  /// The row of apps in the share sheet (ICON-243).
  case share
  /// The app's page in the store, which always shows the primary icon (ICON-203).
  case appStore

  /// Returns the side of the icon in points (ICON-132, ICON-133, ICON-134).
  public func points(on model: DeviceModel) -> Double {
    switch self {
    case .home, .dock, .library, .share: model.deviceClass == .iPhone ? 60 : model.hasLargeIcons ? 83.5 : 76
    case .spotlight: 40
    case .settings, .switcher: 29
    case .notification: 20
    case .appStore: 1024
    }
  }

  /// Pixels per point: those of the screen, or 1 for the store's artwork, which has one size (ICON-134).
  public func scale(on model: DeviceModel) -> Int { self == .appStore ? 1 : model.screenScale }

  /// Returns the side of the icon in pixels.
  public func pixels(on model: DeviceModel) -> Int { Int((points(on: model) * Double(scale(on: model))).rounded()) }

  /// Returns whether a device has the place: the App Library requires iOS 14 or iPadOS 15 (ICON-245).
  public func exists(in os: OSVersion, on model: DeviceModel) -> Bool {
    self != .library || os >= (model.deviceClass == .iPad ? .v15 : .v14)
  }

  /// Whether the surface uses the same picture as the Home Screen (ICON-243).
  public var takesPictureOfHome: Bool {
    switch self {
    case .dock, .library, .share: true
    case .home, .spotlight, .settings, .notification, .switcher, .appStore: false
    }
  }

  /// The fact about the icon's size in this place.
  var sizeFact: FactID {
    switch self {
    case .home: "ICON-132"
    case .spotlight, .settings, .notification: "ICON-133"
    case .switcher: "ICON-244"
    case .dock, .share: "ICON-243"
    case .library: "ICON-245"
    case .appStore: "ICON-134"
    }
  }

  /// The name for users.
  var title: String {
    switch self {
    case .home: "Home Screen"
    case .spotlight: "search"
    case .settings: "Settings app"
    case .notification: "Notification Center"
    case .switcher: "App Switcher"
    case .dock: "Dock"
    case .library: "App Library"
    case .share: "share sheet"
    case .appStore: "App Store"
    }
  }
}

/// The icon of an installed app: the stored name and the icon drawn on the Home Screen.
struct AppIcon: Hashable {
  /// The name in an outdated cache.
  struct Stale: Hashable {
    let name: String?
    /// The reason: ICON-158 or ICON-159.
    let fact: FactID
  }

  /// The stored name (ICON-152); nil for the primary icon.
  private(set) var storedName: String?
  /// The name of the visible picture: differs from the stored one if missing artwork leaves the picture unchanged
  /// (ICON-123).
  private(set) var shownName: String?
  /// The icon in the Home Screen's outdated cache (ICON-158); nil if it is up to date.
  private(set) var stale: Stale?
  /// The number of changes since the Home Screen redrew the icon (ICON-159).
  private var changes = 0

  /// Stores a name. Returns whether it differs from the previous one, and if so, whether another change came before.
  mutating func store(_ name: String?) -> (isChange: Bool, isLaterChange: Bool) {
    let isChange = name != storedName
    defer { if isChange { changes += 1 } }
    storedName = name
    return (isChange, isChange && changes > 0)
  }

  /// Shows the stored name's icon.
  mutating func show() { shownName = storedName }

  /// Keeps the icon that the Home Screen draws now.
  mutating func keepDrawn(because fact: FactID) { stale = stale ?? Stale(name: shownName, fact: fact) }

  /// Makes the icon jiggle, which renews a cache of ICON-158, not one of ICON-159.
  mutating func jiggle() { if stale?.fact == "ICON-158" { stale = nil } }

  /// Clears the Home Screen's cache after a reboot or a new installation.
  mutating func forgetDrawn() {
    stale = nil
    changes = 0
  }

  /// Redraws the icon after a new installation.
  /// - Parameter keepsName: whether the stored name survives it (ICON-153, ICON-154, ICON-156).
  mutating func install(keepsName: Bool) {
    if !keepsName { storedName = nil }
    shownName = nil
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).stored", storedName)
    state.write("\(path).shown", shownName)
    state.write("\(path).stale", stale.map { $0.name ?? "primary" })
    state.write("\(path).hasChanged", isSet: changes > 0)
  }
}
