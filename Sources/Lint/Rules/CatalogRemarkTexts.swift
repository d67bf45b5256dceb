import AppPackages
import Events
import HomeScreenSimulator

/// What is known of the remarks about catalogs and about the build settings of icons.
struct CatalogRemarkTexts {
  let severity: Finding.Severity
  let summary: String
  let facts: [FactID]
  var before: String?
  var after: String?
  let mend: Mend?

  /// How remarks of a kind are mended, all together.
  struct Mend {
    let safety: Fix.Safety
    let make: @Sendable (LintSubject) -> Fix?
  }

  private init(
    _ severity: Finding.Severity, _ summary: String, _ facts: [FactID] = [], before: String? = nil,
    after: String? = nil, mend: Mend? = nil
  ) {
    self.severity = severity
    self.summary = summary
    self.facts = facts
    self.before = before
    self.after = after
    self.mend = mend
  }

  static let all: [PackageWarning.Code: CatalogRemarkTexts] = [
    .primaryIconSetMissing: CatalogRemarkTexts(
      .error, "The primary icon's set is missing", ["ICON-136", "ICON-259", "STORE-012"],
      before: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon.beta-nc  // the set is AppIcon.beta",
      after: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon.beta",
      mend: Mend(safety: .safe) { Fix.correctLetterCase(inSetting: Fix.primarySetting, of: $0) }),
    .alternateNameUnknown: CatalogRemarkTexts(
      .error, "The build settings name an alternate that no catalog contains", ["ICON-137", "STORE-022"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night Dusk  // there is no set Dusk",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night",
      mend: Mend(safety: .unsafe) { Fix.correctUnknownAlternates(of: $0) }),
    .alternateNameCase: CatalogRemarkTexts(
      .error, "The build settings name an alternate in a letter case other than its set",
      ["ICON-026", "ICON-137", "ICON-138"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = AppIcon-Blue  // the set is AppIcon-blue",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = AppIcon-blue",
      mend: Mend(safety: .safe) { Fix.correctLetterCase(inSetting: Fix.alternatesSetting, of: $0) }),
    .emptyIconSet: CatalogRemarkTexts(
      .error, "A named icon set has no picture for iPhone or iPad", ["ICON-136", "ICON-145", "STORE-012"]),
    .badCompiledCatalog: CatalogRemarkTexts(.warning, "The compiled catalog cannot be read", ["ICON-181"]),
    .emptyIconSlot: CatalogRemarkTexts(
      .warning, "Slots of a compiled icon set are empty",
      ["ICON-132", "ICON-134", "ICON-145", "STORE-006", "STORE-008", "STORE-011", "STORE-012"],
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
      .note, "Icon sets are alternates only because all are included", ["ICON-137", "ICON-138"]),
    .iconAndSetOfOneName: CatalogRemarkTexts(
      .note, "An Icon Composer icon and an app icon set have one name", ["ICON-151", "ICON-207", "ICON-210"]),
    .iconFileType: CatalogRemarkTexts(
      .warning, "The catalog compiler does not get an Icon Composer icon", ["ICON-148", "ICON-260"],
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
      before: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon  // of the project, so of its widget too",
      after: "ASSETCATALOG_COMPILER_APPICON_NAME =  // of the widget"),
    .watchApp: CatalogRemarkTexts(.note, "The Watch app in the app is not judged", ["STORE-043"]),
    .emptyConfiguration: CatalogRemarkTexts(.note, "A target has no settings, and nothing is built of it"),
    .iconPictureUnused: CatalogRemarkTexts(
      .note, "A picture of an Icon Composer icon is in no layer", ["ICON-148"]),
    .alternatesTwice: CatalogRemarkTexts(
      .warning, "Alternates are declared by hand and generated too", ["ICON-137", "ICON-140"],
      before: """
        <key>CFBundleAlternateIcons</key>
        <dict><key>Night</key><dict><key>CFBundleIconName</key><string>Night</string></dict></dict>
        with ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night
        """, after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night, and no CFBundleAlternateIcons"),
    .alternateNamePunctuation: CatalogRemarkTexts(
      .error, "A name in the list of alternates has a comma or a quotation mark", ["ICON-137"],
      before: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night, Day",
      after: "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night Day"),
    .resourceFileAbsent: CatalogRemarkTexts(
      .warning, "A picture of the target that an icon or a quick action names is missing",
      ["ICON-112", "STORE-009"]),
    .iconSetting: CatalogRemarkTexts(
      .warning, "A build setting about icons does not mean what it seems to",
      ["ICON-135", "ICON-136", "ICON-137", "ICON-149"]),
    .missingPicture: CatalogRemarkTexts(.warning, "A picture that a catalog names is missing"),
    .unassignedChild: CatalogRemarkTexts(.note, "A file is in a set, but no slot names it"),
    .duplicateSet: CatalogRemarkTexts(.warning, "Two sets of a target's catalogs have one name", ["ICON-137"]),
  ]
}
