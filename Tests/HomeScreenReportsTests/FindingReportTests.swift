import AppPackages
import Events
import HomeScreenReports
import HomeScreenSimulator
import Platform
import PropertyLists
import TestSupport
import Testing

@testable import Lint

/// Lint findings in every format: each report stays a valid document, whatever the findings contain.
@Suite struct FindingReportTests {
  private let folder = TemporaryFolder()

  /// Names with line breaks, ends of attributes and tables, commands, other scripts, and characters beyond 16 bits.
  static let hostile = [
    "a\nb\r\n::error::c", "\u{1B}[2J\u{9B}31m\u{7}\u{202E}", "<script>alert(1)</script>&amp;", "100%25 %0A 50%",
    "a:b:c,d=e::", "𝔸😀\u{1F1E9}\u{1F1EA}", "\" ' ` ``` | \\ *x* [y](z)", "", " ", "##[error]x", "@someone #1",
    "\u{0}", "ä\u{308}", String(repeating: "x", count: 5_000),
  ]

  private static func finding(_ text: String, _ severity: Finding.Severity = .error) -> Finding {
    var finding = Finding(
      "icon-dimension", severity, "the icon “\(text)” is wrong",
      at: SourceLocation(file: "App/\(text).plist", line: 3, column: 2), help: text, facts: ["ICON-111"])
    finding.devices = [.iPad]
    finding.languages = [text]
    finding.since = OSVersion(18)
    finding.otherLocations = [SourceLocation(file: text)]
    finding.builds = [Finding.Build(target: text, configuration: text)]
    finding.fix = Fix(
      .safe, text, [.replace(text, with: text, at: SourceLocation(file: "App/\(text).plist", line: 1, column: 1))])
    return finding
  }

  private func report(
    _ findings: [Finding], _ settings: LintSettings = LintSettings(), baseline: FindingBaseline? = nil,
    unchecked: Set<RuleCode> = [],
    failOn: FailureLevel = .error, checkout: String? = nil, listsNotes: Bool = false
  ) throws -> LintReport {
    LintReport(
      [LintedInput(path: folder.path, findings: findings)], try FindingFilter(settings), baseline: baseline,
      unchecked: unchecked,
      failOn: failOn, listsNotes: listsNotes,
      surroundings: ReportSurroundings(workingFolder: folder.path, checkout: checkout))
  }

  private func text(_ format: String, _ report: LintReport) throws -> String {
    try #require(LintFormats.named(format)).make(report).plain
  }

  // MARK: Hostile names

  @Test(arguments: hostile) func hostileNamesAreEscaped(text hostile: String) throws {
    let report = try report([Self.finding(hostile), Self.finding(hostile, .warning), Self.finding(hostile, .note)])
    for format in LintFormats.names {
      let text = try text(format, report)
      #expect(text.hasSuffix("\n"), "\(format)")
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let controls = line.unicodeScalars.filter { ControlCharacters.contains($0) }
        #expect(controls.isEmpty, "\(format): \(line.prefix(200).debugDescription)")
      }
    }
    #expect(SARIFChecker(try text("sarif", report)).faults == [])
    #expect(CodeQualityChecker(try text("gitlab", report)).faults == [])
    let lines = try text("json", report).split(separator: "\n")
    #expect(lines.count == 3)
    let parsed = try lines.map { try LenientJSON.parse(Array($0.utf8), file: "findings").root }
    #expect(parsed[0]["message"]?.string.map { ExactText($0) } == ExactText("the icon “\(hostile)” is wrong"))
    let commands = try text("github", report).split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(commands.map { $0.split(separator: " ")[0] } == ["::error", "::warning", "::notice"])
    #expect(try text("xcode", report).split(separator: "\n").count == 3)
    let rows = try text("markdown", report).split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 5)
  }

  @Test func thousandsOfFindingsAreReported() throws {
    let findings = (0..<6_000).map { index in
      Finding("icon-dimension", index == 5_999 ? .error : .note, "number \(index)")
    }
    let report = try report(findings)
    let sarif = try text("sarif", report)
    let checker = SARIFChecker(sarif)
    #expect(checker.faults == [])
    #expect(checker.results.count == 5_000)
    #expect(sarif.contains("number 5999") && sarif.contains("1000 more findings are left out"))
    #expect(try text("github", report).contains("5989 more are not annotated"))
    #expect(try text("markdown", report).utf8.count < 1 << 20)
  }

  @Test func checkersFindFaults() throws {
    let good = try text("sarif", report([Self.finding("a")]))
    #expect(SARIFChecker(good).faults == [])
    for (old, new) in [
      ("2.1.0\"", "2.0.0\""), (#""ruleIndex":"#, #""ruleIndex":1"#), (#""startLine":3"#, #""startLine":0"#),
      (#""level":"error","message""#, #""level":"bad","message""#), (":1\"}", "\"}"), ("App/a.plist", "/App/a plist"),
      ("unicodeCodePoints", "bytes"), (#""executionSuccessful":true,"#, ""),
    ] {
      try #require(good.contains(old), "\(old)")
      #expect(SARIFChecker(good.replacing(old, with: new)).faults != [], "\(old)")
    }
    #expect(SARIFChecker("[]").faults == ["this is no JSON object"])
    let quality = try text("gitlab", report([Self.finding("a")]))
    for (old, new) in [("critical", "error"), ("check_name", "name"), (#""begin":3"#, #""begin":0"#)] {
      try #require(quality.contains(old), "\(old)")
      #expect(CodeQualityChecker(quality.replacing(old, with: new)).faults.count == 1, "\(old)")
    }
    #expect(CodeQualityChecker("{}").faults == ["this is no JSON array"])
  }

  // MARK: Text for people

  /// For forty pictures with the same fault, the advice is repeated three times and not forty.
  @Test func adviceIsNotRepeatedForever() throws {
    func finding(_ number: Int, _ severity: Finding.Severity, help: String = "do this") -> Finding {
      Finding(
        "no-such-rule", severity, "fault \(number)", at: SourceLocation(file: "App/\(number).plist", line: 1),
        help: help, facts: ["ICON-111"])
    }
    let notes = (1...5).map { finding($0, .note) } + [finding(6, .note, help: "do that")]
    let lines = try text("terminal", report(notes, listsNotes: true)).split(separator: "\n")
    #expect((1...6).allSatisfy { number in lines.contains { $0.contains("note: fault \(number) ") } })
    #expect(lines.count { $0.contains("help: do this") } == 3)
    #expect(lines.count { $0.contains("help: do that") } == 1)
    let warnings = try text("terminal", report((1...5).map { finding($0, .warning) })).split(separator: "\n")
    #expect(warnings.count { $0.contains("help: do this") } == 5)
  }

  @Test func caretMarksTheLine() throws {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    folder.write("App/Info.plist", "<plist>\n<dict>\n\t<key>CFBundleIcons</key>\n")
    var finding = Finding(
      "no-such-rule", .warning, "nothing follows",
      at: SourceLocation(file: "\(name)/App/Info.plist", line: 3, column: 7),
      help: "write something", facts: ["ICON-111"])
    finding.devices = [.iPad]
    finding.until = OSVersion(17)
    #expect(
      try text("terminal", report([finding])) == """
        App/Info.plist:3:7: warning: nothing follows [no-such-rule]
          3 | <key>CFBundleIcons</key>
            |      ^
          help: write something
          for: iPad · iOS \(OSVersion(17)) and earlier
        1 warning in 1 file; --fail-on warning makes the command fail
        homescreen explain CODE explains the code in [brackets]

        """)
    #expect(
      try text("xcode", report([finding]))
        == "\(folder.path)/App/Info.plist:3:7: warning: nothing follows; write something [no-such-rule]\n")
  }

  /// Findings that fail the job come first, and notes do not hide them.
  @Test func worstFindingComesFirstAndNotesAreCounted() throws {
    func finding(_ name: String, _ severity: Finding.Severity) -> Finding {
      Finding(
        "no-such-rule", severity, name, at: SourceLocation(file: "App/\(name).plist", line: 1), facts: ["ICON-111"])
    }
    let findings = [
      finding("a", .note), finding("b", .warning), finding("c", .error), finding("d", .note), finding("e", .warning),
    ]
    let lines = try text("terminal", report(findings)).split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "App/c.plist:1: error: c [no-such-rule]", "App/b.plist:1: warning: b [no-such-rule]",
        "App/e.plist:1: warning: e [no-such-rule]", "1 error, 2 warnings, 2 notes in 5 files", "-v lists the 2 notes",
        "homescreen explain CODE explains the code in [brackets]",
      ])
    let all = try text("terminal", report(findings, listsNotes: true)).split(separator: "\n")
    #expect(all.count == 7 && all[3] == "App/a.plist:1: note: a [no-such-rule]")
    // A note that fails the command is listed.
    #expect(try text("terminal", report(findings, failOn: .note)).contains("note: d"))
    let json = try text("json", report(findings))
    #expect(json.split(separator: "\n").count == 5 && json.contains("ICON-111"))
  }

  /// Paths can be opened from the working directory and do not reveal the machine.
  @Test func pathsStartAtTheWorkingFolder() throws {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    folder.write("App/Info.plist", "a\nb\n")
    folder.makeFolder("elsewhere/deep")
    var finding = Finding("x", .error, "m", at: SourceLocation(file: "\(name)/App/Info.plist", line: 1))
    finding.otherLocations = [
      SourceLocation(file: "\(name)/App/Info.plist", line: 2), SourceLocation(file: "\(name)/App/Info.plist", line: 4),
    ]
    let report = LintReport(
      [LintedInput(path: folder.path, findings: [finding])], try FindingFilter(LintSettings()),
      surroundings: ReportSurroundings(
        workingFolder: "\(folder.path)/elsewhere/deep", checkout: "\(folder.path)/elsewhere"))
    let terminal = try text("terminal", report)
    #expect(terminal.hasPrefix("../../App/Info.plist:1: error: m"), "\(terminal)")
    #expect(terminal.contains("also: lines 2 and 4"), "\(terminal)")
    let json = try text("json", report)
    #expect(json.contains(#""path":"../../App/Info.plist""#) && json.contains("../../App/Info.plist:4"), "\(json)")
    #expect(try text("sarif", report).contains(#""uri":"../App/Info.plist""#))
    for format in ["json", "sarif", "gitlab", "markdown", "terminal", "github"] {
      #expect(try !text(format, report).contains(folder.path), "\(format)")
    }
  }

  @Test func longLinesAreTruncated() throws {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    folder.write("a.txt", String(repeating: "é", count: 5_000))
    let finding = Finding("x", .error, "m", at: SourceLocation(file: "\(name)/a.txt", line: 1, column: 3_000))
    let lines = try text("terminal", report([finding])).split(separator: "\n")
    #expect(lines[1].count < 140)
    #expect(lines[1].hasPrefix("  1 | …é"))
    #expect(lines[2].hasSuffix("^"))
  }

  @Test func caretIsBelowItsCharacterInLinesOfAnyLength() throws {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    let letters = Array("aébcüdefghßijklmnopqrstuvwxyz".unicodeScalars)
    var line = String.UnicodeScalarView("\t  ".unicodeScalars)
    for index in 0..<3_000 { line.append(letters[index % letters.count]) }
    folder.write("a.txt", "first\n\(String(line))\r\nlast")
    let all = Array(line)
    for column in [4, 5, 84, 85, 300, 509, 510, 511, 512, 513, 1_024, 2_999, 3_003] {
      let place = SourceLocation(file: "\(name)/a.txt", line: 2, column: column)
      let lines = try text("terminal", report([Finding("x", .error, "m", at: place)])).split(separator: "\n")
      let caret = lines[2].count - 1
      #expect(
        lines[2].hasSuffix("^") && Array(lines[1].unicodeScalars)[caret] == all[column - 1], "\(column): \(lines)")
      #expect(lines[1].count <= 128)
    }
    for (line, column) in [(1, 99), (3, nil), (3, 5)] {
      let place = SourceLocation(file: "\(name)/a.txt", line: line, column: column)
      let lines = try text("terminal", report([Finding("x", .error, "m", at: place)])).split(separator: "\n")
      #expect(lines[1] == "  \(line) | \(line == 1 ? "first" : "last")", "\(lines)")
    }
    let beyond = SourceLocation(file: "\(name)/a.txt", line: 4, column: 1)
    #expect(try !text("terminal", report([Finding("x", .error, "m", at: beyond)])).contains("|"))
  }

  @Test func missingFileIsReportedAtItsExpectedPath() throws {
    let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
    let finding = Finding("x", .error, "m", at: SourceLocation(file: "\(name)/App/Gone.plist"))
    #expect(try text("terminal", report([finding])).hasPrefix("App/Gone.plist: error: m"))
  }

  @Test func summaryCountsFindings() throws {
    let some = [Self.finding("a"), Self.finding("b"), Self.finding("c", .note)]
    #expect(try report(some).summary == ["2 errors, 1 note in 3 files; 3 have a fix: lint --fix"])
    #expect(try report([]).summary == ["nothing found"])
    let warning = [Finding("x", .warning, "m", at: SourceLocation(file: "App/a.txt", line: 1))]
    #expect(try report(warning).summary == ["1 warning in 1 file; --fail-on warning makes the command fail"])
    for level in [FailureLevel.warning, .never] {
      #expect(try report(warning, failOn: level).summary == ["1 warning in 1 file"])
    }
  }

  // MARK: Selection

  @Test func exitCodeFollowsTheFindings() throws {
    let note = [Self.finding("a", .note)]
    #expect(try report(note).exitCode == .success)
    #expect(try report(note, failOn: .note).exitCode == .failure)
    #expect(try report([Self.finding("a")], failOn: .never).exitCode == .success)
    func error(_ kind: AppPackageError.Kind) -> LintedInput {
      let error = AppPackageError(kind: kind, location: SourceLocation(file: "a"), message: "m")
      return LintedInput(path: "a", error: error, findings: [Finding("unreadable-input", .error, "m")])
    }
    let filter = try FindingFilter(LintSettings())
    #expect(LintReport([error(.missing)], filter).exitCode == .noInput)
    #expect(LintReport([error(.missing), error(.noTarget)], filter).exitCode == .nothingMatched)
    #expect(LintReport([error(.missing), error(.badProject)], filter).exitCode == .failure)
    #expect(LintReport([error(.missing), LintedInput(path: "b", findings: [])], filter).exitCode == .failure)
    #expect(LintReport([error(.missing)], filter, hasBrokenRules: true).exitCode == .scriptError)
  }

  /// Nothing was checked if the build makes the Info.plist; a missing file is a fault.
  @Test(arguments: [("Made.plist\n", ExitCode.nothingMatched), ("Other.plist\n", .failure)])
  func projectWithoutItsInfoPlistIsNotChecked(ignored: String, code: ExitCode) throws {
    folder.write("Paint/.gitignore", ignored)
    folder.write(
      "Paint/Paint.xcodeproj/project.pbxproj",
      """
      { rootObject = P; objects = { P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
      L = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
        INFOPLIST_FILE = Made.plist; }; };
      G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
      T = { isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
        buildConfigurationList = L; buildPhases = (); }; }; }
      """)
    let input = Linter().lint("\(folder.path)/Paint")
    #expect(LintReport([input], try FindingFilter(LintSettings())).exitCode == code, "\(input.findings)")
  }

  @Test func selectorsAndSeveritiesApply() throws {
    let findings = [Finding("duplicate-key", .warning, "a"), Finding("catalog-file-missing", .warning, "b")]
    var settings = LintSettings()
    settings.select = ["catalog-file"]
    #expect(try report(findings, settings).findings.map(\.finding.code) == ["catalog-file-missing"])
    settings.select = []
    settings.ignore = ["duplicate-key"]
    settings.severity = [("catalog-file-missing", .error)]
    #expect(try report(findings, settings).findings.map(\.finding.severity) == [.error])
    #expect(try RuleSelector("ICON-112").codes.contains("icon-file-listed-twice"))
    #expect(
      #expect(throws: UserError.self) { try RuleSelector("icon-file-listed-twise") }?.description
        == "unknown rule “icon-file-listed-twise”; did you mean “icon-file-listed-twice”?")
    for text in ["", "ITMS-00000", "*", "-"] { #expect(throws: UserError.self) { try RuleSelector(text) } }
  }

  @Test func suppressionsHideFindings() throws {
    let findings = [
      Finding("duplicate-key", .warning, "a", at: SourceLocation(file: "App/Info.plist")),
      Finding("duplicate-key", .warning, "b", at: SourceLocation(file: "Other/Info.plist")),
    ]
    var settings = LintSettings()
    settings.suppressed = [.init(code: "duplicate-key", path: "App/*", reason: "old")]
    let one = try report(findings, settings)
    #expect(one.findings.map(\.finding.message) == ["b"] && one.suppressedCount == 1)
    settings.suppressed = [.init(code: "duplicate-key"), .init(code: "catalog-file-missing", reason: "none")]
    let all = try report(findings, settings)
    #expect(all.findings.map(\.finding.code) == ["suppression-without-reason", "unused-suppression"])
    #expect(all.findings.allSatisfy { $0.finding.severity == .note })
  }

  // MARK: Known findings

  @Test func baselineMatchesMovedFindings() throws {
    let old = [Self.finding("a"), Self.finding("b"), Self.finding("b", .warning)]
    let (text, count) = try report(old).baseline
    #expect(count == 3 && text.split(separator: "\n").count == 3 && !text.contains(":3:"))
    #expect(
      text
        == text.split(separator: "\n").sorted { ExactText.precedes(String($0), String($1)) }.map { $0 + "\n" }.joined())
    let moved = old.dropFirst().map { finding in
      var finding = finding
      finding.location?.line = 40
      return finding
    }
    let now = try report(moved + [Self.finding("new")], baseline: FindingBaseline(text, file: "old"))
    #expect(now.findings.map(\.finding.message) == ["the icon “new” is wrong"])
    #expect(now.comparison?.known == 2 && now.comparison?.gone == 1)
    #expect(now.summary.dropFirst() == ["2 known from the baseline, 1 entry is obsolete: use --write-baseline"])
    #expect(now.baseline.count == 3)
    // Rules that were not checked have no obsolete entries.
    let partly = try report([], baseline: FindingBaseline(text, file: "old"), unchecked: [old[0].code])
    #expect(
      partly.comparison?.gone == 0
        && partly.summary.contains("0 known from the baseline, 3 entries are about code, which was not read"),
      "\(partly.summary)")
  }

  /// Git may check files out with Windows line endings.
  @Test func baselineMayHaveOtherLineEndings() throws {
    let findings = [Self.finding("a"), Self.finding("b")]
    let text = "# known\n\n" + (try report(findings).baseline.text)
    let baseline = try FindingBaseline(
      text.utf8.reduce(into: "") { $0 += $1 == 0x0A ? "\r\n" : String(Unicode.Scalar($1)) }, file: "old")
    #expect(try report(findings, baseline: baseline).findings.isEmpty)
  }

  @Test(arguments: hostile) func baselineAcceptsHostileNames(text hostile: String) throws {
    let findings = [Self.finding(hostile), Self.finding(hostile + "2")]
    let baseline = try FindingBaseline(try report(findings).baseline.text, file: "old")
    #expect(try report(findings, baseline: baseline).findings.isEmpty)
  }

  @Test(arguments: ["a", "a\tb\tc\td", "\t\t\t0123456789abcdef", "{}", "a\tb\tc\t0123456789abcdef:x"])
  func otherFilesAreNotBaselines(text: String) {
    let error = #expect(throws: UserError.self) { try FindingBaseline("# known\n\(text)\n", file: "old") }
    #expect(error?.description.hasPrefix("old:2: ") == true)
  }

  @Test func findingOfTwoPathsIsReportedOnce() throws {
    let input = LintedInput(path: folder.path, findings: [Self.finding("a")])
    let report = LintReport([input, input], try FindingFilter(LintSettings()))
    #expect(report.findings.count == 1)
  }
}
