import PropertyLists

/// What is to be said of the sets that the settings choose, and of those that they leave.
extension IconSetChooser {
  mutating func warnAboutChoice() {
    noteSetsNotCompiled()
    noteSetsOnlyByIncludeAll()
    noteFlatPicture()
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

  /// Systems before iOS 26 get a flat picture of a `.icon`, never a set of another name (ICON-207).
  private mutating func noteFlatPicture() {
    guard let primary, primary.isIconComposer, settings.deploymentTarget < VersionNumber(26) else { return }
    let named = Set(settings.alternates.map(ExactText.init))
    let sets = iconSets.filter { !$0.isIconComposer && !named.contains(ExactText($0.name)) && hasPicture($0) }
    // Of a set of its name another note tells.
    guard !sets.isEmpty, catalog.sets.allSatisfy({ $0.isIconComposer || !ExactText.isSame($0.name, primary.name) })
    else { return }
    warn(
      .iconComposerFallback,
      "systems before iOS 26 show a flat picture of “\(primary.name).icon”, and no app icon set such as "
        + Self.list(sets.prefix(1).map(\.name)), severity: .note, at: primary.location,
      hint: "there is no other way from Xcode 26.1 on: draw the .icon so that its flat picture looks right (ICON-210)")
  }

  /// Xcode compiles every `.icon` of a target, whether a setting names it or not (ICON-261).
  mutating func warnAboutNewerKeys() {
    guard settings.xcodeVersion.readsIconComposer, settings.xcodeVersion < XcodeVersion(27) else { return }
    let icons = catalog.sets.filter { $0.iconComposer?.newerKeys.isEmpty == false }
    // Of the two keys together it is known that they end the build.
    for endsBuild in [true, false] {
      let found = icons.filter { ($0.iconComposer?.newerKeys.count ?? 0 > 1) == endsBuild }
      guard let keys = found.first?.iconComposer?.newerKeys else { continue }
      warn(
        .iconNeedsNewerXcode,
        "\(keys.map(\.text).joined(separator: " and ")) of \(Self.list(found.map { "\($0.name).icon" })) "
          + (endsBuild
            ? "are of Icon Composer 27: the catalog compiler of Xcode 26 ends the build with “Exception while running actool”"
            : "is of Icon Composer 27, and Xcode 26 may not know it"),
        severity: endsBuild ? .error : .note, endsBuild: endsBuild, at: keys.first?.location,
        hint:
          "build with Xcode 27 (--xcode 27), or remove \(endsBuild ? "both keys" : "the key"): only the place of the "
          + "highlight is lost")
      warnings[warnings.count - 1].otherLocations = found.dropFirst().compactMap {
        $0.iconComposer?.newerKeys.first?.location
      }
    }
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
        : (settings.keepsFallbacks
          ? "\(start): systems before iOS 26 get the set" : "\(start), and the .icon replaces the set")
          + (countForIOS < both.count ? " if it is for iOS" : ""),
      severity: .note, at: first.location,
      hint: countForIOS == 0
        ? "an iPhone and an iPad show the set"
        : settings.keepsFallbacks
          ? "\(flag) keeps the set only in builds by Xcode 26.0; later versions drop it (ICON-210)"
          : """
          rename one of the two: only the first Xcode 26 keeps the set for older systems, with \(flag) \
          (ICON-151, ICON-210)
          """)
  }

  /// The sets that older systems read in place of the Icon Composer icons of their names (ICON-151).
  var fallbacks: [AssetSet] {
    guard settings.keepsFallbacks else { return [] }
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
