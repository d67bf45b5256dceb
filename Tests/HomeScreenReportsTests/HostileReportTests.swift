import HomeScreenReports
import Platform
import TestSupport
import Testing

/// Each report is a valid document of its format, whatever the run contains and however it ends.
@Suite struct HostileReportTests {
  private func check(_ run: MadeRun, _ name: String, isWhole: Bool = true) {
    let tap = TAPChecker(run.text("tap"))
    #expect(tap.faults == [], "\(name)")
    let junit = JUnitChecker(run.text("junit"))
    #expect(junit.faults == [], "\(name)")
    let events = EventChecker(run.text("json"))
    #expect(isWhole == events.faults.isEmpty, "\(name): \(events.faults)")
    for format in RunFormats.names {
      for line in run.lines(format) {
        #expect(!line.unicodeScalars.contains("\u{1B}"), "\(name), \(format): \(line.prefix(200).debugDescription)")
      }
    }
    for line in run.text("github").split(whereSeparator: \.isNewline) { checkCommand(line, name) }
  }

  /// Only lines of the report itself are commands.
  private func checkCommand(_ line: Substring, _ name: String) {
    let seen = line.unicodeScalars.filter { (0x21...0x7E).contains($0.value) }
    let isOwn = ["::group::", "::endgroup::", "::error ", "::notice "].contains { line.hasPrefix($0) }
    let begins = seen.starts(with: "::".unicodeScalars)
    #expect(!begins || isOwn, "\(name): \(line.prefix(200).debugDescription)")
    #expect(isOwn || !String(String.UnicodeScalarView(seen)).contains("##["), "\(name): \(line.prefix(200))")
    #expect(!line.hasPrefix("::error::"), "\(name): \(line.prefix(200))")
  }

  @Test(arguments: HostileRuns.texts) func scriptTextsStayText(text: String) {
    let run = HostileRuns.run(of: text)
    check(run, text.debugDescription)
    let tap = TAPChecker(run.text("tap"))
    #expect(tap.failed.count == 4 && tap.passed.count == 1 && tap.skipped.count == 1)
    #expect(tap.details.dropLast(2).allSatisfy { $0["seed"] == "\(UInt64.max)" && $0["repeat"] != nil })
    #expect(JUnitChecker(run.text("junit")).cases.count == 6)
    #expect(run.text("markdown").hasPrefix("## ❌ 1 passed, 1 failed, 1 error, 1 broken file, 1 pending"))
  }

  /// A name does not start a new line in any report.
  @Test(arguments: HostileRuns.texts) func namesStayOnTheirLines(name: String) {
    let run = HostileRuns.run(named: name)
    #expect(TAPChecker(run.text("tap")).faults == [])
    #expect(JUnitChecker(run.text("junit")).faults == [])
    #expect(EventChecker(run.text("json")).faults == [])
    let plain = HostileRuns.run(named: "name")
    for format in RunFormats.names {
      let lines = run.lines(format)
      #expect(lines.allSatisfy { !$0.utf8.contains(UInt8(ascii: "\n")) }, "\(format): \(lines)")
      #expect(lines.count == plain.lines(format).count, "\(format): \(lines)")
    }
    for line in run.text("github").split(whereSeparator: \.isNewline) { checkCommand(line, name.debugDescription) }
  }

  @Test(arguments: HostileRuns.odd.map(\.name)) func everyEndLeavesAValidDocument(name: String) throws {
    let run = try #require(HostileRuns.odd.first { $0.name == name }?.run)
    check(run, name, isWhole: name != "cut")
    let tap = TAPChecker(run.text("tap"))
    #expect((tap.bailOut != nil) == ["stopped", "between", "fault", "cut"].contains(name))
    let junit = JUnitChecker(run.text("junit"))
    let hasError = junit.cases.contains { $0.children.contains { $0.name == "error" } }
    #expect(hasError == ["crashed", "stopped", "between", "fault", "cut"].contains(name))
  }

  /// A file with many results is split into suites, so that none must be kept in memory.
  @Test func largeFileIsSplitIntoSuites() throws {
    let run = try #require(HostileRuns.odd.first { $0.name == "large" }?.run)
    let junit = JUnitChecker(run.text("junit"))
    #expect(junit.suites.count > 1)
    #expect(Set(junit.suites.map { $0.attributes["name"] }) == ["a.lua"])
    #expect(junit.cases.count == 502)
  }
}
