internal import AppPackages
import PropertyLists

/// One line of the explanation of a picture; written out only when somebody reads it.
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
  case unchanged(stored: String?)
  case declaredTwice(String, key: String)
  case unscaledName(String, file: String)
  case primaryUnnamed(stored: String)
  case stale(IconSurface, stored: String?, fact: FactID)

  /// Whether it says what was looked for, and not what was found.
  var isQuestion: Bool {
    switch self {
    case .wanted, .iconNamed: true
    case .considered, .unreadable, .noFile, .exact, .scaled, .catalogSet, .compiledCatalog, .noCatalogSet,
      .catalogNameTooNew, .onlyImageSet, .imageSetInPreview, .noAppearances, .looseHasNoAppearance, .setHasNoAppearance,
      .sizedEntriesWin, .hasAppearance, .composer, .composerFlattened, .composerNotCompiled, .storeShowsPrimary,
      .noStoreArtwork,
      .noArtwork, .unchanged, .declaredTwice, .unscaledName, .primaryUnnamed, .stale:
      false
    }
  }

  /// Whether the system has to make the look out of the light picture.
  var isDerivation: Bool {
    switch self {
    case .looseHasNoAppearance, .setHasNoAppearance, .sizedEntriesWin: true
    case .wanted, .iconNamed, .considered, .unreadable, .noFile, .exact, .scaled, .catalogSet, .compiledCatalog,
      .noCatalogSet, .catalogNameTooNew, .onlyImageSet, .imageSetInPreview, .noAppearances, .hasAppearance, .composer,
      .composerFlattened, .composerNotCompiled, .storeShowsPrimary, .noStoreArtwork, .noArtwork, .unchanged,
      .declaredTwice, .unscaledName, .primaryUnnamed, .stale:
      false
    }
  }

  /// Whether the model does not know what exactly is drawn: pictures that the system derives by itself, what lies in a
  /// catalog that cannot be read, and what is only reported.
  var isDoubtful: Bool {
    switch self {
    case .compiledCatalog, .looseHasNoAppearance, .setHasNoAppearance, .composer, .composerFlattened, .declaredTwice,
      .unscaledName,
      .primaryUnnamed:
      true
    case .wanted, .iconNamed, .considered, .unreadable, .noFile, .exact, .scaled, .catalogSet, .noCatalogSet,
      .catalogNameTooNew, .onlyImageSet, .imageSetInPreview, .noAppearances, .sizedEntriesWin, .hasAppearance,
      .composerNotCompiled, .storeShowsPrimary, .noStoreArtwork, .noArtwork, .unchanged, .stale:
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
    case .scaled(let file): "\(file) is scaled, no file has the size (ICON-120, ICON-180)"
    case .catalogSet(let set, let file):
      "app icon set “\(set)” of the catalog\(file.map { ": \($0)" } ?? "") (ICON-098)"
    case .compiledCatalog(let set):
      "app icon set “\(set)”, assumed to be in the compiled catalog, which cannot be read (ICON-181)"
    case .noCatalogSet(let set): "the catalog has no app icon set “\(set)”"
    case .catalogNameTooNew(let set): "CFBundleIconName “\(set)” is not read before iOS 11 (ICON-098, ICON-099)"
    case .onlyImageSet(let set): "“\(set)” is an image set of the catalog, which is not an app icon (ICON-124)"
    case .imageSetInPreview(let set): "the alert previews the image set “\(set)” (ICON-062, ICON-124)"
    case .noArtwork: "nothing to show: the generic placeholder (ICON-123)"
    case .unchanged(let stored):
      "“\(stored ?? "the primary icon")” is stored, but has no artwork: the picture stays as it was (ICON-123)"
    case .declaredTwice(let name, let key):
      "“\(name)” is stored, but \(key) declares it by hand and the build adds it again: one report says that the picture stays as it "
        + "was (ICON-140)"
    case .unscaledName(let name, let file):
      "“\(name)” is stored, but \(file) has no @2x or @3x in its name: reports say that the picture stays as it was (ICON-257)"
    case .primaryUnnamed(let stored):
      "“\(stored)” is stored, but CFBundlePrimaryIcon names no picture: reports say that the picture stays as it was "
        + "(ICON-258)"
    case .stale(let surface, let stored, let fact):
      "\(stored.map { "“\($0)”" } ?? "the primary icon") is stored, but the \(surface.title)'s cache is stale (\(fact))"
    case .noAppearances(let appearance):
      "\(appearance.rawValue) icons begin with iOS \(appearance.first?.major ?? 0): the usual one (\(appearance.fact))"
    case .looseHasNoAppearance(let appearance):
      "loose files have no \(appearance.rawValue) picture, only catalog sets do (ICON-147): derived from the light "
        + "one (\(IconPictureReason.derivation(of: appearance)))"
    case .setHasNoAppearance(let appearance):
      "the set has no \(appearance.pictures.rawValue) picture: derived from the light one "
        + "(\(IconPictureReason.derivation(of: appearance)))"
    case .sizedEntriesWin(let appearance):
      "the set has a universal \(appearance.pictures.rawValue) picture, but it is not shown next to light ones of single sizes "
        + "(ICON-222)"
    case .hasAppearance(.clear): "the set has a tinted picture, from which the clear icon is derived (ICON-251)"
    case .hasAppearance(let appearance): "the set has a \(appearance.rawValue) picture (ICON-147)"
    case .composer(let name): "drawn from the layers of “\(name).icon” (ICON-148)"
    case .composerFlattened(let name):
      "before iOS 26 the flat picture that the build derives from “\(name).icon” (ICON-207), with the edge of glass (ICON-255)"
    case .composerNotCompiled(let name):
      "“\(name).icon” is neither the primary icon nor named by the build settings: its layers stay uncompiled (ICON-149)"
    case .storeShowsPrimary(let chosen): "the store shows the primary icon, though “\(chosen)” is chosen (ICON-203)"
    case .noStoreArtwork: "no picture of 1024 px for the store (ICON-134)"
    }
  }

  /// The fact by which the system makes a look of the light picture.
  private static func derivation(of appearance: IconAppearance) -> FactID {
    switch appearance {
    case .light, .dark, .tinted: "ICON-204"
    case .clear: "ICON-254"
    }
  }

  /// `60`, `83.5`.
  private static func text(_ points: Double) -> String {
    points == points.rounded() ? String(Int(points)) : "\(points)"
  }
}

extension IconPictureReason {
  /// What there is to say of an icon that has no picture.
  static func ofNone(_ name: String?, _ artwork: IconArtwork, _ package: PreparedPackage) -> [IconPictureReason] {
    guard let name, artwork.catalogName == nil, package.assetSet(named: name, .image) != nil else {
      return [.noArtwork]
    }
    return [.onlyImageSet(name), .noArtwork]
  }
}
