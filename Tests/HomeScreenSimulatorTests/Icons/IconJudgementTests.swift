import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// Checking all icons of an app on several devices.
@Suite struct IconJudgementTests {
  private func judge(
    _ package: AppPackage, _ subject: IconJudgement.Subject = .alternates
  ) throws -> IconJudgement {
    try IconJudgement(
      package, subject,
      on: [DeviceModel.iPhone, .iPad].map { try Device(model: $0, os: OSVersion(parsing: "17.5")) })
  }

  private func built(alternates: String, primary: String? = "AppIcon") throws -> AppPackage {
    var settings: StringTable = ["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES": alternates]
    settings["ASSETCATALOG_COMPILER_APPICON_NAME"] = primary
    return try Packages.make(
      ["CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1, 2]],
      catalog: AssetCatalog(sets: ["AppIcon", "Night"].map { AssetSet(name: $0, kind: .appIcon) }), settings: settings)
  }

  private func advice(_ judgement: IconJudgement, for name: String) -> [IconExplanation.Advice] {
    judgement.explanations.first { $0.name == name }?.advice ?? []
  }

  @Test func iconsOfBuildSettingsAreCheckedAfterDeclaredOnes() throws {
    let judgement = try judge(built(alternates: "Missing Night Default AppIcon"))
    #expect(judgement.names == ["Night", "Missing", "Default"])
    #expect(judgement.explanations.filter { !$0.decision.isRefused }.map(\.name) == ["Night", "Night"])
    #expect(!judgement.changes)
    for name in ["Missing", "Default"] {
      let advice = advice(judgement, for: name)
      #expect(advice.map(\.fact) == ["ICON-137"], "\(advice)")
      #expect(advice[0].text.contains("names “\(name)”, but the build has no such icon"))
    }
  }

  @Test func ignoredSettingIsNotAdvisedAgain() throws {
    let judgement = try judge(built(alternates: "Night", primary: nil))
    #expect(advice(judgement, for: "Night").map(\.fact) == ["ICON-136"], "\(judgement.explanations)")
    #expect(judgement.remarks.map(\.code) == [.iconSetting])
  }

  @Test func unbuildableIconsAreNotCorrect() throws {
    var package = try Packages.paint()
    #expect(try judge(package).changes)
    package.warnings.append(PackageWarning(.badCatalog, "The catalog is broken.", severity: .error, endsBuild: true))
    let judgement = try judge(package)
    #expect(judgement.allChange && !judgement.changes)
    #expect(judgement.buildErrors.map(\.code) == [.badCatalog])
    let night = try judge(package, .icon("night"))
    #expect(night.changes)
    let advice = try #require(night.explanations[0].advice.first)
    #expect(advice.text.hasPrefix("Xcode cannot build the app as it is: The catalog is broken. On a device"))
    #expect(!night.explanations.contains { $0.advice.contains { $0.text.contains("in order") } })
  }

  /// Xcode does not build the app without the set, so files would not help.
  @Test(arguments: [true, false]) func missingSetIsNotReplacedByFiles(isMissing: Bool) throws {
    var package = try Packages.make([
      "CFBundleIdentifier": "com.example.a", "UIDeviceFamily": [1],
      "CFBundleIcons": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon"]]],
    ])
    if isMissing {
      package.warnings.append(PackageWarning(.primaryIconSetMissing, "No set.", severity: .error, endsBuild: true))
    }
    let advice = try #require(try judge(package, .icon(nil)).explanations.first?.advice)
    #expect(advice.map(\.code) == [isMissing ? .primaryIconSetMissing : .iconFileMissing], "\(advice)")
    #expect(advice[0].text.hasPrefix("Name an app icon set of the target") == isMissing, "\(advice)")
  }

  /// ICON-150 is a report of a single developer, so it does not decide anything.
  @Test func reportedBuildFailureDoesNotPreventTheChange() throws {
    var package = try Packages.paint()
    package.warnings.append(PackageWarning(.badCatalog, "The compiler may fail", endsBuild: true))
    let judgement = try judge(package)
    #expect(judgement.changes && judgement.buildErrors.isEmpty && judgement.buildProblem != nil)
    let advice = try #require(judge(package, .icon("night")).explanations[0].advice.first)
    #expect(advice.text.hasPrefix("Xcode may not build the app as it is: The compiler may fail. On a device"))
    #expect(judgement.remarks.map(\.message) == ["The compiler may fail"])
  }

  /// Suspicious content does not decide anything; an error always does.
  @Test(arguments: PackageWarning.Code.allCases)
  func remarksAboutCheckedIconsAreKept(code: PackageWarning.Code) throws {
    func kept(_ severity: PackageWarning.Severity) throws -> Bool {
      var package = try Packages.paint()
      package.warnings = [PackageWarning(code, "something", severity: severity)]
      return try !judge(package).remarks.isEmpty
    }
    let whole: Set<PackageWarning.Code> = [
      .severalApps, .dotNetApp, .partOfProject, .widerFolder, .missingXcconfig, .emptyIconSet, .primaryIconSetMissing,
      .alternateNameUnknown, .alternateNameCase, .alternateNamePunctuation, .badCompiledCatalog,
      .iconFileType, .iconNeedsNewerXcode, .extensionIconSetMissing,
    ]
    let settings: Set<PackageWarning.Code> = [
      .iconSetting, .alternatesTwice, .preprocessor,
    ]
    #expect(try kept(.error))
    #expect(try kept(.note) == whole.contains(code))
    #expect(try kept(.warning) == (whole.contains(code) || settings.contains(code)))
  }

  @Test func dataHasAFewRemarksAndTheirCount() throws {
    var package = try Packages.paint()
    package.warnings =
      (0..<5).map { PackageWarning(.alternateNameUnknown, "set \($0)", severity: .warning) }
      + [PackageWarning(.severalApps, "two", severity: .note, hint: "choose")]
    let json = try judge(package, .icon("night")).json
    #expect(json.count == 2)
    for line in json {
      let remarks = try #require(line.dictionary?["remarks"]?.array).map(\.value.dictionary)
      #expect(remarks.map { $0?["message"]?.string } == ["set 0", "set 1", "set 2", "two"])
      #expect(remarks.last??["hint"]?.string == "choose")
      #expect(line.dictionary?["remarkCount"]?.integer == 6)
    }
  }
}
