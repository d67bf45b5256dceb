import TestSupport
import Testing

/// In CI, nothing that a command prints about an app, a file or a script is a command.
@Suite struct InjectionTests {
  private static let hostile = "::error::pwned ##[error]pwned ##vso[task.complete]pwned"
  private static let lines = "x\n::error::pwned\n  ::set-env name=A::b"
  private static let actions = ["GITHUB_ACTIONS": "true", "TF_BUILD": "True", "CI": ""]

  private let folder = TemporaryFolder()

  /// An app in which every text is hostile.
  private func makeApp() -> String {
    let (hostile, lines) = (Self.hostile, Self.lines)
    folder.write(
      "::error::pwned.app/Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(hostile)</string>
      <key>CFBundleName</key><string>\(lines)</string>
      <key>CFBundleDisplayName</key><string>\(hostile)</string>
      <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
      <key>CFBundleIcons</key><dict>
      <key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array><string>\(hostile)</string></array></dict>
      <key>CFBundleAlternateIcons</key><dict>
      <key>\(hostile)</key><dict><key>CFBundleIconFiles</key><array><string>\(lines)</string></array></dict>
      <key>\(lines)</key><dict><key>CFBundleIconFiles</key><array><string>\(hostile)</string></array></dict>
      </dict></dict>
      <key>UIApplicationShortcutItems</key><array>
      <dict><key>UIApplicationShortcutItemType</key><string>\(hostile)</string>
      <key>UIApplicationShortcutItemTitle</key><string>\(lines)</string>
      <key>UIApplicationShortcutItemIconFile</key><string>\(lines)</string></dict>
      <dict><key>UIApplicationShortcutItemType</key><string>\(lines)</string>
      <key>UIApplicationShortcutItemTitle</key><string>\(hostile)</string></dict>
      </array>
      <key>\(hostile)</key><string>\(lines)</string>
      </dict></plist>
      """)
    return "::error::pwned.app"
  }

  private func run(_ arguments: [String], isInActions: Bool = true) throws -> ProcessResult {
    let environment = isInActions ? Self.actions.map { "\($0)=\($1)" } : ["CI="]
    return try ChildProcess.run(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec env \"$@\"", folder.path] + environment + [try BuiltExecutable.path()] + arguments,
      timeLimit: 60)
  }

  /// Lines that GitHub's runner or Azure's agent would treat as commands. GitHub's trims the start of a line and looks
  /// for `::`, or finds `##[` anywhere; Azure's finds `##vso[`.
  private static func commands(in text: String) -> [Substring] {
    text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { Substring($0) }.filter { line in
      line.drop { $0.isWhitespace }.hasPrefix("::") || line.contains("##[") || line.contains("##vso[")
    }
  }

  private func check(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try run(arguments)
    #expect(Self.commands(in: result.stdout) == [], "\(arguments)", sourceLocation: sourceLocation)
    #expect(Self.commands(in: result.stderr) == [], "\(arguments)", sourceLocation: sourceLocation)
  }

  // MARK: Every command

  private static let ofApps: [[String]] = [
    ["inspect", "APP"], ["inspect", "APP", "--json"], ["inspect", "APP", "--plist"],
    ["inspect", "APP", "--format", "html"],
    ["why", "APP"], ["why", "APP", "--json"], ["why", "APP", hostile], ["why", "APP", lines],
    ["why", "APP", "--primary"],
    ["why", "APP", "--action", hostile], ["why", "APP", "--action", lines, "--json"],
    ["why", "APP", "--action", "nobody"],
    ["check", "APP"], ["check", "APP", "--json"], ["check", "APP", "--format", "junit"],
    ["check", "APP", "--format", "tap"],
    ["check", "APP", "--format", "markdown"], ["check", "APP", "--format", "html"],
    ["check", "APP", "--format", "sarif"],
    ["lint", "APP"], ["lint", "APP", "--json"], ["lint", "APP", "--format", "sarif"],
    ["lint", "APP", "--format", "gitlab"],
    ["lint", "APP", "--format", "xcode"], ["lint", "APP", "--format", "markdown"], ["lint", "APP", "--format", "html"],
    ["init", "APP"], ["explore", "APP"], ["inspect", "APP", "--against", "APP"],
  ]

  @Test(arguments: ofApps) func appNamesAreEscaped(arguments: [String]) throws {
    let app = makeApp()
    try check(arguments.map { $0 == "APP" ? app : $0 })
  }

  @Test(arguments: [
    ["explain", hostile], ["explain", lines], ["inspect", "\(hostile).app"], ["lint", lines],
    ["run", "\(hostile).lua"],
    ["run", "--\(hostile)"], ["run", "x", "--format", hostile], [hostile], ["facts", "--area", hostile],
    ["rules", hostile],
    ["plugin", hostile, hostile], ["plugin", "list"], ["version"], ["api"], ["api", "--format", "luacats"], ["rules"],
    ["report", lines], ["merge", hostile], ["explore", "\(hostile).lua"],
    ["init", "\(hostile).app"],
  ])
  func typedTextIsEscaped(arguments: [String]) throws { try check(arguments) }

  @Test(arguments: ["terminal", "json", "tap", "junit", "markdown", "html", "list"])
  func scriptOutputIsEscaped(format: String) throws {
    let (hostile, lines) = (Self.hostile, Self.lines.replacing("\n", with: "\\n"))
    folder.write(
      "::error::a_spec.lua",
      """
      print '\(hostile)' io.write ':' io.write ':error::pwned\\n'
      describe('\(hostile)', function() it('\(lines)', function() print '\(lines)' error '\(lines)' end) end)
      """)
    try check(["run", "::error::a_spec.lua", "--format", format])
  }

  // MARK: Equivalent formats

  @Test func documentsStayValid() throws {
    let app = makeApp()
    for command in [["inspect", app, "--json"], ["why", app, "--json"], ["lint", app, "--json"]] {
      let result = try run(command)
      #expect(!result.lines.isEmpty)
      for line in result.lines { #expect(JSONChecker.isObject(line), "\(line)") }
      let plain = try run(command, isInActions: false).stdout
      #expect(!Self.commands(in: plain).isEmpty, "the app has no hostile name for \(command)")
      #expect(result.stdout.replacing("\\u005b", with: "[") == plain)
    }
    let plist = try run(["inspect", app, "--plist"]).stdout
    let plain = try run(["inspect", app, "--plist"], isInActions: false).stdout
    #expect(!Self.commands(in: plain).isEmpty)
    #expect(plist.replacing("&#58;", with: ":").replacing("&#91;", with: "[") == plain)
    let sarif = try run(["lint", app, "--format", "sarif"]).stdout
    #expect(JSONChecker.isObject(Substring(sarif.trimmingLineEnd)), "\(sarif)")
  }

  /// `git apply` and `patch` accept the output of `lint --diff`, with its surrounding lines.
  @Test func patchCanStillBeApplied() throws {
    folder.write(
      "Paint.app/Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      <key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
      <key>CFBundleIcons</key>
      <dict>
      <key>CFBundleAlternateIcons</key>
      <dict><key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict>
      </dict>
      <key>CFBundleIcons~ipad</key>
      <dict>
      <key>CFBundlePrimaryIcon</key><dict/>
      </dict>
      <key>CFBundleName</key><string>x
      ::error::pwned ##[error]pwned
      y</string>
      </dict>
      </plist>

      """)
    let sample = "\(Repository.root)/lua/samples/Paint.app"
    for name in Files.names(in: sample) where name.hasPrefix("night") {
      folder.write("Paint.app/\(name)", try #require(Files.bytes("\(sample)/\(name)")))
    }
    let before = folder.read("Paint.app/Info.plist")
    let result = try run(["lint", "Paint.app", "--diff", "--select", "ipad-alternates-missing"])
    let patch = result.stdout
    let lines = patch.split(separator: "\n").filter {
      $0.hasPrefix("::stop-commands::") || $0.hasPrefix("::homescreen-")
    }
    #expect(lines.count == 2, "\(result)")
    // The surrounding lines are the only active commands.
    let word = lines.first?.dropFirst("::stop-commands::".count) ?? ""
    #expect(lines.last == "::\(word)::")
    // Followed by the findings, unedited.
    folder.write("a.patch", patch)
    let applied = try ChildProcess.run("/bin/sh", ["-c", "cd \"$0/Paint.app\" && git apply ../a.patch", folder.path])
    #expect(applied.exitCode == 0, "\(applied)")
    #expect(folder.read("Paint.app/Info.plist") != before)
  }

  /// A line break in a name does not start a new line in any error.
  @Test(arguments: [
    (["inspect", "project"], "project/a\\nFORGED.xcodeproj"), (["why", "apps"], "a\\nFORGED.app"),
    (["report", "run.jsonl"], "“a\\nFORGED”"), (["inspect", "key.plist"], "“a\\nFORGED”"),
    (["run", "a\nFORGED.lua"], "a\\nFORGED.lua"),
  ])
  func namesCannotForgeLines(arguments: [String], shown: String) throws {
    folder.makeFolder("project/a\nFORGED.xcodeproj")
    for name in ["a", "b"] {
      folder.write("apps/\(name)\nFORGED.app/Info.plist", "{ CFBundleIdentifier = a.b; }")
    }
    folder.write("run.jsonl", "{\"a\\nFORGED\" 1}\n")
    folder.write("key.plist", "{ \"a\nFORGED\" = ; }")
    let result = try run(arguments, isInActions: false)
    #expect(result.exitCode != 0)
    let text = result.stdout + result.stderr
    #expect(text.contains(shown) && !text.contains("\nFORGED"), "\(result)")
  }
}

extension String {
  fileprivate var trimmingLineEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
