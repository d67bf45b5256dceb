import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The app that a universal link opens.
@Suite struct UniversalLinkTests {
  private struct Outcome {
    var problem: SimulatorError?
    var reason: DeliveryObstacle?
    var fact: FactID?
    var isOpen: Bool
  }

  private func launch(
    _ link: String, _ entries: [PropertyListValue]?, os: String = "17.5", file: AssociationFile = .fetched,
    distribution: Distribution = .development
  ) throws -> Outcome {
    var package = try Packages.toolBox { _ in }
    package.entitlements = entries.map { entries in
      [LinkDomain.entitlement: .array(entries.map { PropertyListNode($0) })]
    }
    var conditions = DeviceConditions()
    conditions.associationFile = file
    let scene = try Scene(
      os: os, package: package, options: InstallOptions(distribution: distribution), conditions: conditions,
      launch: false)
    let problem = simulatorError { try scene.device.launch(scene.app, .universalLink(link)) }
    let withheld = scene.device.trace.events.first { $0.what == .delivery(.withheld) }
    #expect(withheld == nil || withheld?.detail[.url] == .string(link))
    return Outcome(
      problem: problem, reason: withheld?.detail[.reason], fact: withheld?.fact,
      isOpen: try scene.app.state == .runningForeground)
  }

  /// LAUNCH-239: the default browser gets links of other domains as URLs.
  @Test(arguments: [
    ("https://a.com/", true, ["https"], "17.5", true), ("HTTP://a.com", true, ["http"], "17.5", true),
    ("https://a.com/", false, ["https"], "17.5", false), ("https://a.com/", true, ["http"], "17.5", false),
    ("https://a.com/", true, ["https"], "13.7", false), ("https://own.com/", true, ["https"], "17.5", false),
    ("paint://a", true, ["paint"], "17.5", false),
  ])
  func defaultBrowserGetsLinks(
    url: String, isBrowser: Bool, schemes: [String], os: String, isOpened: Bool
  ) throws {
    let package = try AppPackage(
      name: "Browser",
      infoPlist: ["CFBundleURLTypes": [["CFBundleURLSchemes": .array(of: schemes.map { .string($0) })]]],
      entitlements: [
        "com.apple.developer.web-browser": .boolean(isBrowser), LinkDomain.entitlement: ["applinks:own.com"],
      ])
    let device = try Device(model: .iPhone, os: OSVersion(parsing: os))
    #expect(device.opensAsBrowser(PreparedPackage(package), with: url) == isOpened)
  }

  /// LAUNCH-126.
  @Test(arguments: [
    "https://example.com", "https://EXAMPLE.com/a?b", "http://example.com#a", "https://me:pw@example.com:8443/a",
  ]) func linkOfItsDomainOpensTheApp(link: String) throws {
    #expect(try launch(link, ["webcredentials:a.com", "applinks:example.com"]).isOpen)
    #expect(try launch(link, nil).isOpen)
    #expect(try launch(link, ["applinks:$(HOST)"]).isOpen)
  }

  /// LAUNCH-126, LAUNCH-127: the refusal names what is missing, and is in the trace.
  @Test(
    arguments: [
      ("https://example.com", [], "listed: none"),
      ("https://example.com/a", ["applinks:a.com", "webcredentials:example.com"], "listed: “applinks:a.com”."),
      ("https://example.com", ["applinks:https://example.com"], "a URL such as"),
      ("https://example.com", ["applinks:example.com/a"], "a URL such as"),
      ("https://example.com", ["applinks:https://x.org"], "listed: “applinks:https://x.org”"),
      ("https://example.com", ["applinks:*.example.com", "applinks:https://x.org"], "only for subdomains"),
      ("https://[2001:db8::1]:8443/a", [], "“applinks:[2001:db8::1]”"), ("https://[::1", [], "url = …"),
      ("https://example.com", ["applinks:*.example.com"], "only for subdomains"),
      ("https://www.example.com", ["applinks:example.com"], "“applinks:www.example.com”"),
      ("paint://example.com", ["applinks:example.com"], "url = …"), ("https://", ["applinks:example.com"], "url = …"),
      ("example.com", ["applinks:example.com"], "url = …"), ("", [3], "url = …"),
      ("https://@:80/", ["applinks:example.com"], "url = …"),
    ] as [(String, [PropertyListValue], String)]) func otherLinksDoNotOpenTheApp(
      link: String, entries: [PropertyListValue], hint: String
    ) throws
  {
    let outcome = try launch(link, entries)
    #expect(outcome.problem?.code == .linkDomainMissing && !outcome.isOpen)
    #expect(outcome.problem?.hint?.contains(hint) == true, "\(String(describing: outcome.problem))")
    #expect(outcome.reason == .linkDomainMissing && outcome.fact == outcome.problem?.fact)
  }

  /// LAUNCH-127: wildcards exist from iOS 9.3.
  @Test(arguments: ["9.2", "9.3", "27.0"]) func wildcardMatchesSubdomains(os: String) throws {
    let outcome = try launch("https://a.b.example.com", ["applinks:*.example.com"], os: os)
    #expect(outcome.isOpen == (os != "9.2"))
    #expect(outcome.problem?.hint?.contains("needs iOS 9.3") == (outcome.isOpen ? nil : true))
  }

  /// LAUNCH-128.
  @Test(arguments: [
    ("developer", Distribution.development, "14.0", true), ("developer", .testFlight, "14.0", false),
    ("managed", .enterprise, "17.5", false), ("developer+managed", .development, "17.5", false),
    ("managed", .appStore, "13.7", true),
  ]) func modesApplyToSomeBuilds(mode: String, distribution: Distribution, os: String, opens: Bool) throws {
    let outcome = try launch(
      "https://example.com", [.string("applinks:example.com?mode=\(mode)")], os: os,
      distribution: distribution)
    #expect(outcome.isOpen == opens && outcome.problem == nil)
    #expect(outcome.fact == (opens ? nil : "LAUNCH-128"))
    #expect(outcome.reason == (opens ? nil : .linkDomainNotConfirmed))
  }

  /// LAUNCH-129.
  @Test(arguments: [
    (AssociationFile.fetched, "17.5", "", true), (.missing, "17.5", "", false), (.missing, "13.7", "", false),
    (.onlyOnServer, "14.0", "", false), (.onlyOnServer, "13.7", "", true),
    (.onlyOnServer, "14.0", "?mode=developer", true), (.missing, "14.0", "?mode=developer", false),
  ]) func fileOfTheDomainConfirmsTheLink(file: AssociationFile, os: String, mode: String, opens: Bool) throws {
    let outcome = try launch(
      "https://example.com", [.string("applinks:example.com\(mode)")], os: os, file: file)
    #expect(outcome.isOpen == opens && outcome.problem == nil)
    #expect(outcome.fact == (opens ? nil : "LAUNCH-129"))
    #expect(
      try launch("https://example.com", nil, os: os, file: file).isOpen == (mode.isEmpty && opens) || !mode.isEmpty)
  }

  /// A refused link does not change the foreground app.
  @Test func screenStays() throws {
    let other = try Scene(package: Packages.toolBox { _ in })
    other.device.conditions.associationFile = .missing
    let paint = try other.device.install(Packages.paint())
    try other.device.launch(paint, .universalLink("https://example.com"))
    #expect(other.device.front == other.app)
    #expect(try paint.state == .notRunning)
  }
}
