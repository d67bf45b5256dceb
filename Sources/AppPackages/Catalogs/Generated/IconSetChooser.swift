import PropertyLists

/// Finds the icon sets that build settings mean, and says what the settings get wrong.
struct IconSetChooser {
  let settings: IconBuildSettings
  let catalog: AssetCatalog
  let location: SourceLocation?
  /// Where the names of the alternates are written.
  let alternatesLocation: SourceLocation?
  let iconSets: [AssetSet]
  private let setsByName: [String: AssetSet]
  private(set) var primary: AssetSet?
  private(set) var alternates: [AssetSet] = []
  var warnings: [PackageWarning] = []
  private var adviceCount = 0

  init(
    settings: IconBuildSettings, catalog: AssetCatalog, location: SourceLocation?,
    alternatesLocation: SourceLocation? = nil
  ) {
    self.settings = settings
    self.catalog = catalog
    self.location = location
    self.alternatesLocation = alternatesLocation ?? location
    iconSets = catalog.iconSets(for: settings.xcodeVersion)
    setsByName = Dictionary(iconSets.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func choose() {
    warnAboutNewerKeys()
    guard let name = settings.primary else {
      if settings.areGiven {
        warn(
          .iconSetting, "without ASSETCATALOG_COMPILER_APPICON_NAME no icon gets into the Info.plist",
          hint: "name the primary icon's set; the settings for alternates do nothing on their own (ICON-136, ICON-137)")
      }
      return
    }
    primary = find(name, isPrimary: true)
    if primary != nil { chooseAlternates(besides: name) }
    warnAboutChoice()
  }

  private mutating func chooseAlternates(besides primary: String) {
    guard settings.xcodeVersion.compilesAlternateIcons else {
      if !settings.alternates.isEmpty || settings.includesAll {
        warn(
          .iconSetting, "Xcode \(settings.xcodeVersion) does not know the settings for alternate icons",
          at: alternatesLocation,
          hint: "they came with Xcode 13 (ICON-135); before, alternates were always loose files (ICON-141)")
      }
      return
    }
    var seen: Set<String> = [primary]
    for name in settings.alternates {
      if warnAboutPunctuation(name) { continue }
      if name == primary {
        warn(
          .iconSetting, "“\(name)” is the primary icon and an alternate too", at: alternatesLocation,
          hint: "remove it from \(Self.alternatesSetting); nil means the primary icon")
      }
      guard seen.insert(name).inserted, let set = find(name, isPrimary: false) else { continue }
      alternates.append(set)
    }
    guard settings.includesAll else { return }
    // Those of Icon Composer too: released apps are built so (ICON-150).
    alternates += iconSets.filter { !seen.contains($0.name) && hasPicture($0) }
  }

  static let alternatesSetting = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

  // MARK: Finding a set

  private mutating func find(_ name: String, isPrimary: Bool) -> AssetSet? {
    guard let set = setsByName[name], ExactText.isSame(set.name, name) else {
      warnAboutMissing(name, isPrimary: isPrimary)
      return nil
    }
    guard hasPicture(set) else {
      warnAboutEmpty(set)
      return nil
    }
    return set
  }

  func hasPicture(_ set: AssetSet) -> Bool {
    !set.isContentKnown
      || set.iconComposer?.supportsIOS ?? set.entries.contains { $0.isUsable(by: settings.xcodeVersion) }
  }

  private var kinds: String {
    settings.xcodeVersion.readsIconComposer
      ? "stickers icon set, app icon set, or icon stack" : "stickers icon set or app icon set"
  }

  /// In the compiler's words, but where only letters are wrong.
  private mutating func warnAboutMissing(_ name: String, isPrimary: Bool) {
    let near = nearSet(name)
    if !isPrimary, let near {
      warn(
        .alternateNameCase, "\(Self.alternatesSetting) names “\(name)”, but the set is “\(near.name)”",
        severity: .error, endsBuild: !settings.includesAll, at: alternatesLocation,
        hint: "write “\(near.name)”: letter case counts"
          + (settings.includesAll
            ? "; the icon is in the app only because all are included, and only with that name" : ""))
      return
    }
    let advice = near.map { "there is “\($0.name)”; letter case counts" } ?? self.advice(for: name)
    let message = "None of the input catalogs contained a matching \(kinds) named “\(name)”."
    warn(
      isPrimary ? .primaryIconSetMissing : .alternateNameUnknown, message, severity: .error,
      endsBuild: isPrimary || !settings.includesAll, at: isPrimary ? location : alternatesLocation, hint: advice)
  }

  private mutating func warnAboutEmpty(_ set: AssetSet) {
    // Every new project has a set of empty slots; it builds.
    let isForIOS = set.entries.contains { $0.isForIOS && $0.isKnown(to: settings.xcodeVersion) }
    let isTemplate = isForIOS && set.entries.allSatisfy { $0.filename == nil && $0.rejectedFilename == nil }
    let needsNewerXcode = !isForIOS && set.entries.contains { $0.isUsable(by: .latest) }
    warn(
      .emptyIconSet,
      isTemplate
        ? "the app icon set “\(set.name)” is as Xcode’s template has it: without a picture"
        : "The \(kinds) named “\(set.name)” did not have any applicable content.",
      severity: isTemplate ? .note : isForIOS ? .warning : .error, endsBuild: !isForIOS, at: set.location,
      hint: isTemplate
        ? "add a picture of 1024 × 1024 px before the app goes to the store"
        : isForIOS
          ? "all of its slots for iPhone and iPad are empty"
          : needsNewerXcode
            ? "from Xcode 14, one picture is enough for all sizes (ICON-145); Xcode \(settings.xcodeVersion) needs one for each"
            : "it has no slot for iPhone or iPad")
  }

  /// Looks for a name are made in vain only so often, for each goes through all sets.
  private static let maximumAdvice = 20

  private mutating func nearSet(_ name: String) -> AssetSet? {
    adviceCount += 1
    guard adviceCount <= Self.maximumAdvice else { return nil }
    return iconSets.first { $0.name.lowercased() == name.lowercased() }
  }

  private func advice(for name: String) -> String? {
    guard adviceCount <= Self.maximumAdvice else { return nil }
    if name.contains("$(") || name.contains("${") { return "a setting in the name is not known" }
    if catalog.set(named: name, kind: .image) != nil {
      return "“\(name)” is an image set; an icon must be an app icon set (ICON-142)"
    }
    if catalog.sets.contains(where: { $0.isIconComposer && $0.name == name }) {
      return "“\(name).icon” is from Icon Composer, which Xcode supports from version 26 (ICON-148)"
    }
    let names = iconSets.map(\.name)
    guard !names.isEmpty else { return "the catalogs have no app icon set" }
    return "there are \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
  }

  // MARK: Warnings

  /// - Returns: whether the name has a mark that only seems to stand between names, so that no set is called so.
  private mutating func warnAboutPunctuation(_ name: String) -> Bool {
    let marks: Set<Character> = [",", ";", "\"", "'"]
    let meant = name.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
    guard meant.count < name.count, setsByName[name] == nil else { return false }
    warn(
      .alternateNamePunctuation, "“\(name)” counts as a name, including its punctuation; no app icon set has that name",
      severity: settings.includesAll ? .warning : .error, endsBuild: !settings.includesAll, at: alternatesLocation,
      hint: "\(Self.alternatesSetting) is only separated by spaces: write “\(String(meant))”")
    return true
  }

  mutating func warn(
    _ code: PackageWarning.Code, _ message: String, severity: PackageWarning.Severity = .warning,
    endsBuild: Bool = false, at place: SourceLocation? = nil, hint: String?
  ) {
    warnings.append(
      PackageWarning(
        code, message, severity: severity, endsBuild: endsBuild, location: place ?? location, hint: hint))
  }
}
