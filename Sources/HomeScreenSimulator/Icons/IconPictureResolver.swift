internal import AppPackages
import PropertyLists

/// Finds the picture of an icon in a package, for a place on a device. It works on data only and reads no file, and what
/// it has found once the package keeps.
struct IconPictureResolver {
  let prepared: PreparedPackage
  let icons: IconDeclarations
  let model: DeviceModel
  let os: OSVersion

  init(_ prepared: PreparedPackage, model: DeviceModel, os: OSVersion) {
    self.prepared = prepared
    self.icons = prepared.icons(on: model.deviceClass)
    self.model = model
    self.os = os
  }

  /// The two kinds of artwork.
  private enum Kind {
    case catalog
    case loose
  }

  /// The set that the build takes for the primary icon: the setting's (ICON-136), usually `AppIcon`; nil when the
  /// setting was cleared (ICON-092), and for a built app, whose Info.plist names the set.
  var primarySet: String? {
    guard prepared.package.compiledCatalog == nil else { return nil }
    let name = prepared.package.settings["ASSETCATALOG_COMPILER_APPICON_NAME"] ?? "AppIcon"
    return name.isEmpty ? nil : name
  }

  /// The picture of an icon; nil is the primary one. Without artwork it is the placeholder.
  ///
  /// A set of the catalog comes before loose files (ICON-092, ICON-185); before iOS 11 loose files come first, because
  /// the system knows no catalog names (ICON-098, ICON-099). From 11 on an alternate may come from a compiled icon set
  /// (ICON-142).
  func picture(of name: String?, on surface: IconSurface, appearance: IconAppearance = .light) -> IconPicture {
    prepared.picture(key(name, surface, appearance, isPreview: false)) {
      guard surface != .appStore else { return storePicture(besides: name) }
      return find(name, on: surface, appearance, in: os >= .v11 ? [.catalog, .loose] : [.loose, .catalog])
    }
  }

  /// The picture in the alert: loose files come first (ICON-131), and an image set will do (ICON-062, ICON-124). It has the
  /// look of icons on the Home Screen (ICON-272).
  func preview(of name: String?, appearance: IconAppearance = .light) -> IconPicture {
    prepared.picture(key(name, .home, appearance, isPreview: true)) {
      var picture = find(name, on: .home, appearance, in: [.loose, .catalog])
      guard picture.isPlaceholder, let name, let set = prepared.assetSet(named: name, .image) else { return picture }
      picture.reasons.removeLast()
      picture.reasons.append(.imageSetInPreview(set.name))
      picture.isPlaceholder = false
      picture.source = .catalog
      picture.file = set.picture(forScale: model.screenScale)?.filename
      return picture
    }
  }

  /// Whether there is anything to show for an icon (ICON-123).
  func hasArtwork(_ name: String?) -> Bool {
    !picture(of: name, on: .home).isPlaceholder
  }

  private func key(
    _ name: String?, _ surface: IconSurface, _ appearance: IconAppearance, isPreview: Bool
  ) -> IconPictureKey {
    IconPictureKey(
      name: name.map { ExactText($0) }, surface: surface, appearance: appearance, isPreview: isPreview, model: model,
      os: os)
  }

  /// - Parameter kinds: the first one that has a picture is taken.
  private func find(
    _ name: String?, on surface: IconSurface, _ appearance: IconAppearance, in kinds: [Kind]
  ) -> IconPicture {
    var picture = blank(of: name, on: surface)
    let artwork = name.map(icons.artwork(of:)) ?? icons.primaryArtwork
    var wanted = appearance
    if !appearance.exists(in: os) {
      picture.reasons.append(.noAppearances(appearance))
      wanted = .light
    }
    for kind in kinds where picture.isPlaceholder {
      switch kind {
      case .catalog: useCatalog(artwork, wanted, &picture)
      case .loose: useLoose(artwork, wanted, &picture)
      }
    }
    if picture.isPlaceholder { picture.reasons.append(contentsOf: IconPictureReason.ofNone(name, artwork, prepared)) }
    return picture
  }

  private func blank(of name: String?, on surface: IconSurface) -> IconPicture {
    let pixels = surface.pixels(on: model)
    return IconPicture(
      file: nil, source: .placeholder, pixels: pixels, filePixels: nil, isScaled: false, isPlaceholder: true,
      iconName: name,
      reasons: [
        .wanted(
          surface: surface, points: surface.points(on: model), scale: surface.scale(on: model), pixels: pixels),
        .iconNamed(name),
      ])
  }

  // MARK: The store

  /// The primary icon's entry for the store (ICON-134), or its single picture (ICON-145); nothing else is that large.
  private func storePicture(besides chosen: String?) -> IconPicture {
    var picture = blank(of: nil, on: .appStore)
    if let chosen { picture.reasons.append(.storeShowsPrimary(chosen: chosen)) }
    let name = icons.primaryArtwork.catalogName ?? primarySet
    if let name, prepared.iconComposerSet(named: name) != nil {
      picture.useComposer(name, .light)
      return picture
    }
    guard let name, let set = prepared.assetSet(named: name, .appIcon) else {
      if prepared.package.hasUnknownCatalog, let name {
        picture.useCompiled(name)
      } else {
        picture.reasons.append(.noStoreArtwork)
      }
      return picture
    }
    let entries = set.entries.filter {
      $0.appearance == .any && ($0.idiom == "ios-marketing" || $0.idiom == "universal")
    }
    let best = IconCandidate.best(of: candidates(entries), for: picture.pixels)
    picture.reasons.append(.catalogSet(set.name, file: best?.file))
    if let best { picture.use(best, from: .catalog) } else { picture.reasons.append(.noStoreArtwork) }
    return picture
  }

  // MARK: Loose files

  private func useLoose(_ artwork: IconArtwork, _ appearance: IconAppearance, _ picture: inout IconPicture) {
    var found: [IconCandidate] = []
    Work.count(artwork.files.count * 6)
    for name in artwork.files {
      // Of the files that the name stands for the one for this device (ICON-115, ICON-180).
      guard let image = prepared.looseImage(named: name, on: model) else {
        picture.reasons.append(.noFile(named: name))
        continue
      }
      guard let header = image.header, header.format == .png, header.hasPixelSize else {
        picture.reasons.append(.unreadable(file: image.path))
        continue
      }
      picture.reasons.append(.considered(file: image.path, width: header.width, height: header.height))
      found.append(IconCandidate(file: image.path, width: header.width, height: header.height))
    }
    guard let best = IconCandidate.best(of: found, for: picture.pixels) else { return }
    if appearance != .light { picture.reasons.append(.looseHasNoAppearance(appearance)) }
    picture.use(best, from: .loose)
    if let name = composer(behind: best.file) { picture.isMadeFlat(of: name) }
  }

  /// The Icon Composer file of which the build has made a loose picture: the primary icon (ICON-146, ICON-207).
  private func composer(behind file: String) -> String? {
    guard let name = primarySet, file.hasPrefix(name), prepared.package.resources[file]?.source == nil,
      prepared.iconComposerSet(named: name) != nil, prepared.assetSet(named: name, .appIcon) == nil
    else { return nil }
    return name
  }
}
