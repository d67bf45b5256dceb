internal import AppPackages
import PropertyLists

/// Pictures from the sets of an asset catalog.
extension IconPictureResolver {
  func useCatalog(
    _ artwork: IconArtwork, _ appearance: IconAppearance, _ picture: inout IconPicture
  ) -> Bool {
    let isPrimary = picture.iconName == nil
    if let name = artwork.catalogName, os < .v11, !isPrimary || !isExported(name, artwork) {
      picture.reasons.append(.catalogNameTooNew(name))
      return false
    }
    // The build adds the primary icon's entry by itself (ICON-091, ICON-092).
    guard let name = artwork.catalogName ?? (isPrimary ? primarySet : nil) else {
      return false
    }
    let set = prepared.assetSet(named: name, .appIcon)
    if prepared.iconComposerSet(named: name) != nil {
      if useComposer(name, appearance, isPrimary: isPrimary, hasSet: set != nil, &picture) { return true }
      guard set != nil, os < .v26 else { return false }
    }
    if let set {
      let best = best(in: set, appearance, &picture)
      picture.reasons.append(.catalogSet(set.name, file: best?.file))
      guard let best else { return false }
      picture.use(best, from: .catalog)
      return true
    }
    if prepared.package.hasUnknownCatalog, artwork.catalogName != nil {
      picture.useCompiled(name)
      return true
    }
    if artwork.catalogName != nil {
      picture.reasons.append(prepared.assetSet(named: name, .image) == nil ? .noCatalogSet(name) : .onlyImageSet(name))
    }
    return false
  }

  /// Whether the build has written the set out as loose files too: then the entry lists them by the set's name and their
  /// size, such as `AppIcon60x60` (ICON-146).
  private func isExported(_ name: String, _ artwork: IconArtwork) -> Bool {
    Work.count(artwork.files.count)
    return artwork.files.contains { file in
      guard file.utf8.starts(with: name.utf8) else { return false }
      let sides = file.utf8.dropFirst(name.utf8.count).split(
        separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
      return sides.count == 2 && sides.allSatisfy { Double(Substring($0)) != nil }
    }
  }

  /// An Icon Composer file: drawn from its layers from iOS 26 on (ICON-148); before, the set of the same name, else the
  /// flat picture that the build makes of it (ICON-207). One that is not the primary icon must be compiled (ICON-149).
  private func useComposer(
    _ name: String, _ appearance: IconAppearance, isPrimary: Bool, hasSet: Bool, _ picture: inout IconPicture
  ) -> Bool {
    if os < .v26, hasSet { return false }
    guard isPrimary || isCompiled(name) else {
      picture.reasons.append(.composerNotCompiled(name))
      return false
    }
    if os < .v26 { picture.reasons.append(.composerFlattened(name)) }
    picture.useComposer(name, os < .v26 ? .light : appearance)
    return true
  }

  /// Whether the set is in the compiled catalog, or will be: the build settings name it as an alternate, or include all
  /// (ICON-206).
  private func isCompiled(_ name: String) -> Bool {
    if prepared.package.compiledCatalog != nil { return true }
    let settings = prepared.package.iconBuildSettings
    Work.count(settings.alternates.count)
    return settings.includesAll || settings.alternates.contains { ExactText.isSame($0, name) }
  }

  /// The set's picture of the appearance (ICON-147), else its light one, which the system darkens or tints (ICON-204).
  private func best(
    in set: AssetSet, _ appearance: IconAppearance, _ picture: inout IconPicture
  ) -> IconCandidate? {
    let wanted: AssetEntry.Appearance =
      switch appearance {
      case .light: .any
      case .dark: .dark
      case .tinted: .tinted
      }
    if wanted != .any {
      let pictures = own(set.entries, wanted)
      if sizedEntriesWin(over: pictures, in: set) {
        picture.reasons.append(.sizedEntriesWin(appearance))
      } else if let best = IconCandidate.best(of: candidates(pictures), for: picture.pixels) {
        picture.appearance = appearance
        picture.reasons.append(.hasAppearance(appearance))
        return best
      } else {
        picture.reasons.append(.setHasNoAppearance(appearance))
      }
    }
    return IconCandidate.best(of: candidates(own(set.entries, .any)), for: picture.pixels)
  }

  /// Beside light entries of the device's own sizes, a universal picture of another appearance is never shown (ICON-222).
  private func sizedEntriesWin(over pictures: [AssetEntry], in set: AssetSet) -> Bool {
    Work.count(set.entries.count)
    guard !pictures.isEmpty, pictures.allSatisfy({ $0.idiom == "universal" }) else { return false }
    return set.entries.contains {
      $0.filename != nil && $0.appearance == .any && $0.idiom == model.deviceClass.idiom && $0.size != nil
    }
  }

  /// The pictures of a set that serve this device: its own idiom's and the universal ones, else all. Those that the build's
  /// Xcode passes over are in no catalog (ICON-145).
  private func own(_ entries: [AssetEntry], _ appearance: AssetEntry.Appearance) -> [AssetEntry] {
    Work.count(entries.count * 4)
    let idiom = model.deviceClass.idiom
    let xcode = prepared.package.iconBuildSettings.xcodeVersion
    let pictures = entries.filter { $0.filename != nil && $0.appearance == appearance && $0.isKnown(to: xcode) }
    let own = pictures.filter { $0.idiom == idiom || $0.idiom == "universal" }
    let usable = own.isEmpty ? pictures : own
    // 40 pt at @3x has as many pixels as 60 pt at @2x; the screen's own scale is meant.
    return usable.filter { $0.scale == model.screenScale } + usable.filter { $0.scale != model.screenScale }
  }

  func candidates(_ entries: [AssetEntry]) -> [IconCandidate] { entries.compactMap { IconCandidate($0) } }
}
