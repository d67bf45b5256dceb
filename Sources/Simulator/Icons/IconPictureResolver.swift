internal import AppPackages

/// Finds the picture of an icon in a package, for a place on a device. It works on data only and reads no file.
struct IconPictureResolver {
  let package: AppPackage
  let icons: IconDeclarations
  let model: DeviceModel
  let os: OSVersion

  /// Which of the two kinds of artwork is taken when both are there.
  private enum Preference {
    case catalog
    case loose
  }

  /// The set that the build takes for the primary icon: the setting's (ICON-136), usually `AppIcon`; nil when the
  /// setting was cleared (ICON-092).
  private var primarySet: String? {
    let name = package.settings["ASSETCATALOG_COMPILER_APPICON_NAME"] ?? "AppIcon"
    return name.isEmpty ? nil : name
  }

  /// The picture of an icon; nil is the primary one. Without artwork it is the placeholder.
  ///
  /// A set of the catalog comes before loose files (ICON-092, ICON-185); before iOS 11 loose files come first, because
  /// the system knows no catalog names (ICON-098, ICON-099).
  func picture(of name: String?, on surface: IconSurface) -> IconPicture {
    picture(of: name, on: surface, preferring: os >= .v11 ? .catalog : .loose)
  }

  /// The picture in the alert: loose files come first (ICON-131), and an image set will do (ICON-062, ICON-124).
  func preview(of name: String?) -> IconPicture {
    var picture = picture(of: name, on: .home, preferring: .loose)
    guard picture.placeholder, let name, let set = set(named: name, .image) else { return picture }
    picture.reasons.removeLast()
    picture.reasons.append(.imageSetInPreview(set.name))
    picture.placeholder = false
    picture.source = .catalog
    picture.scaled = false
    return picture
  }

  /// Whether there is anything to show for an icon (ICON-123).
  func hasArtwork(_ name: String?) -> Bool {
    !picture(of: name, on: .home).placeholder
  }

  private func picture(of name: String?, on surface: IconSurface, preferring preference: Preference) -> IconPicture {
    let pixels = surface.pixels(on: model)
    var picture = IconPicture(
      file: nil, source: .placeholder, pixels: pixels, filePixels: nil, scaled: false, placeholder: true,
      iconName: name,
      reasons: [
        .wanted(surface: surface, points: surface.points(on: model), scale: model.screenScale, pixels: pixels),
        .iconNamed(name),
      ])
    let artwork = name.map(icons.artwork(of:)) ?? icons.primaryArtwork
    let found =
      switch preference {
      case .catalog:
        useCatalog(artwork, isPrimary: name == nil, &picture) || useLoose(artwork, &picture)
      case .loose:
        useLoose(artwork, &picture) || useCatalog(artwork, isPrimary: name == nil, &picture)
      }
    if !found {
      if let name, artwork.catalogName == nil, set(named: name, .image) != nil {
        picture.reasons.append(.onlyImageSet(name))
      }
      picture.reasons.append(.noArtwork)
    }
    return picture
  }

  // MARK: Loose files

  private func useLoose(_ artwork: IconArtwork, _ picture: inout IconPicture) -> Bool {
    var candidates: [IconCandidate] = []
    for name in artwork.files {
      guard let image = variant(of: name) else {
        picture.reasons.append(.noFile(named: name))
        continue
      }
      guard let header = image.header, header.format == .png, header.hasPixelSize else {
        picture.reasons.append(.unreadable(file: image.path))
        continue
      }
      picture.reasons.append(.considered(file: image.path, width: header.width, height: header.height))
      candidates.append(IconCandidate(file: image.path, width: header.width, height: header.height))
    }
    guard let best = IconCandidate.best(of: candidates, for: picture.pixels) else { return false }
    picture.use(best, from: .loose)
    return true
  }

  /// Of the files that a name stands for: the device's own before the common one, and the screen's scale before a
  /// higher and a lower one (ICON-115, ICON-180).
  func variant(of name: String) -> LooseImage? {
    let images = package.looseImages(named: name, for: model.deviceClass)
    return images.min { rank($0) < rank($1) }
  }

  private func rank(_ image: LooseImage) -> (Int, Int, Int) {
    let distance =
      image.scale == model.screenScale ? 0 : image.scale > model.screenScale ? image.scale : 10 - image.scale
    return (image.header == nil ? 1 : 0, image.deviceSuffix == model.deviceClass.suffix ? 0 : 1, distance)
  }

  // MARK: The catalog

  private func useCatalog(_ artwork: IconArtwork, isPrimary: Bool, _ picture: inout IconPicture) -> Bool {
    if let name = artwork.catalogName, !isPrimary, os < .v11 {
      picture.reasons.append(.catalogNameTooNew(name))
      return false
    }
    // The build adds the primary icon's entry by itself (ICON-091, ICON-092).
    guard let name = artwork.catalogName ?? (isPrimary ? primarySet : nil) else {
      return false
    }
    if let set = set(named: name, .appIcon) {
      let candidate = IconCandidate.best(of: candidates(in: set), for: picture.pixels)
      picture.reasons.append(.catalogSet(set.name, file: candidate?.file))
      guard let candidate else { return false }
      picture.use(candidate, from: .catalog)
      return true
    }
    if package.hasCompiledCatalog, artwork.catalogName != nil {
      picture.reasons.append(.compiledCatalog(name))
      picture.source = .catalog
      picture.placeholder = false
      return true
    }
    if artwork.catalogName != nil {
      picture.reasons.append(set(named: name, .image) == nil ? .noCatalogSet(name) : .onlyImageSet(name))
    }
    return false
  }

  private func set(named name: String, _ kind: AssetSet.Kind) -> AssetSet? {
    package.catalog?.set(named: name, kind: kind)
  }

  /// The pictures of a set that serve this device: its own idiom's and the universal ones, else all.
  private func candidates(in set: AssetSet) -> [IconCandidate] {
    let idiom = model.deviceClass == .iPhone ? "iphone" : "ipad"
    let pictures = set.entries.filter { $0.filename != nil && $0.appearance == .any }
    let own = pictures.filter { $0.idiom == idiom || $0.idiom == "universal" }
    let usable = own.isEmpty ? pictures : own
    // 40 pt at @3x has as many pixels as 60 pt at @2x; the screen's own scale is meant.
    let ordered = usable.filter { $0.scale == model.screenScale } + usable.filter { $0.scale != model.screenScale }
    return ordered.compactMap { entry in
      guard let file = entry.filename, let size = entry.pixelSize ?? nominalSize(entry) else { return nil }
      // A catalog may claim any size; anything beyond this is no picture.
      let possible = 1...Double(ImageHeader.maximumDimension)
      guard possible.contains(size.width), possible.contains(size.height) else { return nil }
      return IconCandidate(file: file, width: Int(size.width), height: Int(size.height))
    }
  }

  /// The size that the entry asks for, where the picture's own is not known. A single-size entry is 1024 px
  /// (ICON-145).
  private func nominalSize(_ entry: AssetEntry) -> AssetEntry.Size? {
    guard let size = entry.size else { return AssetEntry.Size(width: 1024, height: 1024) }
    let scale = Double(entry.scale ?? 1)
    return AssetEntry.Size(width: size.width * scale, height: size.height * scale)
  }
}

extension IconPicture {
  fileprivate mutating func use(_ candidate: IconCandidate, from source: Source) {
    file = candidate.file
    self.source = source
    filePixels = candidate.side
    scaled = !candidate.isExact(pixels)
    placeholder = false
    reasons.append(scaled ? .scaled(file: candidate.file) : .exact(file: candidate.file))
  }
}
