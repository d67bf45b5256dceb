import Events
import Platform
import Testing

/// The documents for `homescreen explore --merge` may come from anywhere.
@Suite struct ExplorationDocumentTests {
  private static func document(_ change: (inout ExploredAppReport) -> Void = { _ in }) -> String {
    let device = ExploredDevice(model: "iPhone", os: "17.5", circumstances: "")
    var app = ExploredAppReport(title: "Paint", devices: [device], wantedDepth: 3)
    app.stories = 7
    change(&app)
    return ExplorationReport(file: "a.lua", apps: [app]).json
  }

  private static func read(_ text: String) throws -> ExplorationReport {
    try ExplorationReport(parsing: Array(text.utf8), file: "1.json")
  }

  @Test func partsAreMerged() throws {
    let parts = try (0..<2).map { _ in try Self.read(Self.document()) }
    #expect(try ExplorationReport.merging(parts).apps.map(\.stories) == [14])
  }

  @Test(arguments: ["stories", "states", "transitions", "walks", "depth", "wantedDepth"])
  func hugeNumbersAreRefused(name: String) throws {
    let text = Self.document()
    for number in ["9000000000000000000", "-1", "1099511627777"] {
      let damaged = text.replacing(try Regex("\"\(name)\":[0-9]+"), with: "\"\(name)\":\(number)")
      try #require(damaged != text)
      let error = #expect(throws: UserError.self) { try Self.read(damaged) }
      #expect(error?.description.hasPrefix("1.json is damaged: “\(name)” is \(number)") == true)
    }
  }

  @Test func otherVersionIsReportedWhateverItsFields() throws {
    let version = ExplorationReport.schemaVersion
    let newer = #expect(throws: UserError.self) {
      try Self.read(#"{"schemaVersion":\#(version + 1),"programs":[]}"#)
    }
    #expect(newer?.description.contains("(the version of the document is \(version + 1), not \(version))") == true)
    let older = #expect(throws: UserError.self) { try Self.read(#"{"schemaVersion":\#(version - 1)}"#) }
    #expect(older?.description.contains("an older homescreen") == true)
    #expect(throws: (any Error).self) { try Self.read(#"{"schemaVersion":\#(version)}"#) }
    #expect(throws: (any Error).self) { try Self.read("{}") }
  }
}
