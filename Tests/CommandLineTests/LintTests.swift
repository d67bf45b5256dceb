import HomeScreenReports
import Platform
import TestSupport
import Testing

/// `homescreen lint`: its formats and exit codes.
@Suite struct LintTests {
  private let folder = TemporaryFolder()

  private static let infoPlist = xml(
    """
    <dict>
    <key>CFBundleIdentifier</key><string>com.example.a</string>
    <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>Night</key><dict>
    <key>CFBundleIconFiles</key><array><string>n</string>
    <string>n</string></array></dict></dict></dict>
    </dict>
    """)

  /// An app with a note on line 5.
  private func app(_ name: String = "A.app") -> String {
    folder.write("\(name)/Info.plist", Self.infoPlist)
    return "\(folder.path)/\(name)"
  }

  private func lint(_ arguments: [String]) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, try BuiltExecutable.path(), "lint"] + arguments,
      timeLimit: 60)
  }

  private func code(_ arguments: [String]) throws -> Int32? { try lint(arguments).exitCode }

  /// A file that the build makes is not a fault, but then nothing was checked.
  @Test func reasonForTheExitCodeIsListed() throws {
    folder.write("App.xcodeproj/project.pbxproj", CheckoutBoundaryTests.project("Made.plist"))
    folder.write(".gitignore", "Made.plist\n")
    let result = try lint(["."])
    #expect(result.exitCode == 4)
    #expect(result.stdout.contains("note: INFOPLIST_FILE names “Made.plist”, which is missing"), "\(result)")
    #expect(result.stdout.contains("[unreadable-input]") && !result.stdout.contains("-v lists"), "\(result)")
  }

  @Test func exitCodeFollowsTheWorstFinding() throws {
    let only = [app(), "--select", "icon-file-listed-twice"]
    #expect(try code(only) == 0)
    #expect(try code(only + ["--fail-on", "note"]) == 1)
    #expect(try code(only + ["--severity", "icon-file-listed-twice=error"]) == 1)
    #expect(try code(only + ["--severity", "ICON-112=error", "--fail-on", "never"]) == 0)
    #expect(try code(["nowhere"]) == 66)
    folder.makeFolder("empty")
    #expect(try code(["empty"]) == 4)
    #expect(try code(["nowhere", "empty"]) == 4)
    #expect(try code(["nowhere", app()]) == 1)
    folder.write("B.app/Info.plist", "<plist><dict><key>")
    let both = try lint(["B.app", app(), "--select", "unreadable-input,icon-file-listed-twice"])
    #expect(both.exitCode == 1)
    #expect(both.stdout.contains("B.app/Info.plist:1:") && both.stdout.contains("[unreadable-input]"), "\(both)")
    #expect(both.stdout.contains("A.app/Info.plist:5:1: note:"), "\(both)")
    #expect(both.stdout.contains("1 error, 1 note in 2 files"), "\(both)")
  }

  @Test func rulesWithoutTheCodeAreNamed() throws {
    let unread = try lint([app(), "--select", "icon-name-near-miss"])
    let text = "note: the app’s code was not read, which icon-name-near-miss needs: add --sources\n"
    #expect(unread.exitCode == 0 && unread.stderr == text, "\(unread)")
    #expect(try lint([app(), "--select", "icon-file-listed-twice"]).stderr.isEmpty)
    #expect(try lint([app()]).stderr.isEmpty)
  }

  @Test func refusedFixIsNamed() throws {
    let app = app()
    folder.write("A.app/_CodeSignature/CodeResources", "")
    let refused = try lint([app, "--fix"])
    let text = "not fixed [icon-file-listed-twice] (Remove the names that are repeated): the app is signed"
    #expect(refused.stderr.contains(text), "\(refused)")
  }

  @Test(arguments: [
    (["--select", "icon-file-listed-twise"], "did you mean “icon-file-listed-twice”?"),
    (["--ignore", "x"], "unknown rule “x”"), (["--severity", "duplicate-key"], "--severity must be RULE=WORD"),
    (["--severity", "duplicate-key=fatal"], "error, warning, note"), (["--fail-on", "x"], "--fail-on must be one of"),
    (["--baseline", "a", "--write-baseline", "b"], "give either --baseline"), (["--format", "sarf"], "“sarif”"),
    (["--select", ""], "--select needs the name of a rule, not “”"),
    (["--select", "shortcut", "--ignore", ","], "--ignore needs the name of a rule, not “,”"),
  ])
  func commandLineMistakesAreReported(arguments: [String], text: String) throws {
    let result = try lint(arguments)
    #expect(result.exitCode == 64 && result.stderr.contains(text), "\(result)")
  }

  @Test func projectSettingsApply() throws {
    let path = app()
    folder.write("homescreen.lua", "return { lint = { select = { 'icon-file-listed-twice' }, fail_on = 'note' } }")
    #expect(try code([path]) == 1)
    #expect(try code([path, "--fail-on", "warning"]) == 0)
    folder.write(
      "homescreen.lua",
      """
      return { lint = { fail_on = "note", select = { "icon-file-listed-twice" },
        suppressed = { { code = "icon-file", path = "A.app/*", reason = "later" } } } }
      """)
    let quiet = try lint([path])
    #expect(quiet.exitCode == 0 && quiet.stdout.contains("4 findings ignored by homescreen.lua"), "\(quiet)")
    #expect(quiet.stdout.contains("settings: homescreen.lua"), "\(quiet)")
    for (text, message) in [
      ("return { lint = { fial_on = 'note' } }", "fial_on"), ("return { lint = { fail_on = 'nothing' } }", "fail_on"),
      ("return { lint = { select = { 'icon-fiel' } } }", "lint.select: unknown rule"),
      ("return", "returns nothing"),
      ("return { lint = { suppressed = { { reason = 'x' } } } }", "lint.suppressed[1] has no code"),
      ("return { lint = { severity = { 'note' } } }", "lint.severity"),
    ] {
      folder.write("homescreen.lua", text)
      let result = try lint([path, "--verbose"])
      #expect(result.exitCode == 2 && result.stderr.contains(message), "\(text): \(result)")
      #expect(result.stdout.contains("icon-file-listed-twice"), "\(text): \(result)")
    }
  }

  /// Plugin rules are selected like built-in ones, on the command line and in project settings.
  @Test func pluginRulesAreChosenByName() throws {
    let path = app()
    let rules = folder.write(
      "own.lua",
      """
      return homescreen.plugin { name = "own", api = 1, rules = { ["my-rule"] = {
        summary = "A rule of ours", severity = "error",
        check = function(_, report) report { message = "found by us" } end,
      } } }
      """)
    let mine = try lint([path, "--plugin", rules, "--select", "my-rule"])
    #expect(mine.exitCode == 1 && mine.stdout.contains("found by us [my-rule]"), "\(mine)")
    #expect(!mine.stdout.contains("icon-file-listed-twice"))
    let none = try lint([path, "--plugin", rules, "--ignore", "my-rule", "--severity", "my-rule=note"])
    #expect(!none.stdout.contains("found by us"), "\(none)")
    let misspelt = try lint([path, "--plugin", rules, "--select", "my-rul"])
    #expect(misspelt.exitCode == 64 && misspelt.stderr.contains("unknown rule “my-rul”"), "\(misspelt)")
    folder.write("homescreen.lua", "return { plugins = { 'own.lua' }, lint = { select = { 'my-rule' } } }")
    let settings = try lint([path, "--trust"])
    #expect(settings.exitCode == 1 && settings.stdout.contains("found by us [my-rule]"), "\(settings)")
  }

  @Test func knownFindingsAreNotReportedAgain() throws {
    let path = app()
    let only = [path, "--select", "icon-file-listed-twice", "--fail-on", "note"]
    let written = try lint(only + ["--write-baseline", "known.txt"])
    #expect(written.exitCode == 0 && written.stdout == "baseline written: 1 finding\n" && written.stderr == "")
    folder.write(
      "A.app/Info.plist",
      Self.infoPlist.replacing("<dict>\n<key>CFBundleIdentifier", with: "<dict>\n\n<key>CFBundleIdentifier"))
    let again = try lint(only + ["--baseline", "known.txt"])
    #expect(again.exitCode == 0 && again.stdout.contains("1 known from the baseline"), "\(again)")
    // The settings name the file for both commands.
    folder.write("homescreen.lua", "return { lint = { baseline = 'known.txt' } }")
    for command in ["lint", "check"] {
      let found = try homescreen([command] + only, in: folder).stdout
      #expect(found.contains("1 known from the baseline") && !found.contains("[icon-file-listed-twice]"), "\(found)")
    }
    folder.write("homescreen.lua", "return {}")
    folder.write("known.txt", "nothing of that kind")
    let bad = try lint(only + ["--baseline", "known.txt"])
    #expect(bad.exitCode == 66 && bad.stderr.contains("known.txt:1: this is not a line of a baseline"), "\(bad)")
    #expect(try code(only + ["--baseline", "nowhere.txt"]) == 66)
    #expect(try code(only + ["--write-baseline", "/proc/nowhere/x.txt"]) == 74)
  }

  @Test func severalFormatsAreWrittenAtOnce() throws {
    let formats = LintFormats.names.filter { $0 != "terminal" }
    let result = try lint(
      [app()] + formats.flatMap { ["--format", "\($0)=out.\($0)"] } + ["--format", "terminal", "-v"])
    #expect(result.stdout.contains("A.app/Info.plist:5:1"), "\(result)")
    #expect(folder.read("out.sarif").map { SARIFChecker($0).faults } == [])
    #expect(
      folder.read("out.sarif").map { SARIFChecker($0).results.contains("icon-file-listed-twice A.app/Info.plist:5") }
        == true)
    #expect(folder.read("out.gitlab").map { CodeQualityChecker($0).faults } == [])
    #expect(folder.read("out.xcode")?.contains("\(folder.path)/A.app/Info.plist:5:1: note: ") == true)
    #expect(folder.read("out.github")?.contains("::notice file=A.app/Info.plist,line=5,col=1,") == true)
    for name in formats { #expect(folder.read("out.\(name)")?.isEmpty == false, "\(name)") }
  }

  @Test func rulesAreListedAndExplained() throws {
    let rules = try homescreen(["rules", "--json"])
    #expect(rules.exitCode == 0 && rules.lines.allSatisfy(JSONChecker.isObject))
    let chosen = try homescreen(["rules", "unreadable-input", "ICON-112"])
    #expect(chosen.lines.count >= 3 && chosen.stdout.contains("icon-file-listed-twice"), "\(chosen)")
    #expect(try homescreen(["rules", "icon-fiel"]).exitCode == 64)
    let explained = try homescreen(["explain", "[icon-file-listed-twice]"])
    for part in ["Before:", "After:", "ICON-112 (documented"] {
      #expect(explained.stdout.contains(part), "\(explained)")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
  func everyOutputOfTheCorpusIsValid() throws {
    let corpus = try #require(Corpus.path)
    let names = Files.names(in: corpus).filter { $0.contains("+") }
    #expect(names.count > 20)
    let result = try lint(
      names.map { "\(corpus)/\($0)" }
        + ["--no-pixels", "--format", "sarif=out.sarif", "--format", "gitlab=out.json", "--format", "json"])
    #expect(result.exitCode == 1, "\(result.stderr)")
    let sarif = SARIFChecker(try #require(folder.read("out.sarif")))
    #expect(sarif.faults == [])
    #expect(sarif.results.count == min(5_000, result.lines.count))
    let quality = CodeQualityChecker(try #require(folder.read("out.json")))
    #expect(quality.faults == [] && quality.count == result.lines.count)
    #expect(result.lines.allSatisfy(JSONChecker.isObject))
  }
}
