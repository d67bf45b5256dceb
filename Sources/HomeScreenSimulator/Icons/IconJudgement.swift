public import AppPackages
import PropertyLists

/// What comes of an app's icons on several devices: an explanation for each icon and each device, so that nothing is
/// called in order that fails elsewhere.
public struct IconJudgement: Sendable {
  /// Which icons are judged.
  public enum Subject: Sendable {
    /// Every alternate that is declared for any device of the app or named by a build setting; the primary icon if there is
    /// none. One that only another device knows does not change on this one.
    case alternates
    /// One icon; nil is the primary icon.
    case icon(String?)
  }

  /// The devices, in the order in which they were given.
  public let models: [DeviceModel]
  /// The icons, in the order of the Info.plist; nil is the primary icon.
  public let names: [String?]
  /// Whether all alternates were asked for; then ``names`` holds them all.
  public let isAboutAlternates: Bool
  /// For each icon one for each device.
  public let explanations: [IconExplanation]
  /// Remarks about the package that say what was judged, and what it lacks: which of several apps, without which project
  /// or file of settings, without which icon sets; and all with which Xcode would end the build.
  public let remarks: [PackageWarning]

  /// Judges an app on devices on which nothing has happened yet.
  ///
  /// - Throws: ``SimulatorError`` when a device refuses to install the app.
  public init(_ package: AppPackage, _ subject: Subject = .alternates, on devices: [Device]) throws {
    let apps = try devices.map { try $0.install(package) }
    models = devices.map(\.model)
    buildErrors = package.buildErrors
    remarks = package.warnings.filter { $0.endsBuild || $0.severity == .error || Self.decidesWhatIsJudged($0) }
    switch subject {
    case .icon(let name):
      names = [name]
      isAboutAlternates = false
    case .alternates:
      let prepared = PreparedPackage(package)
      var seen: Set<ExactText> = []
      let classes = (devices.map(\.model) + Self.models(for: package)).map(\.deviceClass)
      let declared = classes.flatMap { prepared.icons(on: $0).names }
      let found = (declared + prepared.iconNames.alternatesOfSettings).filter { seen.insert(ExactText($0)).inserted }
      names = found.isEmpty ? [nil] : found
      isAboutAlternates = true
    }
    explanations = try names.flatMap { name in try apps.map { try $0.explainIcon(name) } }
  }

  /// Those of the remarks with which Xcode would end the build.
  public let buildErrors: [PackageWarning]

  /// Whether every icon changes on every device, as far as the package is known.
  public var allChange: Bool { explanations.allSatisfy(\.changes) }

  /// Whether every icon changes on every device; of an app that Xcode does not build, not all alternates do.
  public var changes: Bool { allChange && !(isAboutAlternates && !buildErrors.isEmpty) }

  /// The devices of an app's family, of which each is asked when nobody names one.
  public static func models(for package: AppPackage) -> [DeviceModel] {
    let families = package.deviceFamilies
    return [DeviceModel.iPhone, .iPad].filter { families.contains($0.deviceClass) || families.isEmpty }
  }

  static func decidesWhatIsJudged(_ remark: PackageWarning) -> Bool {
    switch remark.code {
    case .severalApps, .dotNetApp, .partOfProject, .widerFolder, .missingXcconfig, .emptyIconSet,
      .primaryIconSetMissing,
      .alternateNameUnknown, .alternateNameCase, .alternateNamePunctuation, .badCompiledCatalog,
      .iconFileType, .iconNeedsNewerXcode, .extensionIconSetMissing:
      true
    case .iconSetting, .alternatesTwice, .preprocessor: remark.severity != .note
    case .duplicateKey, .unknownSetting, .badMacro, .unexpandedMacro, .wrongType, .noBundleIdentifier, .unreadable,
      .limit, .badProject, .outsideOfProject, .macCatalyst, .letterCase, .scriptPhase, .badXcconfig, .infoPlistSetting,
      .shortcutInBuildSettings, .badImage,
      .badStrings, .nameClash, .lenientJSON, .badCatalog, .unknownCatalogValue, .unassignedChild, .resourceFileAbsent,
      .missingPicture,
      .wrongIconSize, .emptyIconSlot, .obsoleteIconSlot, .iconFileFormat, .mixedIconSizes, .iconSetNotCompiled,
      .iconSetOnlyByIncludeAll, .iconAndSetOfOneName, .iconPictureUnused, .duplicateSet, .plistMerge,
      .iconComposerFallback, .watchApp, .emptyConfiguration:
      false
    }
  }
}
