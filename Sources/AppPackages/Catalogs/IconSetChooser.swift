import PropertyLists

/// Finds the icon sets that build settings name, and warns about mistakes in the settings.
struct IconSetChooser {
  let settings: IconBuildSettings
  let catalog: AssetCatalog
  let location: SourceLocation?
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
    (self.settings, self.catalog, self.location) = (settings, catalog, location)
    self.alternatesLocation = alternatesLocation ?? location
    iconSets = catalog.iconSets(for: settings.xcodeVersion)
    setsByName = Dictionary(iconSets.map { ($0.name, $0) }) { first, _ in first }
  }

  mutating func choose() {
    warnAboutNewerKeys()
    guard let name = settings.primary else {
      if settings.areGiven {
        warn(
          .iconSetting, "without \(settings.name(of: .primary)) the build adds no icon to the Info.plist",
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
          .iconSetting, "Xcode \(settings.xcodeVersion) does not support the settings for alternate icons",
          at: alternatesLocation,
          hint: "build with Xcode 13 or later (ICON-135), or declare the alternates as loose files (ICON-141)")
      }
      return
    }
    var seen: Set<String> = [primary]
    for name in settings.alternates {
      if warnAboutPunctuation(name) { continue }
      if name == primary {
        warn(
          .iconSetting, "“\(name)” is both the primary icon and an alternate", severity: .note,
          at: alternatesLocation,
          hint:
            "remove the name from \(settings.name(of: .alternates)), and set nil in the code instead of “\(name)”: "
            + "nil means the primary icon")
      }
      guard seen.insert(name).inserted, let set = find(name, isPrimary: false) else { continue }
      alternates.append(set)
    }
    guard settings.includesAll else { return }
    // Includes Icon Composer icons: released apps are built this way (ICON-150).
    alternates += iconSets.filter { !seen.contains($0.name) && hasPicture($0) }
  }

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

  /// Warns in the compiler's words, except if only letter case differs.
  private mutating func warnAboutMissing(_ name: String, isPrimary: Bool) {
    let near = nearSet(name)
    if !isPrimary, let near {
      warn(
        .alternateNameCase, "\(settings.name(of: .alternates)) names “\(name)”, but the set is “\(near.name)”",
        severity: .error, at: alternatesLocation,
        hint: "write “\(near.name)”: letter case matters"
          + (settings.includesAll
            ? "; the icon is in the app only because all icon sets are included, and only under that name" : ""),
        missing: name)
      return
    }
    let advice = near.map { "write “\($0.name)”: letter case matters" } ?? self.advice(for: name)
    guard isPrimary else {
      // Released apps name alternates that are in no catalog (ICON-274).
      return warn(
        .alternateNameUnknown,
        "\(settings.name(of: .alternates)) names “\(name)”, but no catalog of the target has that set",
        at: alternatesLocation, hint: advice, missing: name)
    }
    warn(
      .primaryIconSetMissing, "None of the input catalogs contained a matching \(kinds) named “\(name)”.",
      severity: .error, endsBuild: true, at: location, hint: advice, missing: name)
  }

  private mutating func warnAboutEmpty(_ set: AssetSet) {
    // Every new project has a set of empty slots, and builds.
    let isForIOS = set.entries.contains { $0.isForIOS && $0.isKnown(to: settings.xcodeVersion) }
    let isTemplate = isForIOS && set.entries.allSatisfy { !$0.namesFile }
    let needsNewerXcode = !isForIOS && set.entries.contains { $0.isUsable(by: .latest) }
    warn(
      .emptyIconSet,
      isTemplate
        ? "the app icon set “\(set.name)” is unchanged from Xcode’s template: it has no picture"
        : "The \(kinds) named “\(set.name)” did not have any applicable content.",
      severity: isTemplate ? .note : isForIOS ? .warning : .error, endsBuild: !isForIOS, at: set.location,
      hint: isTemplate
        ? "add a picture of 1024 × 1024 px before you submit the app to the App Store"
        : isForIOS
          ? "add pictures: all slots of the set for iPhone and iPad are empty"
          : needsNewerXcode
            ? "add a picture for each size: Xcode \(settings.xcodeVersion) does not support single-size icons (ICON-145)"
            : "add a slot for iPhone or iPad: the set has none")
  }

  /// The maximum number of searches for similar names; each search visits all sets.
  private static let maximumAdvice = 20

  private mutating func nearSet(_ name: String) -> AssetSet? {
    adviceCount += 1
    guard adviceCount <= Self.maximumAdvice else { return nil }
    return iconSets.first { $0.name.lowercased() == name.lowercased() }
  }

  private func advice(for name: String) -> String? {
    guard adviceCount <= Self.maximumAdvice else { return nil }
    if name.contains("$(") || name.contains("${") { return "define the setting in the name: --setting KEY=VALUE" }
    let plain = name.filter { $0.isLetter || $0.isNumber }.lowercased()
    if let near = iconSets.first(where: { $0.name.filter { $0.isLetter || $0.isNumber }.lowercased() == plain }) {
      return "write “\(near.name)”, the name of the app icon set, or rename the set to “\(name)”"
    }
    if catalog.sets.contains(where: { $0.isIconComposer && $0.name == name }) {
      return "build with Xcode 26 or later: “\(name).icon” is from Icon Composer (ICON-148)"
    }
    if catalog.set(named: name, kind: .image) != nil {
      return "“\(name)” is an image set: make it an app icon set, as an icon must be one (ICON-142)"
    }
    let names = iconSets.map(\.name)
    guard !names.isEmpty else { return "add an app icon set: the catalogs have none" }
    if names.count == 1 { return "write “\(names[0])”, the only app icon set, or add a set with the name" }
    return "name one of the app icon sets: \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
  }

  // MARK: Warnings

  /// - Returns: whether the name is that of a set, followed or preceded by marks that are not separators.
  private mutating func warnAboutPunctuation(_ name: String) -> Bool {
    let marks: Set<Character> = [",", ";", "\"", "'"]
    let meant = name.drop { marks.contains($0) }.reversed().drop { marks.contains($0) }.reversed()
    guard meant.count < name.count, setsByName[name] == nil, setsByName[String(meant)] != nil else { return false }
    warn(
      .alternateNamePunctuation,
      "“\(name)” is read as one name, including its punctuation; no app icon set has that name",
      severity: settings.includesAll ? .warning : .error, endsBuild: !settings.includesAll, at: alternatesLocation,
      hint: "write “\(String(meant))”: names in \(settings.name(of: .alternates)) are separated only by spaces")
    return true
  }

  mutating func warn(
    _ code: PackageWarning.Code, _ message: String, severity: PackageWarning.Severity = .warning,
    endsBuild: Bool = false, at place: SourceLocation? = nil, hint: String?, missing icon: String? = nil
  ) {
    var warning = PackageWarning(
      code, message, severity: severity, endsBuild: endsBuild, location: place ?? location, hint: hint)
    warning.missingIcon = icon
    warnings.append(warning)
  }
}

/// Warnings about the sets that the settings choose, and about the others.
extension IconSetChooser {
  mutating func warnAboutChoice() {
    noteSetsNotCompiled()
    noteSetsOnlyByIncludeAll()
    noteFlatPicture()
    noteSetsOfOneName()
  }

  /// Notes icon sets that the settings do not name; they may belong to other configurations.
  private mutating func noteSetsNotCompiled() {
    guard !settings.includesAll else { return }
    // Names that differ only in letter case already have a warning.
    let named = Set(([settings.primary].compactMap(\.self) + settings.alternates).map { $0.lowercased() })
    let left = iconSets.filter { !named.contains($0.name.lowercased()) && hasPicture($0) }.map(\.name)
    guard !left.isEmpty else { return }
    warn(
      .iconSetNotCompiled,
      "\(Self.list(left)) \(left.count == 1 ? "is" : "are") not compiled: neither the primary icon nor an alternate",
      severity: .note,
      hint: "to make a set an alternate, name it in \(settings.name(of: .alternates)) (ICON-137); leave a set as it is "
        + "if it is the icon of another configuration")
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
      hint: "keep either \(settings.name(of: .includeAll)) or \(settings.name(of: .alternates)) (ICON-138)")
  }

  /// Notes that systems before iOS 26 show a flattened picture of a `.icon`, never a set with another name (ICON-207).
  private mutating func noteFlatPicture() {
    guard let primary, primary.isIconComposer, settings.deploymentTarget < VersionNumber(26) else { return }
    let named = Set(settings.alternates.map(ExactText.init))
    let sets = iconSets.filter { !$0.isIconComposer && !named.contains(ExactText($0.name)) && hasPicture($0) }
    // A set with the same name has a different note.
    guard !sets.isEmpty, catalog.sets.allSatisfy({ $0.isIconComposer || !ExactText.isSame($0.name, primary.name) })
    else { return }
    warn(
      .iconComposerFallback,
      "systems before iOS 26 show a flat picture of “\(primary.name).icon”, not an app icon set such as "
        + Self.list(sets.prefix(1).map(\.name)), severity: .note, at: primary.location,
      hint: "draw the .icon so that its flat picture looks right: from Xcode 26.1 on, these systems get nothing else "
        + "(ICON-210)")
  }

  /// Warns about newer keys in any `.icon`: Xcode compiles all of them, even if no setting names them (ICON-261).
  mutating func warnAboutNewerKeys() {
    guard settings.xcodeVersion.readsIconComposer, settings.xcodeVersion < XcodeVersion(27) else { return }
    let icons = catalog.sets.filter { $0.iconComposer?.newerKeys.isEmpty == false }
    // Only both keys together are known to end the build.
    for endsBuild in [true, false] {
      let found = icons.filter { $0.iconComposer?.hasBothNewerKeys == endsBuild }
      guard let keys = found.first?.iconComposer?.newerKeys else { continue }
      warn(
        .iconNeedsNewerXcode,
        "\(keys.map(\.text).joined(separator: " and ")) of \(Self.list(found.map { "\($0.name).icon" })) "
          + (endsBuild
            ? "are new in Icon Composer 27: the catalog compiler of Xcode 26 stops with “Exception while running "
              + "actool”"
            : "is new in Icon Composer 27, and Xcode 26 may not support it"),
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
      ? "\(names) is both an app icon set and an Icon Composer icon"
      : "\(names) are both app icon sets and Icon Composer icons"
    warn(
      .iconAndSetOfOneName,
      countForIOS == 0
        ? "\(start), but the .icon is for other platforms"
        : (settings.keepsFallbacks
          ? "\(start): systems before iOS 26 get the set" : "\(start), and the .icon replaces the set")
          + (countForIOS < both.count ? " if it is for iOS" : ""),
      severity: .note, at: first.location,
      hint: countForIOS == 0
        ? "keep both: an iPhone and an iPad show the set"
        : !catalog.sets.contains { set in
          set.kind == .appIcon && !set.isIconComposer && hasPicture(set)
            && both.contains { ExactText.isSame($0.name, set.name) }
        }
          ? "remove the set, which has no picture"
          : settings.keepsFallbacks
            ? "rename one of the two: Xcode versions after 26.0 drop the set despite \(flag) (ICON-210)"
            : """
            rename one of the two: only Xcode 26.0 keeps the set for older systems, with \(flag) \
            (ICON-151, ICON-210)
            """)
  }

  /// The sets that older systems read instead of the Icon Composer icons of the same names (ICON-151).
  var fallbacks: [AssetSet] {
    guard settings.keepsFallbacks else { return [] }
    let composed = ([primary].compactMap(\.self) + alternates).filter(\.isIconComposer)
    return composed.compactMap { icon in
      catalog.sets.first {
        $0.kind == .appIcon && !$0.isIconComposer && ExactText.isSame($0.name, icon.name) && hasPicture($0)
      }
    }
  }

  /// Formats all names as `“A”, “B” and “C”`, without a limit, because users look for each one.
  private static func list(_ names: [String]) -> String { Names.list(names.map { "“\($0)”" }, atMost: .max) }
}

/// Finds the slots that the catalog compiler and the App Store require of a compiled icon set.
struct IconSlotCheck {
  let settings: IconBuildSettings
  let families: [DeviceClass]

  /// A required slot.
  private struct Slot {
    let idiom: String
    let points: Double
    let scale: Int

    var size: AssetEntry.Size { AssetEntry.Size(width: points, height: points) }
    var pixels: Int { Int(points * Double(scale)) }
    /// `ipad 83.5x83.5@2x`
    var title: String { "\(idiom) \(size)@\(scale)x" }
  }

  func warnings(for set: AssetSet) -> [PackageWarning] {
    guard set.isContentKnown, !set.isIconComposer else { return [] }
    var warnings: [PackageWarning] = []
    if set.hasSingleSizePicture(for: settings.xcodeVersion) { return warnings }
    let filled = set.entries.filter { $0.isForIOS && $0.appearance == .any && $0.namesFile }
    func has(_ slot: Slot) -> Bool { filled.contains { $0.size == slot.size && $0.scale ?? 1 == slot.scale } }
    let empty = wanted.filter { !has($0) }
    if !empty.isEmpty {
      let slots = empty.map(\.title).joined(separator: ", ")
      let sizes = empty.map { "\($0.pixels)x\($0.pixels)" }.joined(separator: ", ")
      warnings.append(
        PackageWarning(
          .emptyIconSlot, "“\(set.name)” has no picture for \(slots)", location: set.location,
          hint:
            "add \(empty.count == 1 ? "a picture" : "pictures") of \(sizes) pixels, or make it a single-size set, "
            + "with one picture of 1024x1024 for all sizes (ICON-145)"))
    }
    if settings.deploymentTarget >= VersionNumber(10), has(Slot(idiom: "ipad", points: 76, scale: 1)) {
      var warning = PackageWarning(
        .obsoleteIconSlot, "76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0.",
        severity: .note, location: set.location, hint: "remove the slot and its picture from “\(set.name)”")
      warning.isPedantic = true
      warnings.append(warning)
    }
    if let mixed = set.entries.first(where: {
      $0.isForIOS && $0.idiom == "universal" && $0.appearance != .any && $0.namesFile
    }), !filled.isEmpty {
      warnings.append(
        PackageWarning(
          .mixedIconSizes,
          "“\(set.name)” has pictures for single sizes next to a \(mixed.appearance.rawValue) one for all sizes",
          severity: .note, location: mixed.location,
          hint: "add a light picture for all sizes, which a dark or tinted one needs (ICON-145, ICON-147)"))
    }
    return warnings
  }

  /// The sizes that Home Screens and the App Store show; all other sizes are scaled from these.
  private var wanted: [Slot] {
    var slots = [Slot(idiom: "ios-marketing", points: 1024, scale: 1)]
    if families.contains(.iPad) {
      slots += [Slot(idiom: "ipad", points: 76, scale: 2), Slot(idiom: "ipad", points: 83.5, scale: 2)]
    }
    if families.contains(.iPhone) {
      slots += [Slot(idiom: "iphone", points: 60, scale: 2), Slot(idiom: "iphone", points: 60, scale: 3)]
      if settings.deploymentTarget < VersionNumber(7) { slots.append(Slot(idiom: "iphone", points: 57, scale: 1)) }
    }
    return slots
  }
}

/// Finds pictures of icon sets that are not PNG files.
enum IconFormatCheck {
  /// - Parameters:
  ///   - sets: all sets of the target's catalogs.
  ///   - compiled: the sets that the build uses; their pictures for iPhone and iPad must be valid.
  static func warnings(for sets: [AssetSet], compiled: [AssetSet]) -> [PackageWarning] {
    let paths = Set(compiled.compactMap(\.path))
    return sets.flatMap { set in
      set.kind == .appIcon && !set.isIconComposer
        ? warnings(for: set, isCompiled: set.path.map(paths.contains) ?? false) : []
    }
  }

  /// Returns one warning per file, even if several slots name it.
  private static func warnings(for set: AssetSet, isCompiled: Bool) -> [PackageWarning] {
    var order: [String] = []
    var entries: [String: [AssetEntry]] = [:]
    for entry in set.entries {
      guard let header = entry.header, header.format != .png, let file = entry.filename ?? entry.rejectedFilename else {
        continue
      }
      if entries[file] == nil { order.append(file) }
      entries[file, default: []].append(entry)
    }
    return order.compactMap { file in
      guard let all = entries[file], let entry = all.first(where: \.isForIOS) ?? all.first, let header = entry.header
      else { return nil }
      let isNeeded = isCompiled && entry.isForIOS
      // Apps with this are in the App Store (STORE-042).
      let isTaken = header.format == .jpeg
      let claim = entry.problem?.kind == .wrongExtension ? " despite its name" : ""
      return PackageWarning(
        .iconFileFormat,
        "“\(file)” of the app icon set “\(set.name)” is in \(header.format.title) format\(claim), not PNG",
        severity: isTaken ? .note : .warning, location: entry.location,
        hint: "export the picture as PNG; renaming does not convert it"
          + (isTaken
            ? ". At least one app was published with such a picture"
            : isNeeded ? ", and the App Store accepts only PNG icons (ITMS-90704)" : ""))
    }
  }
}
