import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the pixels of app icon sets.
enum CatalogPictureRules {
  static let all: [any Rule] = [TransparentStoreIcon(), StoreIconAlphaChannel()]
}

/// The picture of 1024 pixels for the App Store, from which Xcode makes all others.
private struct StorePicture {
  let set: AssetSet
  let entry: AssetEntry
  let file: String
  /// The path in the tree of the package; nil for a picture in a compiled catalog.
  let path: String?

  /// Returns the pictures that can be transparent, in all sets of the target: a set that is not compiled in this
  /// configuration is compiled in another. Dark pictures may be transparent.
  ///
  /// - Parameter orHome: whether a set without such a picture has its largest one of the Home Screen instead.
  static func all(of subject: LintSubject, orHome: Bool = false) -> [StorePicture] {
    let catalog = subject.package.build?.catalog ?? subject.package.catalog
    let replaced = catalog?.setsReplaced(for: subject.package.iconBuildSettings) ?? []
    return (catalog?.sets ?? []).flatMap { set in
      guard set.kind == .appIcon, !set.isIconComposer, set.path.map(replaced.contains) != true else {
        return [StorePicture]()
      }
      let isHome = orHome && set.path != nil && !set.entries.contains { $0.isOfStore && $0.filename != nil }
      var seen: Set<ExactText> = []
      return set.entries.compactMap { entry in
        guard entry.appearance == .any, entry.otherAppearances.isEmpty,
          isHome ? entry.isForIOS && entry.size?.width == 60 && entry.scale == 3 : entry.isOfStore,
          let file = entry.filename, entry.rendition != nil || set.path != nil && hasAlphaChannel(entry),
          seen.insert(ExactText(file)).inserted
        else { return nil }
        return StorePicture(set: set, entry: entry, file: file, path: set.path.map { "\($0)/\(file)" })
      }
    }
  }

  private static func hasAlphaChannel(_ entry: AssetEntry) -> Bool {
    entry.header.map { $0.format == .png && $0.hasAlphaChannel } ?? false
  }

  func pixels(_ subject: LintSubject) -> PixelSummary? {
    path.map { subject.pixels(at: $0) } ?? subject.pixels(of: entry)
  }
}

extension AssetEntry { fileprivate var isOfStore: Bool { isForIOS && size?.width ?? 1024 == 1024 } }

/// `appiconset-1024-transparent`
struct TransparentStoreIcon: Rule {
  let description = RuleDescription(
    "appiconset-1024-transparent", .warning, "The 1024 px picture of an icon set has transparent pixels",
    facts: ["STORE-015", "STORE-025", "STORE-040", "ICON-121", "ICON-145", "ICON-147"])

  var readsPixels: Bool { true }

  func pictures(_ subject: LintSubject) -> [String] { StorePicture.all(of: subject, orHome: true).compactMap(\.path) }

  func check(_ subject: LintSubject) -> [Finding] {
    StorePicture.all(of: subject, orHome: true).compactMap { picture in
      guard let pixels = picture.pixels(subject), pixels.transparentCount > 0 else { return nil }
      return finding(
        "“\(picture.file)” of the app icon set “\(picture.set.name)” has transparent pixels (\(Self.share(of: pixels)))"
          + (pixels.cornerAlpha < 255 ? ", with an alpha of \(pixels.cornerAlpha) in the corner" : ""),
        at: picture.entry.location,
        help: "fill the whole square with colour and export it without an alpha channel; iOS rounds the corners itself",
        // Only another target may use a set that this one does not compile, such as an action extension, and a build
        // for developers is not uploaded.
        severity: subject.package.catalog?.set(named: picture.set.name, kind: .appIcon) == nil
          || subject.package.build?.isForDevelopers == true ? .note : nil)
    }
  }

  /// Returns the share in percent: `6.18 %`.
  private static func share(of pixels: PixelSummary) -> String {
    let hundredths = Int((pixels.transparentShare * 10_000).rounded())
    guard hundredths > 0 else { return "less than 0.01 %" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
  }
}

/// `appiconset-1024-alpha-channel`
struct StoreIconAlphaChannel: Rule {
  let description = RuleDescription(
    "appiconset-1024-alpha-channel", .note, "The 1024 px picture of an icon set has an unused alpha channel",
    facts: ["STORE-015", "STORE-025"])

  var readsPixels: Bool { true }

  func pictures(_ subject: LintSubject) -> [String] { StorePicture.all(of: subject).compactMap(\.path) }

  func check(_ subject: LintSubject) -> [Finding] {
    // All pictures in a compiled catalog have the channel.
    let pictures = StorePicture.all(of: subject).filter { picture in
      picture.path != nil && picture.pixels(subject).map { $0.transparentCount == 0 } ?? false
    }
    guard let first = pictures.first else { return [] }
    var sets: [String] = []
    for picture in pictures where !sets.contains(picture.set.name) { sets.append(picture.set.name) }
    let files = pictures.count == 1 ? "“\(first.file)”" : "\(pictures.count) pictures of 1024 px"
    let isClear = pictures.allSatisfy { $0.pixels(subject)?.smallestAlpha == 255 }
    var finding = finding(
      "\(files) of the app icon \(sets.count == 1 ? "set" : "sets") \(sets.listed(atMost: 5)) "
        + "\(pictures.count == 1 ? "has" : "have") an alpha channel, but every pixel is \(isClear ? "" : "nearly ")opaque",
      at: first.entry.location, help: "export \(pictures.count == 1 ? "it" : "them") without an alpha channel, as RGB")
    finding.otherLocations = pictures.dropFirst().compactMap(\.entry.location)
    return [finding]
  }
}

/// The texts for remarks about catalogs and about the build settings of icons.
struct CatalogRemarkTexts {
  let severity: Finding.Severity
  let summary: String
  let facts: [FactID]
  var before: String?
  var after: String?
  let fix: RemarkFix?

  struct RemarkFix {
    let safety: Fix.Safety
    let make: @Sendable (LintSubject) -> Fix?
  }

  private init(
    _ severity: Finding.Severity, _ summary: String, _ facts: [FactID] = [], before: String? = nil,
    after: String? = nil, fix: RemarkFix? = nil
  ) {
    (self.severity, self.summary, self.facts, self.before) = (severity, summary, facts, before)
    (self.after, self.fix) = (after, fix)
  }

  static let all: [PackageWarning.Code: CatalogRemarkTexts] = [
    .primaryIconSetMissing: CatalogRemarkTexts(
      .error, "The primary icon's set is missing", ["ICON-136", "ICON-259", "STORE-012"],
      before: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon.beta-nc  // the set is AppIcon.beta",
      after: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon.beta",
      fix: RemarkFix(safety: .safe) { Fix.correctLetterCase(inSetting: Fix.primarySetting, of: $0) }),
    .alternateNameUnknown: CatalogRemarkTexts(
      .warning, "The build settings name an alternate that no catalog contains", ["ICON-137", "ICON-274", "STORE-022"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night Dusk  // there is no set Dusk",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night",
      fix: RemarkFix(safety: .unsafe) { Fix.correctUnknownAlternates(of: $0) }),
    .alternateNameCase: CatalogRemarkTexts(
      .error, "The build settings spell an alternate in a different letter case than its set",
      ["ICON-026", "ICON-137", "ICON-138"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = AppIcon-Blue  // the set is AppIcon-blue",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = AppIcon-blue",
      fix: RemarkFix(safety: .safe) { Fix.correctLetterCase(inSetting: Fix.alternatesSetting, of: $0) }),
    .emptyIconSet: CatalogRemarkTexts(
      .error, "A named icon set has no picture for iPhone or iPad", ["ICON-136", "ICON-145", "STORE-012"]),
    .badCompiledCatalog: CatalogRemarkTexts(.warning, "The compiled catalog cannot be read", ["ICON-181"]),
    .emptyIconSlot: CatalogRemarkTexts(
      .warning, "Slots of a compiled icon set are empty",
      [
        "ICON-132", "ICON-134", "ICON-145", "STORE-006", "STORE-008", "STORE-011", "STORE-012", "STORE-017",
        "STORE-018", "STORE-019", "STORE-032", "STORE-033",
      ],
      before: #"{"idiom": "ios-marketing", "size": "1024x1024", "scale": "1x"}"#,
      after: #"{"filename": "1024.png", "idiom": "ios-marketing", "size": "1024x1024", "scale": "1x"}"#),
    .obsoleteIconSlot: CatalogRemarkTexts(
      .note, "An icon set has pictures for systems that the app does not run on", ["ICON-132"]),
    .wrongIconSize: CatalogRemarkTexts(
      .warning, "A picture of an icon set does not have the size of its slot", ["ICON-132", "ICON-133", "ICON-134"]),
    .iconFileFormat: CatalogRemarkTexts(
      .warning, "A picture of an icon set is not a PNG", ["STORE-006", "STORE-012", "STORE-042"],
      before: #"{"filename": "icon1024.jpg", "idiom": "ios-marketing", "size": "1024x1024", "scale": "1x"}"#,
      after: #"{"filename": "icon1024.png", "idiom": "ios-marketing", "size": "1024x1024", "scale": "1x"}"#),
    .mixedIconSizes: CatalogRemarkTexts(
      .note, "An icon set has pictures for single sizes next to a dark one for all sizes", ["ICON-145", "ICON-147"]),
    .iconSetNotCompiled: CatalogRemarkTexts(
      .note, "Icon sets are not compiled", ["ICON-137", "ICON-138", "STORE-024"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES =",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night"),
    .iconSetOnlyByIncludeAll: CatalogRemarkTexts(
      .note, "Icon sets are alternates only because all icon sets are included", ["ICON-137", "ICON-138"]),
    .iconAndSetOfOneName: CatalogRemarkTexts(
      .note, "An Icon Composer icon and an app icon set have the same name", ["ICON-151", "ICON-207", "ICON-210"]),
    .iconFileType: CatalogRemarkTexts(
      .warning, "An Icon Composer icon does not reach the catalog compiler", ["ICON-148", "ICON-260"],
      before: "lastKnownFileType = wrapper.icon; path = Night.icon;",
      after: "lastKnownFileType = folder.iconcomposer.icon; path = Night.icon;"),
    .iconNeedsNewerXcode: CatalogRemarkTexts(
      .error, "An Icon Composer icon needs Xcode 27", ["ICON-261"],
      before: #""features": ["specular-location"], "groups": [{"specular": "inside"}]"#,
      after: #""groups": [{"specular": true}]"#),
    .iconComposerFallback: CatalogRemarkTexts(
      .note, "Older systems show a flat picture of the Icon Composer icon", ["ICON-207", "ICON-210"]),
    .extensionIconSetMissing: CatalogRemarkTexts(
      .error, "An extension's catalogs lack the app icon that its settings name", ["ICON-262"],
      before: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon  // set in the project, and inherited by its widget",
      after: "ASSETCATALOG_COMPILER_APPICON_NAME =  // of the widget"),
    .watchApp: CatalogRemarkTexts(.note, "The app's Watch app is not checked", ["STORE-043"]),
    .emptyConfiguration: CatalogRemarkTexts(
      .note, "A target is left out, because it has no Info.plist, and no files or no settings"),
    .iconPictureUnused: CatalogRemarkTexts(
      .note, "An Icon Composer icon has a picture that no layer uses", ["ICON-148"]),
    .alternatesTwice: CatalogRemarkTexts(
      .warning, "Alternates are both declared by hand and generated", ["ICON-137", "ICON-140"],
      before: """
        <key>CFBundleAlternateIcons</key>
        <dict><key>Night</key><dict><key>CFBundleIconName</key><string>Night</string></dict></dict>
        with ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night
        """, after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night, and no CFBundleAlternateIcons",
      fix: RemarkFix(safety: .safe) { Fix.removeGeneratedAlternates(in: $0) }),
    .alternateNamePunctuation: CatalogRemarkTexts(
      .error, "A name in the list of alternates has a comma or a quotation mark", ["ICON-137"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night, Day",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night Day"),
    .resourceFileAbsent: CatalogRemarkTexts(
      .warning, "A picture of the target that an icon or a quick action names is missing",
      ["ICON-112", "STORE-009"]),
    .iconSetting: CatalogRemarkTexts(
      .warning, "A build setting for icons has no effect, or an unexpected one",
      ["ICON-135", "ICON-136", "ICON-137", "ICON-149"]),
    .missingPicture: CatalogRemarkTexts(.warning, "A picture that a catalog names is missing"),
    .unassignedChild: CatalogRemarkTexts(.note, "A file is in a set, but no slot names it"),
    .duplicateSet: CatalogRemarkTexts(.warning, "Two sets of a target's catalogs have the same name", ["ICON-137"]),
  ]
}

/// Rules about the build settings of icons.
enum IconSettingRules {
  static let all: [any Rule] = [UndefinedVariableInIconSetting()]
}

/// `icon-setting-variable`
struct UndefinedVariableInIconSetting: Rule {
  let description = RuleDescription(
    "icon-setting-variable", .warning, "A build setting for icons uses an undefined setting",
    facts: ["ICON-136", "ICON-137"])

  private static let settings = [Fix.primarySetting, Fix.alternatesSetting]

  func check(_ subject: LintSubject) -> [Finding] {
    guard let build = subject.package.build else { return [] }
    return Self.settings.flatMap { setting in
      let names = build.settings.list(setting)
      let allExist = names.allSatisfy { build.catalog.set(named: $0, kind: .appIcon) != nil }
      return build.settings.undefinedSettings(in: setting).map { undefined in
        finding(
          "\(setting) uses $(\(undefined)), which is undefined: the rest is “\(names.joined(separator: " "))”",
          at: build.settings.location(of: setting),
          help: "define \(undefined) in this configuration, even if it is empty",
          severity: allExist ? .note : .warning)
      }
    }
  }
}
