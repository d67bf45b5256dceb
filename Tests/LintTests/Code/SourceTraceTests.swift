import AppPackages
import AppSources
import HomeScreenSimulator
import Lint
import Testing

/// What the trace of a scenario says about an app that runs the code of its sources.
@Suite struct SourceTraceTests {
  private static let item = ShortcutItem(type: "com.example.new", localizedTitle: "New")

  private static func app(
    _ document: SourceDocument, doubtful: Bool = true
  ) throws -> (device: Device, app: InstalledApp) {
    let package = try SourceFixture.package(scenes: true)
    let device = try Device(model: .iPhone, os: .newest)
    let app = try device.install(PreparedPackage(package))
    app.code = SourceDrivenCode(SubjectCode(document, of: package), takesDoubtful: doubtful)
    return (device, app)
  }

  private static func tap(_ device: Device, _ app: InstalledApp) throws -> Trace {
    try device.record {
      try device.launch(app, .quickAction(item))
      _ = try device.settle()
    }
  }

  private static func at(_ line: Int) -> SourcePlace { SourceFixture.at(line) }

  /// What is uncertain is not on the screen, and what an empty store decides is not even possible.
  @Test(arguments: [
    (HandlerStep.Condition.always, false, ["shown", "shown"]), (.sometimes, false, ["may", "may"]),
    (.sometimes, true, ["", "may"]), (.whenGiven, true, ["", "shown"]), (.whenNotGiven, false, ["shown", "may"]),
  ])
  func presentationHappensIfItIsCertain(
    condition: HandlerStep.Condition, isStored: Bool, expected: [String]
  ) throws {
    var source = SourceFixture()
    source.scene(
      SourceFixture.connect(line: 10) {
        $0.steps = [HandlerStep(.keep, .shortcutItem, .whenGiven, at: Self.at(11), store: "saved")]
      })
    source.scene(
      SourceFixture.method(.sceneDidBecomeActive, line: 20) {
        $0.steps = [
          HandlerStep(
            .present, .none, condition, at: Self.at(21), function: "show()", store: isStored ? "saved" : nil)
        ]
      })
    for (isTap, expected) in zip([false, true], expected) {
      let (device, app) = try Self.app(source.document)
      let trace = try isTap ? Self.tap(device, app) : device.record { try device.launch(app) }
      let isShown = trace.contains { $0.kind == .presentation }
      let isPrinted = trace.contains { $0.detail.description.contains("App.swift:21: may present in show() (or not)") }
      #expect(isShown == (expected == "shown"), "\(trace.events)")
      #expect(isPrinted == (expected == "may"), "\(trace.events)")
    }
  }

  /// The outcome is that of `check`; without uncertain steps, it is that of the certain ones.
  @Test func uncertainHandlingIsNotKnown() throws {
    var source = SourceFixture()
    source.scene(
      SourceFixture.sceneAction(line: 20) {
        $0.steps = [HandlerStep(.handle, .shortcutItem, .sometimes, at: Self.at(21))]
      })
    let (device, app) = try Self.app(source.document)
    try device.launch(app)
    _ = try device.settle()
    try device.pressHome()
    let record = try #require(device.deliveries(in: try Self.tap(device, app)).first)
    #expect(record.handled == 1 && record.outcome == .notKnown)
    #expect(record.reason == "it depends on a run-time condition at App.swift:21")
  }

  /// What one launch leaves open decides nothing about a later action.
  @Test func openLaunchDecidesOnlyItsOwnAction() throws {
    var source = SourceFixture()
    source.application(
      SourceFixture.launch(line: 30) { $0.returned = ReturnedValue(.computed, at: Self.at(31)) })
    source.application(
      SourceFixture.appAction(line: 40) { $0.steps = [HandlerStep(.handle, .shortcutItem, at: Self.at(41))] })
    var document = source.document
    document.handlers.removeLast()
    let package = try SourceFixture.package(scenes: false)
    let device = try Device(model: .iPhone, os: OSVersion(17, 5))
    let app = try device.install(PreparedPackage(package))
    app.code = SourceDrivenCode(SubjectCode(document, of: package))
    let cold = try Self.tap(device, app)
    try device.pressHome()
    let warm = try Self.tap(device, app)
    #expect(device.deliveries(in: cold).map(\.outcome) == [.notKnown])
    #expect(device.deliveries(in: warm).map(\.outcome) == [.handledOnce])
  }
}
