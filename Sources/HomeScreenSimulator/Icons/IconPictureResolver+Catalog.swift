internal import AppPackages
import PropertyLists

/// Pictures from the sets of an asset catalog.
extension IconPictureResolver {
  func useCatalog(_ artwork: IconArtwork, _ appearance: IconAppearance, _ picture: inout IconPicture) {
    // What the build has written out for older systems is loose (ICON-146).
    if let name = artwork.catalogName, os < .v11 {
      picture.reasons.append(.catalogNameTooNew(name))
      return
    }
    // The build adds the primary icon's entry by itself (ICON-091, ICON-092).
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

  /// An Icon Composer file: drawn from its layers from iOS 26 on (ICON-148); before, where no set has its name, the flat
  /// picture that the build makes of it (ICON-207). One that is not the primary icon must be compiled (ICON-149). That the
  /// app's own screens keep the old design (`UIDesignRequiresCompatibility`) does not matter (ICON-256).
  private func useComposer(_ name: String, _ appearance: IconAppearance, _ picture: inout IconPicture) {
    guard picture.iconName == nil || isCompiled(name) else {
      picture.reasons.append(.composerNotCompiled(name))
      return
    }
    picture.useComposer(name, os < .v26 ? .light : appearance, isFlattened: os < .v26)
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

  /// Next to light entries of the device's own sizes, a universal one of another appearance is never shown (ICON-222).
  private func sizedEntriesWin(over pictures: [AssetEntry], in set: AssetSet) -> Bool {
    Work.count(set.entries.count)
    guard !pictures.isEmpty, pictures.allSatisfy({ $0.idiom == "universal" }) else { return false }
    return set.entries.contains {
      $0.filename != nil && $0.appearance == .any && $0.idiom == model.deviceClass.idiom
    }
  }

  /// The pictures of a set that serve this device: its own idiom's and the universal ones, else all (ICON-230). Those that
  /// the build's Xcode passes over are in no catalog (ICON-145).
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
