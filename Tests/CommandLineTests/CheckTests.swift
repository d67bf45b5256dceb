import TestSupport
import Testing

/// `homescreen check`, and the fixes of `lint`.
@Suite struct CheckTests {
  private let folder = TemporaryFolder()

  private static let base = """
    <key>CFBundleIdentifier</key><string>com.example.paint</string>
    <key>CFBundleName</key><string>Paint</string>
    <key>MinimumOSVersion</key><string>15.0</string>
    <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
    """

  private static let icons = """
    <key>CFBundleIcons</key>
    <dict>
    \t<key>CFBundleAlternateIcons</key>
    \t<dict><key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict>
    </dict>
    <key>CFBundleIcons~ipad</key>
    <dict>
    \t<!-- the build's -->
    \t<key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconName</key><string>AppIcon</string></dict>
    </dict>
    """

  private func app(_ content: String) -> String {
    folder.write("Paint.app/Info.plist", xml("<dict>\n\(Self.base)\n\(content)\n</dict>"))
    return "Paint.app"
  }

  /// The pictures of “night”: without them nothing is copied for iPad.
  private func addPictures() throws {
    let sample = "\(Repository.root)/lua/samples/Paint.app"
    let names = Files.names(in: sample).filter { $0.hasPrefix("night") && $0.hasSuffix(".png") }
    for name in names { folder.write("Paint.app/\(name)", try #require(Files.bytes("\(sample)/\(name)"))) }
  }

  private func row(_ name: String, _ result: ProcessResult) -> String {
    result.stdout.split(separator: "\n").first { $0.hasPrefix("  \(name) ") }.map(String.init) ?? ""
  }

  @Test func iconsAreSetOnEachDevice() throws {
    let result = try homescreen(["check", app(Self.icons)], in: folder)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("[ipad-alternates-missing]"))
    // Its file is missing, and on iPad it cannot be set.
    #expect(row("night", result).contains("placeholder"), "\(result)")
    #expect(row("night", result).contains("NSCocoaErrorDomain 4 (ICON-039)"), "\(result)")
    #expect(result.stdout.contains("Paint (com.example.paint), iOS 15.0 to 27.0, en"))
    let phone = try homescreen(["check", "Paint.app", "--device", "iPhone", "--os", "17.5"], in: folder)
    #expect(!phone.stdout.contains("NSCocoaErrorDomain"), "\(phone)")
    #expect(phone.stdout.contains(", iOS 17.5, en"))
  }

  /// ICON-009: iOS 10.3 is between the versions, and was not tried.
  @Test func wantedVersionsAreListed() throws {
    let content = "<dict>\n\(Self.base)\n\(Self.icons)\n</dict>"
    folder.write("Paint.app/Info.plist", xml(content.replacing(">15.0<", with: ">10.0<")))
    func check(_ arguments: String...) throws -> ProcessResult {
      try homescreen(
        ["check", "Paint.app", "--device", "iPhone", "--os", "18.0,17.5,10.2,17.5"] + arguments, in: folder)
    }
    let result = try check()
    #expect(result.stdout.contains("Paint (com.example.paint), iOS 10.2, 17.5, 18.0, en"), "\(result)")
    #expect(result.stdout.contains("– no alternate icons before iOS 10.3 (ICON-009), in 10.2\n"), "\(result)")
    #expect(result.stdout.contains(", in 17.5 and 18.0\n"), "\(result)")
    #expect(!result.stdout.contains(", from "), "\(result)")
    let json = try check("--json")
    #expect(json.stdout.contains(#""from":"17.5","#) && json.stdout.contains(#""to":"17.5","#), "\(json)")
  }

  @Test func ignoredRowIsOneOfTheTable() throws {
    let path = app(Self.icons)
    let wrong = try homescreen(["check", path, "--ignore", "check:nigth"], in: folder)
    #expect(wrong.exitCode == 64, "\(wrong)")
    #expect(wrong.stderr.contains("--ignore check:nigth names no row of the table; did you mean “check:night”?"))
    #expect(try homescreen(["check", path, "--ignore", "check:night"], in: folder).exitCode != 64)
    let summary = try homescreen(["check", path, "--ignore", "check:primary", "--format", "markdown"], in: folder)
    #expect(summary.stdout.hasPrefix("## ❌ "), "\(summary)")
  }

  /// LAUNCH-238: no device with an older iOS installs the app, so no cell may look as if it ran.
  @Test func olderVersionsThanTheAppNeedsAreNotTried() throws {
    let old = try homescreen(["check", app(Self.icons), "--os", "12.4"], in: folder)
    #expect(old.exitCode != 0)
    #expect(old.lines.first == "Paint needs iOS 15.0: it cannot be installed on iOS 12.4 (LAUNCH-238)", "\(old)")
    #expect(!old.stdout.contains("✓") && !old.stdout.contains("✗"), "\(old)")
    let both = try homescreen(["check", "Paint.app", "--os", "12.4,17.5"], in: folder)
    #expect(both.lines.first == old.lines.first && both.stdout.contains("iOS 17.5, en"), "\(both)")
    #expect(!both.stdout.contains("12.4,") && !both.stdout.contains("to 12.4"), "\(both)")
    let why = try homescreen(["why", "Paint.app", "night", "--os", "12.4"], in: folder)
    #expect(why.exitCode == 64 && why.stdout.isEmpty, "\(why)")
    #expect(why.stderr.contains("Paint needs iOS 15.0: it cannot be installed on iOS 12.4"), "\(why)")
    let fine = try homescreen(
      ["check", Repository.root + "/lua/samples/Paint.app", "--os", "15.0", "--json"], in: folder)
    #expect(fine.exitCode == 0, "\(fine)")
  }

  /// The table comes first, then errors and warnings; notes need `-v`.
  @Test func tableComesFirstAndNotesLast() throws {
    let content = Self.icons.replacing("<string>night</string>", with: "<string>night</string><string>night</string>")
    let result = try homescreen(["check", app(content)], in: folder)
    let lines = result.lines
    let first = try #require(lines.firstIndex { $0.contains(": error: ") })
    let table = try #require(lines.lastIndex { $0.hasPrefix("  night ") || $0.hasPrefix("  primary ") })
    let warnings = lines.indices.filter { lines[$0].contains(": warning: ") }
    let errors = lines.indices.filter { lines[$0].contains(": error: ") }
    #expect(table < first && errors.allSatisfy { error in warnings.allSatisfy { error < $0 } }, "\(result)")
    #expect(!result.stdout.contains(": note: ") && !result.stdout.contains("facts: "), "\(result)")
    #expect(result.stdout.contains("-v lists the "), "\(result)")
    let all = try homescreen(["check", "Paint.app", "-v"], in: folder)
    #expect(all.stdout.contains("note: ") && !all.stdout.contains("-v lists"), "\(all)")
  }

  /// A build without an executable has no app delegate: `run`, `lint`, `check` and `why` agree.
  @Test func appThatEndsAtLaunchFailsEverywhere() throws {
    let app = app(
      """
      <key>DTSDKName</key><string>iphoneos27.0</string>
      <key>UIApplicationShortcutItems</key><array><dict>
      <key>UIApplicationShortcutItemType</key><string>new</string>
      <key>UIApplicationShortcutItemTitle</key><string>New</string></dict></array>
      """)
    folder.write(
      "launch.lua",
      """
      local device = Device { os = "27.0" }
      local app = device:install("Paint.app")
      device:launch(app)
      assert.equal("notRunning", app.state)
      """)
    #expect(try homescreen(["run", "launch.lua"], in: folder).exitCode == 0)
    for arguments in [["lint", app], ["check", app], ["why", app, "--launch"]] {
      let result = try homescreen(arguments, in: folder)
      #expect(
        result.exitCode == 1 && result.stdout.contains("terminate") && result.stdout.contains("iOS 27"), "\(result)")
    }
    let check = try homescreen(["check", app, "--device", "iPhone"], in: folder)
    #expect(row("new, cold, warm and jetsam", check).contains("?"), "\(check)")
    #expect(check.stdout.contains("✗ crashes: iOS terminates the app at launch"), "\(check)")
    let json = try homescreen(["why", app, "--launch", "--format", "json"], in: folder)
    #expect(json.stdout.contains(#""answer":"ends""#) && json.stdout.contains("LAUNCH-061"), "\(json)")
    // The warning of an older Xcode does not fail.
    let older = try homescreen(["why", app, "--launch", "--xcode", "26"], in: folder)
    #expect(older.exitCode == 0 && older.stdout.contains("built with an older Xcode"), "\(older)")
  }

  @Test func entryPointsOfTwoVersionsAreNextToEachOther() throws {
    let app = app(
      "<key>DTSDKName</key><string>iphoneos27.0</string><key>CFBundleURLTypes</key><array><dict>"
        + "<key>CFBundleURLSchemes</key><array><string>paint</string></array></dict></array>")
    let result = try homescreen(["check", app, "--xcode", "26,27", "--no-sources"], in: folder)
    let line = result.lines.first { $0.hasPrefix("  paint://open, cold") && $0.contains("– not tried") }
    #expect(line?.contains("✗ crashes: iOS terminates the app at launch") == true, "\(result)")
    #expect(result.stdout.contains("Xcode 26") && result.stdout.contains("Xcode 27"), "\(result)")
    let page = try homescreen(
      ["check", app, "--xcode", "26,27", "--no-sources", "--format", "html"], in: folder
    ).stdout
    #expect(page.contains(#""models":["Xcode 26","Xcode 27"]"#) && page.contains("not tried"))
    let json = try homescreen(["check", app, "--previous", app, "--format", "json"], in: folder)
    #expect(
      json.lines.contains { $0.contains(#""kind":"comparison""#) && $0.contains(#""title":"before""#) }, "\(json)")
    #expect(try homescreen(["check", app, "--previous", "Missing.app"], in: folder).exitCode == 66)
    for bad in ["26,x", ",", "26,,x"] {
      #expect(try homescreen(["check", app, "--xcode", bad], in: folder).exitCode == 64, "\(bad)")
    }
  }

  /// The second of two apps is compared with itself, not with the first.
  @Test func versionsOfSeveralAppsAreMatchedByIdentifier() throws {
    for (path, name) in [("now/Ink.app", "Ink"), ("now/Paint.app", "Paint"), ("before/Paint.app", "Paint")] {
      folder.write(
        "\(path)/Info.plist",
        xml(
          """
          <dict><key>CFBundleIdentifier</key><string>com.example.\(name)</string>
          <key>CFBundleName</key><string>\(name)</string><key>DTSDKName</key><string>iphoneos27.0</string>
          <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>
          <array><string>\(name.lowercased())</string></array></dict></array></dict>
          """))
    }
    let result = try homescreen(
      ["check", "now/Ink.app", "now/Paint.app", "--previous", "before/Paint.app", "--format", "json"], in: folder)
    let rows = result.lines.filter { $0.contains(#""kind":"comparison""#) }
    let paint = rows.filter { $0.contains("paint://") }
    #expect(!paint.isEmpty && paint.allSatisfy { $0.ranges(of: #""verdict":"#).count == 2 }, "\(result)")
    let ink = rows.filter { $0.contains("ink://") }
    #expect(!ink.isEmpty && ink.allSatisfy { $0.ranges(of: #""verdict":"#).count == 1 }, "\(result)")
  }

  /// Equal tables of several targets are printed once.
  @Test(arguments: [("Paint", true), ("ink", false)])
  func equalTablesArePrintedOnce(scheme: String, isOne: Bool) throws {
    for (name, scheme) in [("Ink", "Paint"), ("Paint", scheme)] {
      folder.write(
        "\(name).app/Info.plist",
        xml(
          """
          <dict><key>CFBundleIdentifier</key><string>com.example.\(name)</string><key>CFBundleName</key><string>\(name)</string>
          <key>DTSDKName</key><string>iphoneos27.0</string><key>CFBundleURLTypes</key><array><dict>
          <key>CFBundleURLSchemes</key><array><string>\(scheme)</string></array></dict></array></dict>
          """))
    }
    let result = try homescreen(["check", "Ink.app", "Paint.app"], in: folder)
    let titles = result.lines.filter { $0.hasPrefix("Ink (") || $0.hasPrefix("Paint (") }
    #expect(titles.count == (isOne ? 1 : 2), "\(result)")
    #expect(titles[0].hasPrefix("Ink (com.example.Ink) and Paint (com.example.Paint), iOS") == isOne, "\(result)")
  }

  @Test func narrowTerminalShowsOneDevicePerLine() throws {
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c", "cd \"$0\" && COLUMNS=60 exec \"$@\"", folder.path, try BuiltExecutable.path(), "check",
        app(Self.icons), "--no-sources",
      ], timeLimit: 60)
    let lines = result.stdout.split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("  night") && $0.contains("iPhone  ✗ placeholder") }, "\(result)")
    #expect(lines.contains { $0.contains("iPad    ✗ NSCocoaErrorDomain 4") && !$0.contains("iPhone") }, "\(result)")
  }

  /// The content of a git pointer is elsewhere and unknown.
  @Test func pictureMissingFromTheCopyIsNotBroken() throws {
    folder.write("Paint.app/night@2x.png", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    let both = Self.icons.replacing(
      "<!-- the build's -->",
      with: """
        <key>CFBundleAlternateIcons</key>
        <dict><key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict>
        """)
    let result = try homescreen(["check", app(both), "--os", "17.5"], in: folder)
    #expect(row("night", result).contains("? its picture is not in this copy"), "\(result)")
    #expect(!row("night", result).contains("✗"), "\(result)")
    let why = try homescreen(["why", "Paint.app", "--os", "17.5"], in: folder)
    #expect(row("night", why).contains("? its picture is not in this copy"), "\(why)")
    #expect(why.exitCode == 0 && !why.stdout.contains("✗") && why.stdout.contains("1 of 1 may not change"), "\(why)")
    #expect(why.stdout.contains("git lfs pull"), "\(why)")
    let one = try homescreen(["why", "Paint.app", "night", "--device", "iPhone", "--os", "17.5"], in: folder)
    #expect(one.exitCode == 0 && one.stdout.contains("home: ? placeholder"), "\(one)")
    #expect(one.stdout.contains("It is not known whether the icon changes: its picture is not in"), "\(one)")
    // What is not known has not passed.
    let reason = "not known in iOS 17.5 to 17.5: its picture is not in this copy"
    let tap = try homescreen(["check", app(both), "--os", "17.5", "--format", "tap"], in: folder)
    #expect(tap.stdout.contains("› night › iPhone # SKIP \(reason)"), "\(tap)")
    let junit = try homescreen(["check", app(both), "--os", "17.5", "--format", "junit"], in: folder)
    #expect(junit.stdout.contains("<skipped message=\"\(reason)\"/>"), "\(junit)")
  }

  @Test func quickActionsAreCheckedInEachLanguage() throws {
    folder.write("Paint.app/de.lproj/InfoPlist.strings", "\"New\" = \"Neu\";")
    folder.write("Paint.app/fr.lproj/InfoPlist.strings", "\"New\" = \"\";")
    let result = try homescreen(
      [
        "check",
        app(
          """
          <key>UIApplicationShortcutItems</key>
          <array>
          <dict><key>UIApplicationShortcutItemType</key><string>new</string>
          <key>UIApplicationShortcutItemTitle</key><string>New</string></dict>
          <dict><key>UIApplicationShortcutItemType</key><string>untitled</string></dict>
          </array>
          """),
      ], in: folder)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("✓ “Neu” (de)"), "\(result)")
    #expect(result.stdout.contains("not in the menu (fr)"), "\(result)")
    #expect(row("untitled", result).contains("(QUICK-013)"), "\(result)")
    #expect(result.stdout.contains("was not checked"))
  }

  @Test func languagesWithTheSameProblemAreGrouped() throws {
    let languages = ["de", "en", "fr", "it", "ja"]
    for language in languages {
      let lines = (0..<5).map { "\"T\($0)\" = \"\($0 == 4 && language != "ja" ? "" : "\(language) \($0)")\";" }
      folder.write("Paint.app/\(language).lproj/InfoPlist.strings", lines.joined(separator: "\n"))
    }
    let items = (0..<6).map { index in
      """
      <dict><key>UIApplicationShortcutItemType</key><string>t\(index)</string>
      <key>UIApplicationShortcutItemTitle</key><string>T\(min(index, 4))</string></dict>
      """
    }
    let result = try homescreen(
      [
        "check", app("<key>UIApplicationShortcutItems</key><array>\(items.joined())</array>"), "--device", "iPhone",
        "--os", "17.5",
      ], in: folder)
    #expect(row("t0", result).contains("✓ in the menu in 5 languages"), "\(result)")
    #expect(row("t4", result).contains("✗ not in the menu in 4 languages: the translation"), "\(result)")
    #expect(result.stdout.contains("✗ not in the menu (ja): it is number 5"), "\(result)")
    #expect(result.stdout.split(separator: "\n").count { $0.contains("✗ not in the menu") } == 4, "\(result)")
  }

  @Test func appWithoutProblemsPasses() throws {
    let result = try homescreen(
      ["check", app(""), "--format", "json"], in: folder)
    // Without an icon, the primary icon is a placeholder.
    #expect(result.exitCode == 1, "\(result)")
    let actions = try homescreen(
      ["check", "lua/scenarios/seeds/fixtures/ToolBox.app", "--os", "17.5"].map {
        $0.hasPrefix("lua/") ? "\(Repository.root)/\($0)" : $0
      })
    #expect(actions.exitCode == 0, "\(actions)")
  }

  @Test(arguments: ["junit", "tap", "sarif", "github", "gitlab", "xcode", "markdown"])
  func otherFormatsAreWritten(format: String) throws {
    let result = try homescreen(["check", app(Self.icons), "--format", format], in: folder)
    #expect(result.exitCode == 1, "\(result)")
    #expect(!result.stdout.isEmpty)
    switch format {
    case "junit": #expect(JUnitChecker(result.stdout).faults == [], "\(result)")
    case "tap": #expect(TAPChecker(result.stdout).faults == [], "\(result)")
    case "sarif": #expect(SARIFChecker(result.stdout).faults == [], "\(result)")
    default: #expect(result.stdout.contains("ipad-alternates-missing"), "\(result)")
    }
  }

  @Test func unreadableFilesAreAlwaysReported() throws {
    folder.write("Bad.app/Info.plist", "<plist><dict><key>a")
    for arguments in [["--select", "shortcut"], ["--ignore", "unreadable-input"]] {
      let result = try homescreen(["lint", "Bad.app"] + arguments, in: folder)
      #expect(result.exitCode == 1 && result.stdout.contains("[unreadable-input]"), "\(result)")
    }
  }

  @Test func neverMeansNever() throws {
    let app = app(Self.icons)
    #expect(try homescreen(["check", app, "--fail-on", "never"], in: folder).exitCode == 0)
    let tap = TAPChecker(
      try homescreen(["check", app, "--fail-on", "never", "--format", "tap"], in: folder).stdout)
    #expect(tap.faults == [] && tap.bailOut == nil && tap.failed.isEmpty && !tap.skipped.isEmpty)
    let junit = JUnitChecker(
      try homescreen(["check", app, "--fail-on", "never", "--format", "junit"], in: folder).stdout)
    let names = Set(junit.cases.flatMap { $0.children.map(\.name) })
    #expect(junit.faults == [] && names == ["skipped"], "\(names)")
  }

  /// No script found the problem, so no run repeats it.
  @Test func failedCheckSuggestsNoRun() throws {
    let app = app(Self.icons)
    for format in ["junit", "tap"] {
      let result = try homescreen(["check", app, "--format", format], in: folder)
      #expect(result.exitCode == 1, "\(result)")
      for word in ["homescreen run", "seed", "traceHash", "trace ", "file=\"lint\"", "file: \"lint\""] {
        #expect(!result.stdout.contains(word), "\(word): \(result)")
      }
    }
    let junit = JUnitChecker(try homescreen(["check", app, "--format", "junit"], in: folder).stdout)
    let finding = try #require(junit.cases.first { $0.attributes["name"]?.contains("ipad-alternates-missing") == true })
    #expect(finding.attributes["file"] == "Paint.app/Info.plist" && finding.attributes["line"] != nil)
  }

  /// Losses caused by an ignored finding do not fail the run.
  @Test func findingsIgnoredByLintAreIgnoredOnDevices() throws {
    let fixture = "\(Repository.root)/lua/scenarios/seeds/fixtures/ToolBox.app"
    for path in Files.paths(below: fixture) {
      folder.write("A.app/\(path)", try #require(Files.bytes("\(fixture)/\(path)")))
    }
    let plist = try #require(folder.read("A.app/Info.plist"))
    folder.write("A.app/Info.plist", plist.replacing("<string>ToolBoxTitle</string>", with: "<string></string>"))
    let lost = try homescreen(["check", "A.app", "--os", "17.5"], in: folder)
    #expect(lost.exitCode == 1 && row("ToolBox", lost).contains("✗ not in the menu"), "\(lost)")
    let ignored = try homescreen(["check", "A.app", "--os", "17.5", "--ignore", "shortcut-title-missing"], in: folder)
    #expect(ignored.exitCode == 0 && row("ToolBox", ignored).contains("~ ignored: not in the menu"), "\(ignored)")
    let other = try homescreen(["check", "A.app", "--os", "17.5", "--ignore", "shortcut-type-missing"], in: folder)
    #expect(other.exitCode == 1, "\(other)")
    folder.write(
      "homescreen.lua",
      "return { lint = { suppressed = { { code = 'shortcut-title-missing', path = 'A.app/*', reason = 'x' } } } }")
    let suppressed = try homescreen(["check", "A.app", "--os", "17.5", "--format", "junit"], in: folder)
    #expect(suppressed.exitCode == 0 && JUnitChecker(suppressed.stdout).faults == [], "\(suppressed)")
  }

  // MARK: Fixing

  @Test func protectedFileIsNotFixed() throws {
    let app = app(Self.icons)
    try addPictures()
    let before = try #require(folder.read("Paint.app/Info.plist"))
    _ = try ChildProcess.run("/bin/chmod", ["444", "\(folder.path)/Paint.app/Info.plist"], timeLimit: 10)
    let result = try homescreen(["lint", app, "--fix", "--select", "ipad-alternates-missing"], in: folder)
    #expect(result.exitCode == 74 && result.stderr.contains("the file is write-protected"), "\(result)")
    #expect(folder.read("Paint.app/Info.plist") == before)
  }

  @Test func unambiguousProblemsAreFixed() throws {
    let app = app(Self.icons)
    try addPictures()
    let before = try #require(folder.read("Paint.app/Info.plist"))
    let diff = try homescreen(["lint", app, "--diff", "--select", "ipad-alternates-missing"], in: folder)
    #expect(diff.stdout.contains("+++ ") && diff.stdout.contains("\n+"), "\(diff)")
    #expect(folder.read("Paint.app/Info.plist") == before)
    let fixed = try homescreen(["lint", app, "--fix", "--select", "ipad-alternates-missing"], in: folder)
    #expect(fixed.exitCode == 0 && fixed.stdout.contains("nothing found"), "\(fixed)")
    #expect(fixed.stderr.contains("fixed 1 finding in 1 file"), "\(fixed)")
    let after = try #require(folder.read("Paint.app/Info.plist"))
    #expect(after.contains("<!-- the build's -->") && after != before)
    let again = try homescreen(["lint", app, "--fix"], in: folder)
    #expect(again.stderr.contains("nothing was fixed"), "\(again)")
    #expect(folder.read("Paint.app/Info.plist") == after)
  }

  @Test(arguments: [["--fix", "--diff"], ["--unsafe-fixes"]])
  func impossibleFixesAreRefused(arguments: [String]) throws {
    #expect(try homescreen(["lint", app("")] + arguments, in: folder).exitCode == 64)
  }

  @Test func updateThatRemovesIconsIsReported() throws {
    _ = app(Self.icons)
    folder.write("New.app/Info.plist", xml("<dict>\n\(Self.base)\n</dict>"))
    folder.write("Paint.app/night@3x.png", try #require(folder.read("Paint.app/Info.plist")))
    let result = try homescreen(["lint", "New.app", "--previous", "Paint.app"], in: folder)
    #expect(result.stdout.contains("“night”"), "\(result)")
    #expect(try homescreen(["lint", "New.app", "--previous", "nowhere"], in: folder).exitCode == 66)
    let check = try homescreen(["check", "New.app", "--previous", "Paint.app"], in: folder)
    #expect(check.stdout.contains("[alternate-name-removed]") && check.exitCode == 1, "\(check)")
    let row = check.lines.first { $0.hasPrefix("  night ") }
    #expect(row?.hasSuffix("– not declared") == true, "\(check)")
  }

  @Test func rulesOfPluginsAreApplied() throws {
    folder.write(
      "house.lua",
      """
      return homescreen.plugin { name = "house", api = 1, rules = {
        ["house-name"] = { severity = "error", summary = "The name", explanation = "It has to be another one.",
          check = function(package) return { message = "the app is called " .. package.plist.CFBundleName } end },
        ["house-broken"] = { severity = "note", summary = "Broken", explanation = "It fails.",
          check = function() error("oh") end },
      } }
      """)
    let result = try homescreen(["lint", app(""), "--plugin", "house.lua"], in: folder)
    #expect(result.stdout.contains("the app is called Paint [house-name]"), "\(result)")
    #expect(result.exitCode == 2 && result.stderr.contains("house-broken"), "\(result)")
  }

  /// CI servers read commands at the start of a line.
  @Test func errorOfARuleStaysOnItsLine() throws {
    folder.write(
      "raise.lua",
      """
      return homescreen.plugin { name = "raise", api = 1, rules = {
        ["bad-rule"] = { summary = "s", check = function() error("a\\n::error::b\\n##[group]" .. ("x"):rep(5000)) end },
      } }
      """)
    let result = try homescreen(["lint", app(""), "--plugin", "raise.lua"], in: folder)
    #expect(result.exitCode == 2 && result.stderr.contains("bad-rule"), "\(result)")
    let lines = result.stderr.split(separator: "\n")
    #expect(!lines.contains { $0.hasPrefix("::") || $0.contains("##[") }, "\(result)")
    #expect(lines.allSatisfy { $0.utf8.count < 1_500 })
  }
}
