import HomeScreenSimulator
import PropertyLists
import Testing

/// The decision about an icon request.
@Suite struct AlternateIconDecisionTests {
  /// ICON-001.
  @Test(arguments: Versions.all)
  func checksAreInOrderAndNameTheirFacts(os: String) throws {
    let scene = try Scene(os: os)
    let decision = try scene.app.iconDecision(for: "night")
    #expect(decision.steps.map(\.number) == Array(1...9))
    #expect(decision.steps.map(\.check.name) == AlternateIconCheck.Name.allCases)
    #expect(decision.result == .accepted(name: "night"))
    #expect(decision.decidingCheck == nil)
    for step in decision.steps { #expect(FactLedger.fact(step.check.fact) != nil) }
    let onlyNewer = try OSVersion(parsing: os) >= OSVersion(26, 1)
    #expect(decision.steps[4].status == (onlyNewer ? .passed : .notInThisVersion))
    #expect(decision.steps[5].status == (onlyNewer ? .passed : .notInThisVersion))
  }

  @Test(arguments: Versions.all)
  func failedCheckEndsTheList(os: String) throws {
    let scene = try Scene(os: os)
    let decision = try scene.app.iconDecision(for: "unknown")
    #expect(decision.decidingCheck == .declaration)
    #expect(decision.fact == "ICON-039")
    #expect(decision.steps.last?.status == .failed)
    try scene.device.pressHome()
    let inBackground = try scene.app.iconDecision(for: "unknown")
    #expect(inBackground.decidingCheck == .activity)
    #expect(inBackground.steps.dropFirst(2).allSatisfy { $0.status == .notReached })
    // An explanation includes the checks after the first fault.
    let explained = try scene.app.explainIcon("unknown")
    #expect(explained.decision.decidingCheck == .activity)
    #expect(explained.decision.steps.filter(\.wouldFail).map(\.check.name) == [.declaration])
    #expect(explained.advice.first?.fact == "ICON-042" && explained.advice.count > 1)
    #expect(try scene.app.explainIcon("night").decision.steps.allSatisfy { !$0.wouldFail })
    #expect(try scene.app.explainIcon(nil).decision.steps.allSatisfy { !$0.wouldFail })
  }

  /// All reasons are reported at once: the alert makes the app inactive and is outstanding, and the name is unknown.
  @Test func severalFaultsAreReportedTogether() throws {
    let scene = try Scene(os: "26.1")
    try scene.request("night")
    let unknown = try scene.app.explainIcon("unknown").decision
    #expect(unknown.decidingCheck == .activity)
    #expect(unknown.steps.filter(\.wouldFail).map(\.check.name) == [.alert, .declaration])
    // For the current icon, the call would succeed before the alert matters.
    #expect(try scene.app.explainIcon("night").decision.steps.allSatisfy { !$0.wouldFail })
    try scene.tapOK()
    #expect(try scene.app.explainIcon("night").decision.result == .alreadySet)
  }

  @Test func queryChangesNothingAndNeedsNoProcess() throws {
    let scene = try Scene(launch: false)
    let count = scene.device.trace.count
    #expect(try scene.app.iconDecision(for: "night").result == .accepted(name: "night"))
    #expect(try scene.app.iconDecision(for: "x").result == .refused(.iconNameNotFound))
    #expect(scene.device.trace.count == count)
    #expect(try scene.app.iconName == nil)
  }

  /// ICON-039, ICON-025.
  @Test(
    arguments: Versions.all,
    [DeviceModel.iPhone, .iPad, .iPadPro])
  func declaredNameIsAcceptedAndOthersGetError4(os: String, model: DeviceModel) throws {
    let scene = try Scene(os: os, model: model)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(try scene.app.iconName == "night")
    try scene.request("nigth")
    #expect(scene.device.alert == nil)  // ICON-056
    #expect(scene.codes == [0, 4])
    #expect(try scene.app.iconName == "night")  // ICON-018
  }

  /// ICON-026, ICON-029, ICON-030.
  @Test(arguments: ["Night", "night ", " night", "", "Default", "AppIcon", "nıght", "night\u{0}", "e\u{301}"])
  func namesAreComparedExactly(name: String) throws {
    let package = try Packages.paint {
      $0["CFBundleIcons"] = ["CFBundleAlternateIcons": ["night": [:], "é": [:]]]
    }
    let scene = try Scene(package: package)
    try scene.request(name)
    #expect(scene.outcomes == [.iconNameNotFound])
    try scene.request("\u{e9}")
    #expect(scene.device.alert != nil)
  }

  /// ICON-027, ICON-028, ICON-033.
  @Test func anyStringCanBeAName() throws {
    let names = ["天天特价", "DESTINATION: DEEP SPACE", "🌙", "CFBundleIconFiles"]
    for value in [[:], "text", 1, true, ["CFBundleIconFiles": "no array"]] as [PropertyListValue] {
      var alternates = PropertyListDictionary()
      for name in names { alternates[name] = value }
      let declared = alternates
      let scene = try Scene(
        package: Packages.paint { $0["CFBundleIcons"] = ["CFBundleAlternateIcons": .dictionary(declared)] })
      for name in names {
        try scene.request(name)
        try scene.tapOK()
        #expect(try scene.app.iconName == name)
      }
      #expect(scene.codes == [0, 0, 0, 0])
    }
  }

  /// ICON-031.
  @Test(arguments: Versions.all)
  func literalCFBundlePrimaryIconActsLikeNil(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.tapOK()
    try scene.request("CFBundlePrimaryIcon")
    #expect(scene.device.alert != nil)
    try scene.tapOK()
    #expect(try scene.app.iconName == nil)
    #expect(scene.codes == [0, 0])
    // It is not the name of the primary icon, so it is a change.
    try scene.request("CFBundlePrimaryIcon")
    #expect(scene.device.alert != nil)
    try scene.tapOK()
    #expect(scene.codes == [0, 0, 0])
  }

  /// ICON-032, ICON-034, ICON-035.
  @Test func arrayDeclaresItsStringsAndFlatShapeDeclaresItsKeys() throws {
    func decide(_ alternates: PropertyListValue, _ name: String) throws -> AlternateIconDecision.Result {
      let package = try Packages.paint { $0["CFBundleIcons"] = ["CFBundleAlternateIcons": alternates] }
      return try Scene(package: package).app.iconDecision(for: name).result
    }
    #expect(try decide(["night", 1, "day"], "day") == .accepted(name: "day"))
    #expect(try decide(["night"], "day") == .refused(.iconNameNotFound))
    let flat: PropertyListValue = ["CFBundleIconFiles": ["newicon"], "UIPrerenderedIcon": false]
    #expect(try decide(flat, "newicon") == .refused(.iconNameNotFound))
    #expect(try decide(flat, "CFBundleIconFiles") == .accepted(name: "CFBundleIconFiles"))
    #expect(try decide("text", "text") == .refused(.iconNameNotFound))
  }

  /// ICON-037, ICON-038, ICON-085.
  @Test(
    arguments: Versions.all
  )
  func missingAlternatesGetError4(os: String) throws {
    let cases: [(PropertyListValue?, AlternateIconCheck.Name)] = [
      ([:], .declaration), (["CFBundlePrimaryIcon": [:]], .declaration), ("text", .dictionary), (nil, .dictionary),
      ([], .dictionary),
    ]
    for (icons, check) in cases {
      let scene = try Scene(os: os, package: Packages.paint { $0["CFBundleIcons"] = icons })
      #expect(try scene.app.iconDecision(for: "night").decidingCheck == check)
      try scene.request("night")
      #expect(scene.outcomes == [check == .dictionary ? .iconsDictionaryMissing : .iconNameNotFound])
    }
  }

  /// ICON-005, ICON-017.
  @Test(arguments: Versions.all)
  func nilNeedsNoDictionary(os: String) throws {
    let scene = try Scene(os: os, package: Packages.paint { $0["CFBundleIcons"] = "malformed" })
    try scene.request(nil)
    try scene.tapOK()
    #expect(scene.codes == [0])
    #expect(
      try scene.app.iconDecision(for: nil).steps[7].status
        == (Versions.alertInApp.contains(os) ? .skipped : .notReached))
  }

  /// ICON-014, ICON-015, ICON-044, ICON-003.
  @Test func buildsForOtherPlatformsAreUnsupported() throws {
    for (sdk, fact) in [("xros2.0", "ICON-014"), ("macosx15.0", "ICON-015")] as [(String, FactID)] {
      let scene = try Scene(options: InstallOptions(sdk: BuildSDK(parsing: sdk)))
      #expect(try !scene.app.run { try $0.supportsAlternateIcons })
      try scene.request("night", "undeclared", nil)
      #expect(scene.outcomes == [.featureUnsupported, .featureUnsupported, .featureUnsupported])
      #expect(try scene.app.iconDecision(for: "night").fact == fact)
      let explicit = try Scene(package: Packages.paint { $0["DTSDKName"] = .string(sdk) })
      #expect(try explicit.app.iconDecision(for: "night").fact == fact)
    }
    for text in ["", "x", "iphoneos", "27.0.0.0", String(repeating: "1", count: 1000)] {
      #expect(simulatorError { _ = try BuildSDK(parsing: text) }?.code == .badSDK)
    }
    #expect(try BuildSDK(parsing: "visionOS 2.0") == BuildSDK(.visionOS, OSVersion(2)))
    #expect(try BuildSDK(parsing: "27.0") == BuildSDK(.iOS, OSVersion(27)))
  }

  /// ICON-013.
  @Test func supportsAlternateIconsDoesNotDependOnTheInfoPlist() throws {
    let scene = try Scene(package: Packages.paint { $0["CFBundleIcons"] = nil })
    #expect(try scene.app.run { try $0.supportsAlternateIcons })
  }

  /// ICON-045.
  @Test(arguments: Versions.all)
  func educationModeRefusesAndHidesTheName(os: String) throws {
    let scene = try Scene(os: os)
    try scene.request("night")
    try scene.tapOK()
    scene.device.conditions.educationMode = true
    try scene.request("day")
    #expect(scene.outcomes == [nil, .forbiddenByPolicy])
    let underlying = scene.outcomes.last??.underlyingError
    #expect(underlying?.domain == "LSApplicationWorkspaceErrorDomain" && underlying?.code == 110)
    #expect(try scene.app.run { try $0.alternateIconName } == nil)
    #expect(try scene.app.iconDecision(for: "day").fact == "ICON-045")
  }

  /// ICON-054.
  @Test(arguments: Versions.all)
  func reSignedAppGetsMinus54(os: String) throws {
    let scene = try Scene(os: os, options: InstallOptions(signedAs: "com.other.paint"))
    try scene.request("night", "undeclared")
    #expect(scene.outcomes == [.identityMismatch, .identityMismatch])
    let same = try Scene(os: os, options: InstallOptions(signedAs: "com.example.paint"))
    #expect(try same.app.iconDecision(for: "night").result == .accepted(name: "night"))
  }

  /// ICON-041, ICON-002, ICON-043.
  @Test(arguments: Versions.all)
  func everyNameGets3072InTheBackground(os: String) throws {
    let scene = try Scene(os: os)
    try scene.device.pressHome()
    try scene.request("night", "undeclared", nil)
    #expect(scene.outcomes == [.operationCancelled, .operationCancelled, .operationCancelled])
    #expect(try scene.app.iconName == nil)
  }

  /// ICON-042.
  @Test(arguments: Versions.all)
  func launchMethodsAreTooEarlyAndDidBecomeActiveIsNot(os: String) throws {
    for (callback, code) in [
      (AppCallback.didFinishLaunching, 3072), (.willFinishLaunching, 3072), (.applicationDidBecomeActive, 0),
    ] {
      let scene = try Scene(os: os, launch: false)
      try scene.launch(asking: callback)
      try scene.tapOK()
      #expect(scene.codes == [code], "\(callback)")
    }
  }

  /// ICON-043, ICON-183.
  @Test(arguments: Versions.all)
  func callWhileEnteringTheBackgroundIsRefused(os: String) throws {
    for callback in [AppCallback.applicationWillResignActive, .applicationDidEnterBackground] {
      let scene = try Scene(os: os, launch: false)
      try scene.launch(asking: callback)
      try scene.device.pressHome()
      // Up to iOS 26.0, an app that is still active at the call may change its icon.
      guard callback == .applicationWillResignActive, Versions.alertInApp.contains(os) else {
        #expect(scene.codes == [3072])
        continue
      }
      #expect(scene.codes.isEmpty)
      #expect(try scene.app.iconName == "night")
      try scene.device.launch(scene.app)
      try scene.tapOK()
      #expect(scene.codes == [0])
    }
  }

  /// ICON-009.
  @Test(arguments: ["9.0", "10.2"])
  func apiDoesNotExistBefore10_3(os: String) throws {
    for use in [
      { try $0.setAlternateIconName("night") }, { _ = try $0.supportsAlternateIcons },
      { _ = try $0.alternateIconName },
    ] as [(Application) throws -> Void] {
      let scene = try Scene(os: os)
      let error = simulatorError { try scene.app.run { try use($0) } }
      #expect(error?.code == .apiUnavailable)
      #expect(error?.fact == "ICON-009")
      #expect(try scene.app.state == .notRunning)  // on a device: unrecognised selector, a crash
      #expect(try scene.app.crash != nil)
    }
  }
}
