internal import AppPackages
import PropertyLists

/// Finds the picture of an icon in a package, for a place on a device. It works on data only and reads no file; the
/// package caches the results.
struct IconPictureResolver {
  let prepared: PreparedPackage
  let icons: IconDeclarations
  let model: DeviceModel
  let os: OSVersion

  init(_ prepared: PreparedPackage, model: DeviceModel, os: OSVersion) {
    self.prepared = prepared
    self.icons = prepared.icons(on: model.deviceClass)
    (self.model, self.os) = (model, os)
  }

  /// The two kinds of artwork.
  private enum Kind {
    case catalog
    case loose
  }

  /// The set that the build uses for the primary icon: the setting's (ICON-136), usually `AppIcon`; nil if the setting
  /// was cleared (ICON-092), and for a built app with a set in its Info.plist.
  var primarySet: String? {
    guard prepared.package.compiledCatalog == nil else { return nil }
    let name = prepared.package.settings["ASSETCATALOG_COMPILER_APPICON_NAME"] ?? "AppIcon"
    return name.isEmpty ? nil : name
  }

  /// Returns the picture of an icon; nil means the primary one. Without artwork, returns the placeholder.
  ///
  /// A set of the catalog has priority over loose files (ICON-092, ICON-185). Before iOS 11 loose files have priority,
  /// because the system does not know catalog names (ICON-098, ICON-099). Later, an alternate may use a compiled icon set (ICON-142).
  func picture(of name: String?, on surface: IconSurface, appearance: IconAppearance = .light) -> IconPicture {
    prepared.picture(key(name, surface, appearance, isPreview: false)) {
      guard surface != .appStore else { return storePicture(besides: name) }
      return find(name, on: surface, appearance, in: os >= .v11 ? [.catalog, .loose] : [.loose, .catalog])
    }
  }

  /// Returns the picture in the alert: loose files have priority (ICON-131), and an image set is allowed (ICON-062,
  /// ICON-124). Its appearance is that of icons on the Home Screen (ICON-272).
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

  /// Returns whether an icon has artwork (ICON-123).
  func hasArtwork(_ name: String?) -> Bool { !picture(of: name, on: .home).isPlaceholder }

  private func key(
    _ name: String?, _ surface: IconSurface, _ appearance: IconAppearance, isPreview: Bool
  ) -> IconPictureKey {
    IconPictureKey(
      name: name.map { ExactText($0) }, surface: surface, appearance: appearance, isPreview: isPreview, model: model,
      os: os)
  }

  /// - Parameter kinds: the kinds in order; the first one with a picture is used.
  private func find(
    _ chosen: String?, on surface: IconSurface, _ appearance: IconAppearance, in kinds: [Kind]
  ) -> IconPicture {
    let name = chosen.flatMap { icons.lacksEntry($0) ? nil : $0 }
    var picture = blank(of: name, on: surface)
    if let chosen, name == nil { picture.reasons.append(.noEntry(chosen)) }
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
        .wanted(surface: surface, points: surface.points(on: model), scale: surface.scale(on: model), pixels: pixels),
        .iconNamed(name),
      ])
  }

  // MARK: The store

  /// Returns the primary icon's entry for the store (ICON-134), or its single picture (ICON-145): no other is as large.
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
      // The file for this device among those of the name (ICON-115, ICON-180).
      guard let image = prepared.looseImage(named: name, on: model) else {
        picture.reasons.append(.noFile(named: name))
        continue
      }
      guard let header = image.header, header.canBeIcon else {
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

  /// Returns the Icon Composer file that the build used for a loose picture: the primary icon (ICON-146, ICON-207).
  private func composer(behind file: String) -> String? {
    guard let name = primarySet, file.hasPrefix(name), prepared.package.resources[file]?.source == nil,
      prepared.iconComposerSet(named: name) != nil, prepared.assetSet(named: name, .appIcon) == nil
    else { return nil }
    return name
  }
}

/// Pictures from the sets of an asset catalog.
extension IconPictureResolver {
  func useCatalog(_ artwork: IconArtwork, _ appearance: IconAppearance, _ picture: inout IconPicture) {
    // The files that the build writes for older systems are loose (ICON-146).
    if let name = artwork.catalogName, os < .v11 {
      picture.reasons.append(.catalogNameTooNew(name))
      return
    }
    // The build adds the primary icon's entry (ICON-091, ICON-092).
    guard let name = artwork.catalogName ?? (picture.iconName == nil ? primarySet : nil) else { return }
    let set = prepared.assetSet(named: name, .appIcon)
    if prepared.iconComposerSet(named: name) != nil, os >= .v26 || set == nil {
      useComposer(name, appearance, &picture)
    } else if let set {
      let best = best(in: set, appearance, &picture)
      picture.reasons.append(.catalogSet(set.name, file: best?.file))
      if let best { picture.use(best, from: .catalog) }
    } else if artwork.catalogName != nil {
      if prepared.package.hasUnknownCatalog { return picture.useCompiled(name) }
      picture.reasons.append(prepared.assetSet(named: name, .image) == nil ? .noCatalogSet(name) : .onlyImageSet(name))
    }
  }

  /// Uses an Icon Composer file: drawn from its layers from iOS 26 on (ICON-148); before that, if no set has its name,
  /// the flat pictures that the build makes from it (ICON-207). Icons other than the primary one must be compiled
  /// (ICON-149). An old design of the app's own screens (`UIDesignRequiresCompatibility`) does not matter (ICON-256).
  private func useComposer(_ name: String, _ appearance: IconAppearance, _ picture: inout IconPicture) {
    guard picture.iconName == nil || isCompiled(name) else {
      picture.reasons.append(.composerNotCompiled(name))
      return
    }
    picture.useComposer(name, appearance, isFlattened: os < .v26)
  }

  /// Returns whether the set is or will be in the compiled catalog: the build settings name it as an alternate, or
  /// include all (ICON-206).
  private func isCompiled(_ name: String) -> Bool {
    if prepared.package.compiledCatalog != nil { return true }
    let settings = prepared.package.iconBuildSettings
    Work.count(settings.alternates.count)
    return settings.includesAll || settings.alternates.contains { ExactText.isSame($0, name) }
  }

  /// Returns the set's picture of the appearance (ICON-147), or its light one, which the system adapts (ICON-204).
  private func best(in set: AssetSet, _ appearance: IconAppearance, _ picture: inout IconPicture) -> IconCandidate? {
    let wanted: AssetEntry.Appearance =
      switch appearance {
      case .light: .any
      case .dark: .dark
      case .tinted, .clear: .tinted
      }
    if wanted != .any {
      let pictures = own(set.entries, wanted)
      if sizedEntriesWin(over: pictures, in: set) {
        picture.reasons.append(.sizedEntriesWin(appearance))
      } else if let best = IconCandidate.best(of: candidates(pictures), for: picture.pixels) {
        picture.appearance = appearance.pictures
        picture.reasons.append(.hasAppearance(appearance))
        return best
      } else {
        picture.reasons.append(.setHasNoAppearance(appearance))
      }
    }
    return IconCandidate.best(of: candidates(own(set.entries, .any)), for: picture.pixels)
  }

  /// Returns whether light entries of the device's own sizes hide universal ones of other appearances (ICON-222).
  private func sizedEntriesWin(over pictures: [AssetEntry], in set: AssetSet) -> Bool {
    Work.count(set.entries.count)
    guard !pictures.isEmpty, pictures.allSatisfy({ $0.idiom == "universal" }) else { return false }
    return set.entries.contains {
      $0.filename != nil && $0.appearance == .any && $0.idiom == model.deviceClass.idiom
    }
  }

  /// Returns the pictures of a set for this device: for its idiom and universal ones, otherwise all (ICON-230).
  /// Pictures that the build's Xcode ignores are not in a catalog (ICON-145).
  private func own(_ entries: [AssetEntry], _ appearance: AssetEntry.Appearance) -> [AssetEntry] {
    Work.count(entries.count * 4)
    let idiom = model.deviceClass.idiom
    let xcode = prepared.package.iconBuildSettings.xcodeVersion
    let pictures = entries.filter { $0.filename != nil && $0.appearance == appearance && $0.isKnown(to: xcode) }
    let own = pictures.filter { $0.idiom == idiom || $0.idiom == "universal" }
    let usable = own.isEmpty ? pictures : own
    // 40 pt at @3x has as many pixels as 60 pt at @2x; the screen's own scale has priority.
    return usable.filter { $0.scale == model.screenScale } + usable.filter { $0.scale != model.screenScale }
  }

  func candidates(_ entries: [AssetEntry]) -> [IconCandidate] { entries.compactMap { IconCandidate($0) } }
}

/// The pictures on the Home Screen.
extension Device {
  func pictureResolver(for record: AppRecord) -> IconPictureResolver {
    IconPictureResolver(record.prepared, model: model, os: os)
  }

  /// Draws the stored icon, or keeps the current picture (ICON-123, ICON-140).
  func showIcon(of record: AppRecord) {
    let name = record.icon.storedName
    if let kept = reasonToKeepPicture(of: record, for: name) {
      note(
        .quirk(.pictureUnchanged), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: kept.fact)
      return
    }
    record.icon.show()
    if record.icon.stale == nil {
      let isPlaceholder = picture(of: record, on: .home).isPlaceholder
      note(
        .icon(.shown), app: record.bundleIdentifier,
        .fields(
          [TraceDetail.Field(.name, .init(name))]
            + (isPlaceholder ? [TraceDetail.Field(.reason, .string("placeholder, it has no picture"))] : [])),
        fact: isPlaceholder ? "ICON-123" : "ICON-173")
    }
  }

  /// Returns the picture of an app in one of its places.
  func picture(of record: AppRecord, on surface: IconSurface, appearance: IconAppearance = .light) -> IconPicture {
    if let kept = keptPicture(of: record, on: surface, appearance: appearance) { return kept }
    let resolver = pictureResolver(for: record)
    if surface == .home || surface == .dock, let stale = record.icon.stale {
      return resolver.picture(of: stale.name, on: surface, appearance: appearance)
        .unchanged(because: .stale(.home, stored: record.icon.storedName, fact: stale.fact))
    }
    let picture = resolver.picture(of: record.icon.shownName, on: surface, appearance: appearance)
    guard surface != .appStore, record.icon.shownName != record.icon.storedName else { return picture }
    let kept = reasonToKeepPicture(of: record, for: record.icon.storedName)
    return picture.unchanged(because: kept?.reason ?? .unchanged(stored: record.icon.storedName))
  }

  /// Returns why the Home Screen keeps its picture although the name is stored, or nil if the picture changes.
  func reasonToKeepPicture(of record: AppRecord, for name: String?) -> (reason: IconPictureReason, fact: FactID)? {
    guard let name else { return nil }
    let key = record.prepared.icons(on: deviceClass).key
    if record.prepared.package.alternatesDeclaredTwice[key]?.contains(ExactText(name)) == true {
      return (.declaredTwice(name, key: key), "ICON-140")
    }
    if let reported = reportedReasonToKeep(of: record, for: name) { return reported }
    guard keepsPictureWithoutArtwork, !pictureResolver(for: record).hasArtwork(name) else { return nil }
    return (.unchanged(stored: name), "ICON-123")
  }

  /// Returns the reason known from single reports, if its condition is on: a name without a scale (ICON-257), a primary
  /// icon without a name (ICON-258).
  private func reportedReasonToKeep(
    of record: AppRecord, for name: String
  ) -> (reason: IconPictureReason, fact: FactID)? {
    if conditions.needsPrimaryIconName {
      let primary = record.prepared.icons(on: deviceClass).primaryArtwork
      if primary.files.isEmpty, primary.catalogName == nil { return (.primaryUnnamed(stored: name), "ICON-258") }
    }
    guard conditions.needsScaledNames else { return nil }
    let picture = pictureResolver(for: record).picture(of: name, on: .home)
    guard picture.source == .loose, let file = picture.file, !file.contains("@2x"), !file.contains("@3x") else {
      return nil
    }
    return (.unscaledName(name, file: file), "ICON-257")
  }

  private var keepsPictureWithoutArtwork: Bool {
    switch conditions.missingArtwork {
    case .unchanged: true
    case .placeholder: false
    case .byVersion: os < .v11
    }
  }
}

extension IconPicture {
  func unchanged(because reason: IconPictureReason) -> IconPicture {
    var picture = self
    if !picture.isPlaceholder { picture.source = .unchanged }
    picture.reasons.append(reason)
    return picture
  }
}
