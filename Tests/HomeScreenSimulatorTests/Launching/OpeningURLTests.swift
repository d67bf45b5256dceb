import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// URLs that app code checks and opens.
@Suite struct OpeningURLTests {
  /// An app named `com.example.NAME`.
  private static func package(
    _ name: String, schemes: [String] = [], asks: [String] = [], entitlements: PropertyListDictionary? = nil
  ) throws -> AppPackage {
    func list(_ texts: [String]) -> PropertyListValue { .array(texts.map { PropertyListNode(.string($0)) }) }
    return try AppPackage(
      name: name,
      infoPlist: [
        "CFBundleIdentifier": .string("com.example.\(name)"), "CFBundleName": .string(name),
        "LSApplicationQueriesSchemes": list(asks), "CFBundleURLTypes": [["CFBundleURLSchemes": list(schemes)]],
      ], entitlements: entitlements)
  }

  /// A device with a foreground app that asks, and another app.
  private struct Pair {
    let device: Device
    let caller: InstalledApp
    let other: InstalledApp

    init(
      os: String = "17.5", model: DeviceModel = .iPhone, asks: [String] = [], schemes: [String] = ["chat"],
      sdk: String? = nil,
      entitlements: PropertyListDictionary? = nil, ofOther: PropertyListDictionary? = nil
    ) throws {
      device = try Device(model: model, os: OSVersion(parsing: os))
      other = try device.install(package("chat", schemes: schemes, entitlements: ofOther))
      caller = try device.install(
        package("notes", schemes: ["notes"], asks: asks, entitlements: entitlements),
        options: InstallOptions(
          lifeCycle: device.os.major >= 13 ? .scene : nil, sdk: sdk.map { try BuildSDK(parsing: $0) }))
      try device.launch(caller)
    }

    func asks(_ url: String) throws -> Bool { try caller.run { try $0.canOpenURL(url) } }

    /// The results that the handlers get.
    func opens(_ url: String, linksOnly: Bool = false) throws -> [Bool] {
      var outcomes: [Bool] = []
      try caller.run { try $0.open(url, universalLinksOnly: linksOnly) { outcomes.append($0) } }
      return outcomes
    }
  }

  /// LAUNCH-130, LAUNCH-131.
  @Test(
    arguments: [
      ("chat://a", true, nil), ("CHAT:", true, nil), ("https://example.com", true, nil), ("http:", true, nil),
      ("talk://a", false, "OSStatus error -10814"), ("note://a", false, "not allowed to query for scheme note"),
      ("notes://a", true, nil), ("NOTES:", true, nil),
      ("tel:1", true, nil), ("chat", false, "Invalid input URL"),
      ("", false, "Invalid input URL"), (":", false, "Invalid input URL"),
    ] as [(String, Bool, String?)]) func listedAndInstalledSchemesCanBeOpened(
      url: String, canOpen: Bool, reason: String?
    ) throws
  {
    let pair = try Pair(asks: ["Chat", "talk"])
    #expect(try pair.asks(url) == canOpen)
    let lines = try pair.caller.console
    #expect(lines.count == (canOpen ? 0 : 1))
    if let reason { #expect(lines.first?.contains(reason) == true, "\(lines)") }
  }

  /// LAUNCH-131: iOS 9 gives no reason.
  @Test func iOS9ReportsNoError() throws {
    let pair = try Pair(os: "9.3", asks: ["talk"])
    #expect(try !pair.asks("talk:"))
    #expect(try pair.caller.console == ["-canOpenURL: failed for URL: \"talk:\" - error: \"(null)\""])
  }

  /// LAUNCH-133.
  @Test(
    arguments: [
      ("15.0", "15.0", 50), ("14.4", "15.0", 51), ("17.5", "14.0", 51), ("17.5", nil, 51), ("17.5", "xros2.0", 51),
      ("27.0", "27.0", 25), ("26.4", "27.0", 50), ("27.0", "26.0", 50),
    ] as [(String, String?, Int)]) func firstSchemesCount(os: String, sdk: String?, count: Int) throws
  {
    let schemes = ["s25", "s26", "s50", "s51"]
    let pair = try Pair(os: os, asks: (1...51).map { "s\($0)" }, schemes: schemes, sdk: sdk)
    for scheme in schemes {
      #expect(try pair.asks("\(scheme):") == (Int(scheme.dropFirst()) ?? 0 <= count), "\(scheme)")
    }
  }

  /// LAUNCH-132.
  @Test func appWithTheSchemeComesToTheFront() throws {
    let pair = try Pair()
    #expect(try pair.opens("nobody://a") == [false])
    #expect(try pair.opens("") == [false])
    #expect(pair.device.front == pair.caller)
    #expect(try pair.opens("chat://a") == [true])
    #expect(pair.device.front == pair.other)
    #expect(try pair.caller.state == .runningBackground)
    #expect(try pair.opens("chat://b") == [false])
    #expect(
      pair.device.trace.events.filter { $0.what == .delivery(.requested) }.map { $0.detail[.opener] } == [
        .absent, .absent, .string("com.example.chat"), .absent,
      ])
  }

  /// LAUNCH-145: the system's app takes precedence over one that declares the scheme.
  @Test(arguments: [
    ("mailto:a@example.com", "com.apple.mobilemail"), ("SMS:1", "com.apple.MobileSMS"),
    ("tel:1", "com.apple.mobilephone"),
    ("telprompt:1", "com.apple.mobilephone"), ("facetime://1", "com.apple.facetime"),
    ("facetime-audio:1", "com.apple.facetime"), ("app-settings:", "com.apple.Preferences"),
    ("itms-apps://x", "com.apple.AppStore"), ("itms-appss://x", "com.apple.AppStore"),
    ("itms://x", "com.apple.MobileStore"), ("itmss://x", "com.apple.MobileStore"),
  ]) func systemSchemesOpenSystemApps(url: String, opener: String) throws {
    let pair = try Pair(schemes: ["mailto", "tel"])
    #expect(try pair.opens(url, linksOnly: true) == [false])
    #expect(pair.device.front == pair.caller)
    #expect(try pair.opens(url) == [true])
    #expect(pair.device.front == nil)
    #expect(try pair.caller.state == .runningBackground && pair.other.state == .notRunning)
    let event = pair.device.trace.events.last { $0.what == .delivery(.requested) }
    #expect(event?.detail[.opener] == .string(opener) && event?.fact == "LAUNCH-145")
  }

  /// LAUNCH-146.
  @Test func systemSchemesNeedNoEntry() throws {
    let pair = try Pair()
    #expect(try pair.asks("tel:1") && pair.asks("app-settings:") && pair.asks("mailto:a"))
    #expect(try pair.caller.console.isEmpty)
  }

  /// LAUNCH-145: an iPad needs an iPhone for a call.
  @Test func callsFromIPadAreNotModelled() throws {
    let pair = try Pair(model: .iPad, asks: ["tel"])
    let error = simulatorError { try pair.caller.run { _ = try $0.canOpenURL("tel:1") } }
    #expect(error?.code == .notModelled && error?.message == OutsideOfModel.callsFromIPad.sentence)
    try pair.device.launch(pair.caller)
    #expect(simulatorError { _ = try pair.opens("telprompt:1") }?.code == .notModelled)
    try pair.device.launch(pair.caller)
    #expect(try pair.opens("facetime:1") == [true])
  }

  /// LAUNCH-132: its own URL arrives immediately.
  @Test func appCanOpenItself() throws {
    let pair = try Pair()
    #expect(try pair.opens("notes://a") == [true])
    #expect(pair.device.front == pair.caller)
    #expect(pair.device.trace.events.contains { $0.what == .callback(.sceneOpenURLContexts) })
  }

  /// LAUNCH-132: apps with unknown entitlements open no links.
  @Test func linksOpenTheEntitledAppOrTheBrowser() throws {
    let entitled: PropertyListDictionary = [LinkDomain.entitlement: ["applinks:example.com"]]
    let pair = try Pair(entitlements: entitled, ofOther: entitled)
    #expect(try pair.opens("https://example.org/a", linksOnly: true) == [false])
    #expect(try pair.opens("chat://a", linksOnly: true) == [false])
    #expect(pair.device.front == pair.caller)
    #expect(try pair.opens("https://example.com/a", linksOnly: true) == [true])
    #expect(pair.device.front == pair.other)

    let own = try Pair(entitlements: entitled)
    #expect(try own.opens("https://example.com/a") == [true])
    #expect(own.device.front == nil)
    #expect(own.device.trace.events.last { $0.what == .delivery(.requested) }?.detail[.opener] == .string("browser"))

    let unconfirmed = try Pair(ofOther: entitled)
    unconfirmed.device.conditions.associationFile = .missing
    #expect(try unconfirmed.opens("https://example.com/a", linksOnly: true) == [false])
  }

  /// LAUNCH-132: a missing app opens nothing, and an error in the handler is a crash.
  @Test func unavailableAppsOpenNothing() throws {
    let pair = try Pair()
    try pair.device.offload(pair.other)
    #expect(try pair.opens("chat://a") == [false])
    try pair.device.install(
      Self.package("chat", schemes: ["chat"]), options: InstallOptions(isDownloading: true))
    #expect(try pair.opens("chat://a") == [false])
    #expect(throws: Oops()) { try pair.caller.run { try $0.open("chat://a") { _ in throw Oops() } } }
    #expect(try pair.caller.crash != nil)
    let old = try Pair(os: "9.3")
    #expect(simulatorError { _ = try old.opens("chat://a") }?.code == .apiUnavailable)
    var kept: Application?
    try old.device.launch(old.caller)
    try old.caller.run { kept = $0 }
    let application = try #require(kept)
    #expect(simulatorError { _ = try application.canOpenURL("chat:") }?.code == .outsideTheApp)
    #expect(simulatorError { _ = try application.openURL("chat:") }?.code == .outsideTheApp)
  }

  /// LAUNCH-134.
  @Test(arguments: [("18.0", "18.0", false), ("17.5", "18.0", true), ("26.1", "17.0", true), ("26.1", nil, true)])
  func oldMethodDoesNothingInNewBuilds(os: String, sdk: String?, opens: Bool) throws {
    let pair = try Pair(os: os, sdk: sdk)
    #expect(try pair.caller.run { try $0.openURL("chat://a") } == opens)
    #expect(pair.device.front == (opens ? pair.other : pair.caller))
    #expect(try pair.caller.console.contains { $0.hasPrefix("BUG IN CLIENT OF UIKIT") } == !opens)
  }

  /// LAUNCH-135.
  @Test(
    arguments: [
      ("12.4", nil, nil, true), ("13.0", nil, nil, false), ("17.5", "A", "A", true), ("17.5", "A", "B", false),
      ("17.5", nil, "A", false),
    ] as [(String, String?, String?, Bool)]) func senderIsReportedWithinATeam(
      os: String, sender: String?, receiver: String?, isReported: Bool
    ) throws
  {
    func team(_ name: String?) -> PropertyListDictionary? {
      name.map { ["com.apple.developer.team-identifier": .string($0)] }
    }
    let pair = try Pair(os: os, entitlements: team(sender), ofOther: team(receiver))
    var source: String?
    let code = ClosureCode()
    code.appDelegate = {
      let delegate = CallbackHandlers()
      delegate[.openURL] = { call in
        source = call.sourceApplication
        return .boolean(true)
      }
      return delegate
    }
    pair.other.code = code
    #expect(try pair.opens("chat://a") == [true])
    #expect(source == (isReported ? "com.example.notes" : nil))
  }
}
