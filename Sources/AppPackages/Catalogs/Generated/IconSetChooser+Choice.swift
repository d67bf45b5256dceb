import PropertyLists

/// What is to be said of the sets that the settings choose, and of those that they leave.
extension IconSetChooser {
  mutating func warnAboutChoice() {
    noteSetsNotCompiled()
    noteSetsOnlyByIncludeAll()
    warnAboutIconComposer()
    noteSetsOfOneName()
  }

  /// Sets that nobody names are perhaps those of other configurations.
  private mutating func noteSetsNotCompiled() {
    guard !settings.includesAll else { return }
    // One that is named in other letters is told of already.
    let named = Set(([settings.primary].compactMap(\.self) + settings.alternates).map { $0.lowercased() })
    let left = iconSets.filter { !named.contains($0.name.lowercased()) && hasPicture($0) }.map(\.name)
    guard !left.isEmpty else { return }
    warn(
      .iconSetNotCompiled,
      "\(Self.list(left)) \(left.count == 1 ? "is" : "are") not compiled: neither the primary icon nor an alternate",
      severity: .note,
      hint: "a set named in \(Self.alternatesSetting) is an alternate (ICON-137); the icon of another "
        + "configuration is correctly left out")
  }

  private mutating func noteSetsOnlyByIncludeAll() {
    guard settings.includesAll, !settings.alternates.isEmpty, settings.xcodeVersion.compilesAlternateIcons else {
      return
    }
    let named = Set(settings.alternates.map(ExactText.init))
    let others = alternates.filter { !named.contains(ExactText($0.name)) }.map(\.name)
    guard !others.isEmpty else { return }
    warn(
      .iconSetOnlyByIncludeAll,
      "\(Self.list(others)) \(others.count == 1 ? "is an alternate" : "are alternates") only because all icon sets are "
        + "included", severity: .note, at: alternatesLocation,
      hint: "of ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS and \(Self.alternatesSetting) keep one (ICON-138)")
  }

  private mutating func warnAboutIconComposer() {
    let composed = alternates.filter(\.isIconComposer)
    if let first = composed.first {
      warn(
        .iconSetting,
        composed.count == 1
          ? "the alternate \(Self.list(composed.map(\.name))) is an Icon Composer icon"
          : "the alternates \(Self.list(composed.map(\.name))) are Icon Composer icons",
        severity: .note, at: first.location,
        hint: "some builds with Xcode 26 left such an alternate blank on the Home Screen (ICON-149)")
    }
    // Apps that have the flag of ICON-151 are known to be built with both.
    guard settings.includesAll, !settings.disablesIconFallback, settings.xcodeVersion.readsIconComposer, primary != nil,
      let icon = iconSets.first(where: { $0.iconComposer?.supportsIOS == true })
    else { return }
    warn(
      .iconComposerIncludeAll,
      "all app icon assets are included, including “\(icon.name).icon”: one developer reports that the catalog "
        + "compiler fails on this and ends the build", endsBuild: true, at: icon.location,
      hint: "if it does, name the alternates in \(Self.alternatesSetting) instead of including all (ICON-150)")
  }

  private mutating func noteSetsOfOneName() {
    guard settings.xcodeVersion.readsIconComposer else { return }
    let plain = Set(catalog.sets.filter { $0.kind == .appIcon && !$0.isIconComposer }.map { ExactText($0.name) })
    let both = catalog.sets.filter { $0.isIconComposer && plain.contains(ExactText($0.name)) }
    guard let first = both.first else { return }
    let countForIOS = both.count { $0.iconComposer?.supportsIOS == true }
    let flag = "--enable-icon-stack-fallback-generation=disabled"
    let names = Self.list(both.map(\.name))
    let start =
      both.count == 1
      ? "\(names) is an app icon set and an Icon Composer icon too"
      : "\(names) are app icon sets and Icon Composer icons too"
    warn(
      .iconAndSetOfOneName,
      countForIOS == 0
        ? "\(start), but that is for other platforms"
        : (keepsFallbacks
          ? "\(start): systems before iOS 26 get the set" : "\(start), and the .icon replaces the set")
          + (countForIOS < both.count ? " if it is for iOS" : ""),
      severity: .note, at: first.location,
      hint: countForIOS == 0
        ? "an iPhone and an iPad show the set"
        : keepsFallbacks
          ? "\(flag) keeps the set only in builds by Xcode 26.0; later versions drop it (ICON-210)"
          : """
          rename one of the two: only the first Xcode 26 keeps the set for older systems, with \(flag) \
          (ICON-151, ICON-210)
          """)
  }

  /// Whether a set gets into the app beside the `.icon` of its name.
  var keepsFallbacks: Bool { settings.disablesIconFallback && settings.xcodeVersion.heedsIconFallbackFlag }

  /// The sets that older systems read in place of the Icon Composer icons of their names (ICON-151).
  var fallbacks: [AssetSet] {
    guard keepsFallbacks else { return [] }
    let composed = ([primary].compactMap(\.self) + alternates).filter(\.isIconComposer)
    return composed.compactMap { icon in
      catalog.sets.first {
        $0.kind == .appIcon && !$0.isIconComposer && ExactText.isSame($0.name, icon.name) && hasPicture($0)
      }
    }
  }

  /// `“A”, “B” and “C”`, all of them: each name is looked for.
  private static func list(_ names: [String]) -> String {
    let quoted = names.map { "“\($0)”" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }
}
