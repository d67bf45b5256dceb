import Events
import HomeScreenReports
import Platform
import TestSupport
import Testing

/// Different names and failures that look the same stay separate in each report.
@Suite struct ExactNameTests {
  private static let composed = "caf\u{e9}"
  private static let decomposed = "cafe\u{301}"

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Both files run at the same time.
  private static let files = {
    var run = MadeRun(files: 2)
    for (position, name) in [composed, decomposed].enumerated() {
      run.start("\(name).lua", position: position, worker: position + 1)
    }
    run.end(["a"], .passed)
    run.finishFile()
    run.resume("\(composed).lua")
    run.fail(Problem(code: "syntax", message: "m"))
    run.finishFile()
    run.finish()
    return run
  }()

  @Test func reportFilesHaveExactNames() {
    let junit = JUnitChecker(Self.files.text("junit"))
    #expect(junit.faults == [])
    #expect(
      junit.suites.compactMap { $0.attributes["file"].map(Self.bytes) }
        == [Self.bytes("\(Self.decomposed).lua"), Self.bytes("\(Self.composed).lua")])
    let text = Self.files.text("terminal")
    #expect(text.unicodeScalars.contains("\u{e9}") && text.unicodeScalars.contains("\u{301}"))
  }

  @Test func recordFilesHaveExactNames() throws {
    var reader = RunRecordReader(file: "run.jsonl")
    for line in Self.files.lines("json") { _ = try reader.event(line.utf8) }
    try reader.end()
    #expect(reader.tally.counts.files == 2 && reader.tally.counts.failedFiles == 1)
  }

  @Test func matrixFailuresHaveExactNames() {
    var run = MadeRun()
    run.start("a.lua")
    for (cell, message) in [("iPad", Self.composed), ("iPhone", Self.decomposed), ("iPod", Self.composed)] {
      run.end(["a"], .failed, Problem(code: "assertion", message: message), cell: cell)
    }
    run.finishFile()
    run.finish()
    #expect(run.lines("terminal").filter { $0.hasPrefix("  ✗ a") }.count == 2)
    #expect(run.lines("terminal").contains("      cells the same failure in 2:"))
  }

  /// The name of a cell is in each message, next to a letter, an accent, or neither.
  @Test func cellNamesWithAccentsAreExact() {
    var run = MadeRun()
    run.start("a.lua")
    for word in ["a", "o"] {
      run.end(["x"], .failed, Problem(code: "assertion", message: "got \(word), not a\u{301}"), cell: "letter \(word)")
    }
    run.finishFile()
    run.finish()
    #expect(run.lines("terminal").filter { $0.hasPrefix("  ✗ x") }.count == 1)
  }

  @Test func partsOfRunsHaveExactNames() throws {
    func index(_ name: String, _ position: Int) throws -> RunRecordIndex {
      var run = MadeRun(shard: "\(position + 1)/2")
      run.start(name, position: 0)
      run.finishFile()
      run.finish()
      var index = RunRecordIndex(name: "\(position).jsonl")
      var end = 0
      for line in run.lines("json") {
        try index.add(line.utf8, from: end, to: end + line.utf8.count + 1)
        end += line.utf8.count + 1
      }
      try index.end()
      return index
    }
    let error = #expect(throws: UserError.self) {
      try RunMerge([index(Self.composed, 0), index(Self.decomposed, 1)])
    }
    #expect(error?.description.contains("are not parts of one run") == true)
  }
}
