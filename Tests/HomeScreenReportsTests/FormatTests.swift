import AppPackages
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// The tables of formats: each row creates a report.
@Suite struct FormatTests {
  private static var tables: [any ReportFormats.Type] {
    [
      RunFormats.self, IconFormats.self, ActionFormats.self, InspectionFormats.self, FactFormats.self,
      KnowledgeFormats.self, LintFormats.self, CheckFormats.self, RuleFormats.self, VersionFormats.self,
      BuildComparisonFormats.self, CodeFormats.self, ExplorationFormats.self, MeasuredFormats.self, LaunchFormats.self,
    ]
  }

  @Test func tablesStartWithAFormatForPeopleAndHaveOneForMachines() {
    for table in Self.tables {
      #expect(table.names.first == "terminal", "\(table)")
      #expect(table.names.contains("json"), "\(table)")
      #expect(Set(table.names).count == table.names.count, "\(table)")
      for name in table.names { #expect(table.help.contains("\(name) (")) }
    }
    #expect(RunFormats.help.hasSuffix("or a plugin's format"))
  }

  @Test func everyTableIsCovered() throws {
    let declared = try Repository.swiftFiles(under: "Sources/HomeScreenReports").flatMap { file in
      file.text.matches(of: /enum (\w+): ReportFormats/).map { String($0.1) }
    }
    let tried = Self.tables.map { "\($0)" }
    #expect(declared.filter { !tried.contains($0) } == [], "give these a line in FormatTests.tables, and a test")
    #expect(declared.count == tried.count)
  }

  @Test func articleListsTheFormatsOfRuns() throws {
    let article = try Repository.text("Sources/homescreen/homescreen.docc/CommandLine.md")
    let table = article.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "| format | what it is |" }.prefix { !$0.isEmpty }.dropFirst(2)
    #expect(table.map { $0.split(separator: "`")[1] } == RunFormats.names.map { $0[...] })
  }

  @Test func articleListsTheFormatsOfLint() throws {
    let article = try Repository.text("Sources/homescreen/homescreen.docc/Lint.md")
    let table = article.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "| `--format` | for |" }.prefix { !$0.isEmpty }.dropFirst(2)
    #expect(table.map { $0.split(separator: "`")[1] } == LintFormats.names.map { $0[...] })
  }

  @Test func unknownFormatIsReportedWithTheKnownOnes() {
    #expect(IconFormats.named("xml") == nil)
    #expect(
      "\(UserError(unknownFormat: "jsn", known: ["terminal", "json"]))"
        == "unknown format “jsn”; use one of terminal, json; did you mean “json”?")
    #expect(
      "\(UserError(unknownFormat: "\u{1B}", known: ["abc"], note: " (more)"))"
        == "unknown format “\\u{1B}”; use one of abc (more)"
    )
    #expect("\(UserError(unknownFormat: String(repeating: "x", count: 10_000), known: ["a"]))".utf8.count < 200)
  }

  private static func package() throws -> AppPackage {
    try AppPackage(name: "A", infoPlist: ["CFBundleIdentifier": "com.example.a", "CFBundleName": "A\u{9B}31m"])
  }

  @Test func iconsAndAppsHaveEveryFormat() throws {
    let device = try Device(os: OSVersion(17, 5))
    let judgements = [
      try IconJudgement(Self.package(), .icon("night"), on: [device]), try IconJudgement(Self.package(), on: [device]),
    ]
    for (format, judgement) in IconFormats.all.flatMap({ format in judgements.map { (format, $0) } }) {
      let text = format.make(judgement).plain
      #expect(text.contains("com.example.a") && text.hasSuffix("\n") && !text.contains("\u{9B}"))
      #expect(text.hasPrefix("{") == (format.name == "json"))
    }
    let subject = try InspectionSubject(Self.package(), devices: [device], columns: 80)
    // An app without pixels has no PNG, and a drawing has no identifiers.
    for format in InspectionFormats.all where format.name != "png" && format.name != "svg" {
      let text = try format.make(subject).plain
      #expect(text.contains("com.example.a") && text.hasSuffix("\n"), "\(format.name)")
    }
    #expect(try InspectionFormats.named("plist")?.make(subject).plain.hasPrefix("<?xml") == true)
  }

  // MARK: Texts with control characters

  /// Characters that clear the screen, set colours, end a line or reverse its direction.
  private static let hostile = "a\u{1B}[2J\u{9B}31m\r\u{202E}\u{7}b"

  private static let hostileRun: [RunEvent] = {
    let (text, name) = (hostile, hostile + "\n" + hostile)
    let problem = Problem(
      code: "runtime", message: text, hint: text, place: "\(text):3", sourceLine: text, traceback: ["\(text):9", text])
    func result(_ status: ScenarioResult.Status, _ problem: Problem? = nil) -> RunEvent {
      .scenarioFinished(
        ScenarioResult(file: name, name: [name, name], line: 1, status: status, problem: problem, traceHash: "0"))
    }
    return [
      .runStarted(RunHeader(seed: 1, files: 1)), .fileStarted(file: name, position: 0, worker: 1),
      .output(file: name, text: text), .note(file: name, text: text), result(.passed), result(.pending, problem),
      result(.failed, problem), result(.error, problem), .fileFailed(file: name, problem: problem),
      .fileFinished(file: name, counts: RunCounts(), traceHash: "0"), .pluginFailed(plugin: name, problem: problem),
      .runFinished(counts: RunCounts(), traceHash: "0", exitCode: .success),
    ]
  }()

  private static func controls(in text: String) -> [String] {
    text.unicodeScalars.filter { ControlCharacters.contains($0) }.map { "U+" + String($0.value, radix: 16) }
  }

  @Test(arguments: RunFormats.names) func runsHaveEveryFormat(format: String) throws {
    var lines: [String] = []
    let report = try #require(RunFormats.named(format)).make(ReportSurroundings()) { lines.append($0.plain) }
    for event in Self.hostileRun { report.add(event) }
    #expect(lines.contains { $0.contains("a") })
    for line in lines {
      #expect(
        Self.controls(in: line) == [],
        "\(line.debugDescription): write names with TerminalText.visible(…, isOneLine: true), or escape them")
    }
  }

  @Test(arguments: FactFormats.names) func factListsHaveEveryFormat(format: String) throws {
    let make = try #require(FactFormats.named(format)).make
    for showsStatus in [false, true] {
      let text = make(FactListing(), showsStatus).plain
      #expect(text.contains("ICON-001") && text.hasSuffix("\n"))
      for line in text.split(separator: "\n") {
        #expect(Self.controls(in: String(line)) == [], "\(line.debugDescription)")
      }
      #expect(make(FactListing(area: Self.hostile), showsStatus).plain == "", "no area is called so")
    }
  }

  @Test(arguments: RuleFormats.names) func ruleListsHaveEveryFormat(format: String) throws {
    let text = try #require(RuleFormats.named(format)).make(Rules.descriptions).plain
    #expect(text.contains("unreadable-input") && text.contains("icon-file-listed-twice") && text.hasSuffix("\n"))
    #expect(text.split(separator: "\n").count == Rules.descriptions.count + (format == "json" ? 0 : 1))
    for line in text.split(separator: "\n") {
      #expect(Self.controls(in: String(line)) == [], "\(line.debugDescription)")
    }
  }

  @Test(arguments: KnowledgeFormats.names) func answersHaveEveryFormat(format: String) throws {
    let answer = KnowledgeAnswer(asked: Self.hostile, text: "ICON-111 \(Self.hostile)\n\(Self.hostile)")
    let text = try #require(KnowledgeFormats.named(format)).make(answer).plain
    #expect(text.contains("ICON-111") && text.hasSuffix("\n"))
    for line in text.split(separator: "\n") {
      #expect(Self.controls(in: String(line)) == [], "\(line.debugDescription)")
    }
  }

  // MARK: Contents

  @Test func factsHaveEveryFormat() throws {
    let listing = FactListing(area: "icon", onlyModelled: true)
    #expect(!listing.facts.isEmpty && listing.facts.allSatisfy { $0.id.rawValue.hasPrefix("ICON-") })
    let json = try #require(FactFormats.named("json")).make(listing, false).plain.split(separator: "\n")
    #expect(json.count == listing.facts.count)
    #expect(json[0].hasPrefix(#"{"fact":"ICON-001","versions":"#))
    let people = try #require(FactFormats.named("terminal"))
    #expect(people.make(listing, false).plain.contains("homescreen explain ID shows more"))
    #expect(people.make(listing, true).plain.split(separator: "\n").count == listing.facts.count + 2)
    let reason = FactFormats.named("json")?.make(FactListing(area: "ICON-143"), false).plain
    #expect(reason?.contains(#""status":"not modelled","reason":"#) == true)
  }

  @Test func answerNamesItsFacts() throws {
    let text = try #require(Knowledge.explain("CFBundleIcons"))
    let answer = KnowledgeAnswer(asked: "CFBundleIcons", text: text)
    #expect(answer.facts.contains("ICON-111"))
    #expect(answer.facts.count == Set(answer.facts).count)
    let json = try #require(KnowledgeFormats.named("json")).make(answer).plain
    #expect(json.hasPrefix(#"{"asked":"CFBundleIcons","text":""#) && json.contains(#","facts":["#))
    #expect(try #require(KnowledgeFormats.named("terminal")).make(answer).plain == text + "\n")
  }
}
