import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

/// The trace.
@Suite struct TraceTests {
  private func scenario(os: String) throws -> Trace {
    let scene = try Scene(os: os)
    try scene.request("night", "day", "unknown")
    try scene.tapOK()
    try scene.app.run { try $0.log("a line") }
    try scene.device.pressHome()
    try scene.device.settle()
    return scene.device.trace
  }

  @Test(arguments: Versions.all)
  func equalCommandsGiveEqualTracesAndHashes(os: String) throws {
    let first = try scenario(os: os)
    let second = try scenario(os: os)
    #expect(first == second)
    #expect(first.hash == second.hash)
    #expect(first.description == second.description)
    #expect(first.hash.count == 16)
  }

  @Test func hashIs64BitFNV1a() {
    var hash = FNV1a64()
    #expect(hash.hexadecimal == "cbf29ce484222325")
    for byte in "foobar".utf8 { hash.feed(byte) }
    #expect(hash.hexadecimal == "85944171f73967e8")
    #expect(Trace().hash == "cbf29ce484222325")
  }

  @Test(arguments: [0, 1, 255, 256, .max, -1] as [Int64])
  func numbersAreHashedAsEightBytes(_ number: Int64) {
    var hash = FNV1a64()
    hash.feed(number)
    var expected = FNV1a64()
    withUnsafeBytes(of: number.littleEndian) { for byte in $0 { expected.feed(byte) } }
    #expect(hash.value == expected.value)
  }

  @Test func everyChangeOfAnEventChangesTheHash() {
    let time = VirtualTime(milliseconds: 1)
    func event(
      _ time: VirtualTime = time, app: String? = "a", _ what: TraceEventName = .icon(.shown),
      _ detail: TraceDetail = .none, _ fact: FactID? = nil
    ) -> TraceEvent {
      TraceEvent(time: time, app: app, what: what, detail: detail, fact: fact)
    }
    let events = [
      event(), event(.zero), event(app: nil), event(app: ""), event(time, app: "a", .alert(.shown)),
      event(time, app: "a", .icon(.stored)), event(time, app: "a", .icon(.shown), .text("")),
      event(time, app: "a", .icon(.shown), []), event(time, app: "a", .icon(.shown), [.init(.name, .absent)]),
      event(time, app: "a", .icon(.shown), [.init(.code, .absent)]),
      event(time, app: "a", .icon(.shown), [.init(.name, .string("nil"))]),
      event(time, app: "a", .icon(.shown), [.init(.name, .integer(1))]),
      event(time, app: "a", .icon(.shown), [.init(.name, .boolean(true))]),
      event(time, app: "a", .icon(.shown), .none, "ICON-001"),
    ]
    #expect(Set(events.map { Trace([$0]).hash }).count == events.count)
    #expect(Trace([events[0], events[1]]).hash != Trace([events[1], events[0]]).hash)
  }

  @Test func recordReturnsOnlyTheEventsOfItsBody() throws {
    let scene = try Scene()
    let trace = try scene.device.record { try scene.request("night") }
    #expect(trace.map(\.name) == ["requested", "stored", "shown", "shown"])
    #expect(trace.events(of: .alert).count == 1)
    #expect(trace.allSatisfy { $0.app == "com.example.paint" })
    #expect(scene.device.record {}.isEmpty)
    #expect(throws: Oops()) { _ = try scene.device.record { throw Oops() } }
  }

  @Test func consoleHasOnlyLinesOfThisInstallation() throws {
    let scene = try Scene()
    let other = try scene.device.install(try Packages.paint(identifier: "com.example.other", label: "Other"))
    try scene.app.run { try $0.log("one") }
    try scene.device.launch(other)
    try other.run { try $0.log("other") }
    try scene.app.terminate()
    try scene.device.launch(scene.app)
    try scene.app.run { try $0.log("two\nlines") }
    #expect(try scene.app.console == ["one", "two\nlines"])
    try scene.device.uninstall(scene.app)
    #expect(try scene.device.install(try Packages.paint()).console.isEmpty)
  }

  @Test func eventsAreOneReadableLineAndEveryKindIsExplained() throws {
    let scene = try Scene()
    let trace = try scene.device.record { try scene.request("night") }
    #expect(trace[1].description == "0.200 s  com.example.paint  icon stored  name=night  [ICON-025]")
    #expect(trace.description.hasSuffix("\n"))
    for kind in TraceEventKind.allCases { #expect(kind.explanation.hasSuffix(".")) }
  }

  @Test(arguments: Versions.all)
  func everyFactInATraceIsInTheLedger(os: String) throws {
    for event in try scenario(os: os) {
      if let fact = event.fact { #expect(FactLedger.fact(fact) != nil, "\(event)") }
    }
  }

  @Test func digestSurvivesARoundTripAndOtherTextsAreRefused() throws {
    var digest = TraceDigest()
    digest.combine("abc")
    digest.combine(TraceDigest())
    #expect(digest.description != TraceDigest().description)
    #expect(try #require(TraceDigest(digest.description)).description == digest.description)
    for text in ["", "0", "00000000000000000", "zzzzzzzzzzzzzzzz", "+000000000000001"] {
      #expect(TraceDigest(text) == nil)
    }
  }
}
