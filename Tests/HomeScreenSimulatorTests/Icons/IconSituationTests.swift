import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The ledger's ordered checks as a table: situation × iOS version × class of device (ICON-001).
@Suite struct IconSituationTests {
  static let versions = ["10.2", "10.3", "12.0", "15.0", "18.0", "26.0", "26.1"] + Versions.yearsFrom27

  /// The request and its circumstances.
  enum Situation: String, CaseIterable {
    case declared, nilOnPrimary, sameAgain, undeclared, emptyString, wordDefault, nameOfPrimarySet, literalForPrimary
    case reset, whileResigning, inBackground, inDidFinishLaunching, inViewDidLoad, inViewDidAppear
    case educationMode, resigned, visionOSBuild, catalystBuild, iPhoneOnly
    case noDictionary, resetWithoutDictionary, dictionaryIsArray, noAlternates, missingOnIPad
    case undeclaredInBackground, undeclaredUnsupportedInBackground, resignedInBackground, educationUndeclared
    case twoInOneTurn, undeclaredAfterAccepted, insideTheHandler, turnAfterTheHandler, whileTheAlertIsUp
    case offTheMainThread, withoutArtwork
  }

  /// The expected outcome after every alert was answered.
  struct Outcome: Equatable {
    /// The codes passed to the handlers, 0 for success.
    var codes: [Int]
    var alerts: Int
    var name: String?

    static func changed(_ name: String?) -> Outcome { Outcome(codes: [0], alerts: 1, name: name) }
    static func refused(_ code: Int, name: String? = nil) -> Outcome { Outcome(codes: [code], alerts: 0, name: name) }
  }

  /// The table.
  static func expected(_ situation: Situation, os: OSVersion, on deviceClass: DeviceClass) -> Outcome {
    let systemAlert = os >= OSVersion(26, 1)  // ICON-075
    switch situation {
    case .declared, .inViewDidAppear, .offTheMainThread: return .changed("night")  // ICON-042
    case .withoutArtwork: return .changed("lost")  // ICON-006
    case .nilOnPrimary: return Outcome(codes: [0], alerts: systemAlert ? 0 : 1)  // ICON-073, ICON-074
    case .sameAgain: return Outcome(codes: [0, 0], alerts: systemAlert ? 1 : 2, name: "night")
    case .reset: return Outcome(codes: [0, 0], alerts: 2)  // ICON-017
    case .undeclared, .emptyString, .wordDefault, .nameOfPrimarySet: return .refused(4)  // ICON-029, ICON-030
    case .literalForPrimary: return Outcome(codes: [0, 0], alerts: 2)  // ICON-031
    // ICON-183: the alert waits in the app.
    case .whileResigning where !systemAlert: return Outcome(codes: [], alerts: 0, name: "night")
    case .whileResigning, .inBackground, .inDidFinishLaunching, .inViewDidLoad: return .refused(3072)
    case .educationMode, .visionOSBuild, .catalystBuild, .educationUndeclared: return .refused(3328)  // ICON-044
    case .resigned: return .refused(-54)  // ICON-054
    case .iPhoneOnly:  // ICON-176
      return deviceClass == .iPad && os >= OSVersion(17) ? .refused(3328) : .changed("night")
    case .noDictionary, .dictionaryIsArray, .noAlternates: return .refused(4)  // ICON-038, ICON-037
    case .resetWithoutDictionary: return Outcome(codes: [0], alerts: systemAlert ? 0 : 1)  // ICON-005
    case .missingOnIPad: return deviceClass == .iPad ? .refused(4) : .changed("night")  // ICON-036
    case .undeclaredInBackground, .resignedInBackground: return .refused(3072)  // ICON-002
    case .undeclaredUnsupportedInBackground: return .refused(3328)  // ICON-003
    case .twoInOneTurn:  // ICON-046, ICON-177
      return systemAlert
        ? Outcome(codes: [35, 0], alerts: 1, name: "night") : Outcome(codes: [0], alerts: 1, name: "day")
    case .undeclaredAfterAccepted:  // ICON-004
      return Outcome(codes: [systemAlert ? 35 : 4, 0], alerts: 1, name: "night")
    case .insideTheHandler:  // ICON-048
      return systemAlert
        ? Outcome(codes: [0, 35], alerts: 1, name: "night") : Outcome(codes: [0, 0], alerts: 2, name: "day")
    case .turnAfterTheHandler: return Outcome(codes: [0, 0], alerts: 2, name: "day")
    case .whileTheAlertIsUp:  // ICON-049, ICON-201
      return systemAlert
        ? Outcome(codes: [3072, 0], alerts: 1, name: "night") : Outcome(codes: [0, 0], alerts: 2, name: "day")
    }
  }

  @Test(
    arguments: Situation.allCases,
    versions.flatMap { version in [DeviceModel.iPhone, .iPad].map { (version, $0) } })
  func everySituationHoldsOnEveryVersionAndDevice(situation: Situation, cell: (String, DeviceModel)) throws {
    let os = try OSVersion(parsing: cell.0)
    let scene = try Scene(
      os: cell.0, model: cell.1, package: package(situation), options: options(situation),
      conditions: conditions(situation), launch: false)
    let run = { try self.act(situation, in: scene) }
    guard os >= OSVersion(10, 3) else {
      // ICON-009: the method does not exist, so the app ends.
      #expect(simulatorError(run)?.fact == "ICON-009")
      return
    }
    var alerts = 0
    func answer() throws {
      while let alert = scene.device.alert {
        alerts += 1
        try alert.tap("OK")
      }
    }
    try run()
    try answer()
    if situation == .sameAgain || situation == .reset || situation == .literalForPrimary {
      try scene.request(situation == .sameAgain ? "night" : situation == .reset ? nil : "CFBundlePrimaryIcon")
      try answer()
    }
    let outcome = Outcome(codes: scene.codes, alerts: alerts, name: try scene.app.iconName)
    #expect(outcome == Self.expected(situation, os: os, on: cell.1.deviceClass))
    let warned = try scene.app.console.contains { $0.contains("must be used from main thread only") }
    #expect(warned == (situation == .offTheMainThread && os >= OSVersion(11)))  // ICON-022
  }

  private func package(_ situation: Situation) throws -> AppPackage {
    try Packages.paint { plist in
      switch situation {
      case .noDictionary, .resetWithoutDictionary: plist["CFBundleIcons"] = nil
      case .dictionaryIsArray: plist["CFBundleIcons"] = ["night"]
      case .noAlternates: plist["CFBundleIcons"] = ["CFBundlePrimaryIcon": [:]]
      case .missingOnIPad: plist["CFBundleIcons~ipad"] = ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]]
      case .iPhoneOnly: plist["UIDeviceFamily"] = [1]
      case .withoutArtwork: plist["CFBundleIcons"] = ["CFBundleAlternateIcons": ["lost": [:]]]
      default: break
      }
    }
  }

  private func options(_ situation: Situation) throws -> InstallOptions {
    switch situation {
    case .resigned, .resignedInBackground: InstallOptions(signedAs: "com.example.other")
    case .visionOSBuild: InstallOptions(sdk: try BuildSDK(parsing: "xros2.0"))
    case .catalystBuild, .undeclaredUnsupportedInBackground: InstallOptions(sdk: try BuildSDK(parsing: "macosx15.0"))
    default: InstallOptions()
    }
  }

  private func conditions(_ situation: Situation) -> DeviceConditions {
    var conditions = DeviceConditions()
    conditions.educationMode = situation == .educationMode || situation == .educationUndeclared
    return conditions
  }

  private func act(_ situation: Situation, in scene: Scene) throws {
    switch situation {
    case .inDidFinishLaunching: return try scene.launch(asking: .didFinishLaunching)
    case .whileResigning:
      try scene.launch(asking: .applicationWillResignActive)
      return try scene.device.pressHome()
    case .inViewDidLoad, .inViewDidAppear:
      let code = ClosureCode()
      code.rootViewController = { application in
        let screen = ScreenCode()
        let ask = { [unowned scene] (_: ViewController) in try scene.request("night", in: application) }
        if situation == .inViewDidLoad { screen.onLoad = ask } else { screen.onAppear = ask }
        return ViewController(application, lifeCycle: screen)
      }
      scene.app.code = code
      return try scene.device.launch(scene.app)
    default: break
    }
    try scene.device.launch(scene.app)
    switch situation {
    case .nilOnPrimary, .resetWithoutDictionary: try scene.request(nil)
    case .undeclared, .educationUndeclared: try scene.request("nothing")
    case .emptyString: try scene.request("")
    case .wordDefault: try scene.request("Default")
    case .nameOfPrimarySet: try scene.request("AppIcon")
    case .withoutArtwork: try scene.request("lost")
    case .inBackground, .resignedInBackground:
      try scene.device.pressHome()
      try scene.request("night")
    case .undeclaredInBackground, .undeclaredUnsupportedInBackground:
      try scene.device.pressHome()
      try scene.request("nothing")
    case .twoInOneTurn: try scene.request("night", "day")
    case .undeclaredAfterAccepted: try scene.request("night", "nothing")
    case .insideTheHandler, .turnAfterTheHandler: try askTwice(scene, later: situation == .turnAfterTheHandler)
    case .whileTheAlertIsUp:
      try scene.request("night")
      try scene.request("day")
    case .offTheMainThread:
      try scene.app.run { application in
        try application.globalQueue.async { try scene.request("night", in: application) }
      }
    default: try scene.request("night")
    }
  }

  /// ICON-273: a block queued from a global queue, like a task, stays off the main thread.
  @Test func taskStaysOnItsQueue() throws {
    for isGlobal in [false, true] {
      let scene = try Scene()
      try scene.app.run { application in
        let ask = { try application.continueLater { try scene.request("nobody", in: application) } }
        if isGlobal { try application.globalQueue.async(ask) } else { try ask() }
      }
      #expect(scene.codes == [4])
      #expect(try scene.app.console.contains { $0.contains("must be used from main thread only") } == isGlobal)
    }
  }

  private func askTwice(_ scene: Scene, later: Bool) throws {
    try scene.app.run { application in
      try scene.request("night", in: application) {
        guard later else { return try scene.request("day", in: application) }
        try application.mainQueue.async {
          try application.mainQueue.async { try scene.request("day", in: application) }
        }
      }
    }
  }
}
