import PropertyLists

/// Finds the icon sets that build settings mean, and says what the settings get wrong.
struct IconSetChooser {
  private let settings: IconBuildSettings
  private let catalog: AssetCatalog
  private let location: SourceLocation?
  private let iconSets: [AssetSet]
  private let setsByName: [String: AssetSet]
  private(set) var primary: AssetSet?
  private(set) var alternates: [AssetSet] = []
  private(set) var warnings: [PackageWarning] = []
  private var adviceCount = 0

  init(settings: IconBuildSettings, catalog: AssetCatalog, location: SourceLocation?) {
    self.settings = settings
    self.catalog = catalog
    self.location = location
    iconSets = catalog.iconSets(for: settings.xcodeVersion)
    setsByName = Dictionary(iconSets.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func choose() {
    guard let name = settings.primary else {
      if settings.areGiven {
        warn(
          .iconSetting, "without ASSETCATALOG_COMPILER_APPICON_NAME no icon gets into the Info.plist",
          hint: "name the primary icon's set; the settings for alternates do nothing alone (ICON-136, ICON-137)")
      }
      return
    }
    guard let set = find(name, isFatal: true) else { return }
    primary = set
    guard settings.xcodeVersion.compilesAlternateIcons else {
      if !settings.alternates.isEmpty || settings.includesAll {
        warn(
          .iconSetting, "Xcode \(settings.xcodeVersion) does not know the settings for alternate icons",
          hint: "they came with Xcode 13 (ICON-135); before, alternates had to be loose files (ICON-141)")
      }
      return
    }
    chooseAlternates(besides: name)
    warnAboutIconComposer()
  }

  private mutating func chooseAlternates(besides primary: String) {
    var seen: Set<String> = [primary]
    for name in settings.alternates {
      if warnAboutPunctuation(name) { continue }
      if name == primary {
        warn(
          .iconSetting, "“\(name)” is the primary icon and an alternate too",
          hint: "take it out of ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES; nil stands for the primary icon")
      }
      guard seen.insert(name).inserted, let set = find(name, isFatal: !settings.includesAll) else { continue }
      alternates.append(set)
    }
    guard settings.includesAll else { return }
    alternates += iconSets.filter { !seen.contains($0.name) && hasPicture($0) }
  }

  // MARK: Finding a set

  private mutating func find(_ name: String, isFatal: Bool) -> AssetSet? {
    guard let set = setsByName[name], ExactText.isSame(set.name, name) else {
      let hint = advice(for: name)
      warn(
        .missingIconSet,
        "None of the input catalogs contained a matching \(kinds) named “\(name)”.",
        severity: isFatal ? .error : .warning, hint: hint)
      return nil
    }
    guard hasPicture(set) else {
      let isForIOS = set.entries.contains(where: \.isForIOS)
      warn(
        .missingIconSet, "The \(kinds) named “\(name)” did not have any applicable content.",
        // Every new project has a set of empty slots; it builds.
        severity: isForIOS ? .warning : .error, at: set.location,
        hint: isForIOS ? "all of its slots for iPhone and iPad are empty" : "it has no slot for iPhone or iPad")
      return nil
    }
    return set
  }

  private func hasPicture(_ set: AssetSet) -> Bool {
    !set.isContentKnown || set.iconComposer?.supportsIOS ?? set.entries.contains(where: \.isUsableForIOS)
  }

  private var kinds: String {
    settings.xcodeVersion.readsIconComposer
      ? "stickers icon set, app icon set, or icon stack" : "stickers icon set or app icon set"
  }

  /// Each look goes through all sets, so a long list of wrong names gets advice for its beginning only.
  private mutating func advice(for name: String) -> String? {
    adviceCount += 1
    guard adviceCount <= 20 else { return nil }
    if let near = iconSets.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return "there is “\(near.name)”; letter case counts"
    }
    if name.contains("$(") || name.contains("${") { return "a setting in the name is not known" }
    if catalog.set(named: name, kind: .image) != nil {
      return "“\(name)” is an image set; an icon has to be an app icon set (ICON-142)"
    }
    if catalog.sets.contains(where: { $0.isIconComposer && $0.name == name }) {
      return "“\(name).icon” is of Icon Composer, which Xcode knows from version 26 on (ICON-148)"
    }
    let names = iconSets.map(\.name)
    guard !names.isEmpty else { return "the catalogs hold no app icon set at all" }
    return "there are \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
  }

  // MARK: Warnings

  /// - Returns: whether the name has a mark that only seems to stand between names, so that no set is called so.
  private mutating func warnAboutPunctuation(_ name: String) -> Bool {
    let marks: Set<Character> = [",", ";", "\"", "'"]
    let meant = name.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
    guard meant.count < name.count, setsByName[name] == nil else { return false }
    warn(
      .alternateNamePunctuation, "“\(name)” is taken as a name, with its punctuation; no app icon set is called so",
      severity: settings.includesAll ? .warning : .error,
      hint: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES is separated by spaces alone: write “\(String(meant))”")
    return true
  }

  private mutating func warnAboutIconComposer() {
    let composed = alternates.filter(\.isIconComposer)
    if let first = composed.first {
      let names = composed.prefix(3).map { "“\($0.name)”" }.joined(separator: ", ") + (composed.count > 3 ? ", …" : "")
      warn(
        .iconSetting,
        composed.count == 1
          ? "the alternate \(names) is an Icon Composer icon" : "the alternates \(names) are Icon Composer icons",
        severity: .note, at: first.location,
        hint: "some builds with Xcode 26 left such an alternate blank on the Home Screen (ICON-149)"
          + (settings.includesAll
            ? "; with all app icon assets included, its catalog compiler is reported to fail (ICON-150)" : ""))
    }
    if settings.includesAll, composed.isEmpty, let icon = iconSets.first(where: \.isIconComposer) {
      warn(
        .iconSetting, "all app icon assets are included, and “\(icon.name).icon” is among them", severity: .note,
        at: icon.location, hint: "the catalog compiler of Xcode 26 is reported to fail on this (ICON-150)")
    }
    guard settings.xcodeVersion.readsIconComposer else { return }
    let plainNames = Set(catalog.sets.filter { $0.kind == .appIcon && !$0.isIconComposer }.map(\.name))
    for set in [primary].compactMap(\.self) + alternates where set.isIconComposer && plainNames.contains(set.name) {
      warn(
        .iconSetting, "“\(set.name).icon” takes the place of the app icon set of the same name", severity: .note,
        at: set.location,
        hint: """
          give one of the two another name: only the first Xcode 26 keeps the set for older systems, with \
          --enable-icon-stack-fallback-generation=disabled (ICON-151, ICON-210)
          """)
    }
  }

  private mutating func warn(
    _ code: PackageWarning.Code, _ message: String, severity: PackageWarning.Severity = .warning,
    at place: SourceLocation? = nil, hint: String?
  ) {
    warnings.append(PackageWarning(code, message, severity: severity, location: place ?? location, hint: hint))
  }
}
