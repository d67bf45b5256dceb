import TestSupport
import Testing

/// Names, files and scripts from others never control the terminal.
@Suite struct TerminalEscapeTests {
  private let folder = TemporaryFolder()

  /// An escape sequence, its one-byte form, a title, direction marks, separators, a lone escape.
  private static let hostile =
    "n\u{1B}[35m\u{9B}35m\u{1B}]0;t\u{7}\u{202E}\u{2066}\u{61C}\u{200F}\u{2028}\u{85}\u{7F}\u{1B}e"
  private static let shown =
    #"n\u{1B}[35m\u{9B}35m\u{1B}]0;t\u{7}\u{202E}\u{2066}\u{61C}\u{200F}\u{2028}\u{85}\u{7F}\u{1B}e"#
  /// The part of it that XML can contain.
  private static let hostileName = "n\u{9B}35m\u{202E}\u{2066}\u{61C}\u{200F}\u{2028}\u{85}\u{7F}e"
  private static let shownName = #"n\u{9B}35m\u{202E}\u{2066}\u{61C}\u{200F}\u{2028}\u{85}\u{7F}e"#

  /// The scalars that control a terminal, except our colours.
  private func obeyed(_ text: String) -> [Unicode.Scalar] {
    text.split(separator: "\u{1B}[").enumerated().flatMap { index, part in
      let digits = part.prefix { "0123456789;".contains($0) }
      let isOurs =
        index == 0 || ["0", "1", "2", "31", "32", "33"].contains(digits) && part.dropFirst(digits.count).hasPrefix("m")
      return (isOurs ? [] : ["\u{1B}"]) + part.unicodeScalars.filter(isObeyed)
    }
  }

  private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }

  /// Runs a command without and with colours.
  private func check(
    _ arguments: [String], stdin: String? = nil, shows text: String = shown, code: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for environment in [[:], ["CLICOLOR_FORCE": "1"]] {
      let result = try homescreen(arguments, stdin: stdin, environment: environment)
      #expect(result.exitCode == code, "\(result)", sourceLocation: sourceLocation)
      let all = result.stdout + result.stderr
      #expect(obeyed(all) == [], "\(all)", sourceLocation: sourceLocation)
      #expect(all.contains(text), "\(all)", sourceLocation: sourceLocation)
    }
  }

  private func app() -> String {
    let name = Self.hostileName
    folder.write(
      "My.app/Info.plist",
      """
      <plist><dict>
        <key>CFBundleIdentifier</key><string>com.example.\(name)</string>
        <key>CFBundleDisplayName</key><string>\(name)</string>
        <key>CFBundleShortVersionString</key><string>\(name)</string>
        <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
          <key>\(name)</key><dict><key>CFBundleIconFiles</key><array><string>\(name)</string></array></dict>
        </dict></dict>
        <key>UIApplicationShortcutItems</key><array><dict>
          <key>UIApplicationShortcutItemType</key><string>\(name)</string>
          <key>UIApplicationShortcutItemTitle</key><string>\(name)</string>
          <key>UIApplicationShortcutItemSubtitle</key><string>\(name)</string>
        </dict></array>
      </dict></plist>
      """)
    folder.write("My.app/\(name)@2x.png", "no picture")
    return "\(folder.path)/My.app"
  }

  // MARK: Apps

  @Test func namesOfAnAppAreEscaped() throws {
    let app = app()
    try check(["why", app, Self.hostileName], shows: Self.shownName, code: 1)
    try check(["why", app, Self.hostile], code: 1)
    try check(["inspect", app], shows: Self.shownName)
    try check(["inspect", "\(folder.path)/\(Self.hostile).app"], code: 66)
    try check(["why", "\(folder.path)/\(Self.hostile).app"], code: 66)
  }

  @Test func terminalOutputOfAnAppIsEscaped() throws {
    try check(
      ["repl", app()],
      stdin: """
        device.springboard:icon(app)
        app:activate()
        UIApplication.shared:setAlternateIconName("\(Self.hostileName)", function(e) print(e) end)
        device.alert
        device.alert:tap "OK"
        device:pressHome()
        device.springboard:icon(app):press()
        device.trace
        app:why("x")
        :history
        """ + "\n", shows: Self.shownName)
  }

  @Test func jsonIsCompleteAndEscaped() throws {
    let app = app()
    for arguments in [["why", app, Self.hostile, "--json"], ["inspect", app, "--json"]] {
      let result = try homescreen(arguments)
      #expect(obeyed(result.stdout) == [], "\(result)")
      #expect(JSONChecker.isObject(result.lines.first ?? ""))
      #expect(result.stdout.contains(#"n\u009b35m\u202e\u2066\u061c\u200f\u2028\u0085\u007fe"#), "\(result)")
    }
  }

  // MARK: Scripts

  @Test func namesAndTextsOfAScriptAreEscaped() throws {
    let hostile = Self.hostile
    let path = folder.write(
      "\(hostile).lua",
      """
      print "printed \(hostile)"
      describe("block \(hostile)", function()
        it("passes \(hostile)", function() end)
        pending("waits \(hostile)")
        it("fails \(hostile)", function() error("raised \(hostile)") end)
        it("compares", function() assert.equal("\(hostile)", "x") end)
      end)
      """)
    for text in ["printed", "block", "passes", "waits", "fails", "raised"] {
      try check(["run", path], shows: "\(text) \(Self.shown)", code: 1)
    }
    try check(["run", path], shows: "/\(Self.shown).lua", code: 1)
    try check(["run", "\(folder.path)/no\(hostile)"], shows: "/no\(Self.shown): ", code: 66)
    try check(["run", folder.write("b\(hostile).lua", "error 'x'")], shows: "/b\(Self.shown).lua\n", code: 2)
    let json = try homescreen(["run", "--format", "json", path])
    #expect(obeyed(json.stdout) == [], "\(json)")
    #expect(json.lines.allSatisfy { JSONChecker.isObject($0) })
  }

  /// A name stays on its line: it cannot imitate another scenario or the end of the report.
  @Test func nameIsOneLine() throws {
    let path = folder.write(
      "script.lua", "it('a\\n  ✓ b\\n9 passed', function() end) it('c', function() error 'x' end)")
    let result = try homescreen(["run", path])
    #expect(result.lines.contains("  ✓ a\\n  ✓ b\\n9 passed"), "\(result)")
    #expect(!result.lines.contains { $0.hasPrefix("9 passed") })
  }

  @Test func replResultsAndErrorsAreEscaped() throws {
    let hostile = Self.hostile
    try check(["repl"], stdin: "print '\(hostile)'\n")
    try check(["repl"], stdin: "setmetatable({}, { __tostring = function() return '\(hostile)' end })\n")
    try check(["repl"], stdin: "'\(hostile)'\n", shows: #""n\x1B[35m\u{9B}35m"#)
    try check(["repl"], stdin: "error '\(hostile)'\n", code: 1)
    try check(["repl"], stdin: "x = = '\(hostile)'\n", shows: "unexpected symbol", code: 1)
    try check(["repl"], stdin: ":save \"/proc/nowhere/\(hostile)\"\n", shows: "cannot be written", code: 1)
  }

  @Test func pluginOutputIsEscaped() throws {
    let hostile = Self.hostile
    let plugin = folder.write(
      "p.lua",
      """
      return homescreen.plugin {
        name = 'p', version = "\(hostile)",
        commands = { say = { run = function(device, word) return word end, summary = "\(hostile)" } },
      }
      """)
    try check(["plugin", "list", "--plugin", plugin])
    try check(["plugin", "--plugin", plugin, "p", "say", hostile])
    try check(["plugin", "list", "--plugin", folder.write("q\(hostile).lua", "error 'x'")], code: 2)
    try check(["plugin", "--plugin", plugin, hostile, "say"], code: 4)
  }

  // MARK: Arguments

  @Test func echoedTextIsEscaped() throws {
    let hostile = Self.hostile
    try check(["explain", hostile], code: 4)
    try check(["explain", "Error Domain=\(hostile) Code=4"], code: 4)
    try check(["facts", "--area", hostile], code: 4)
    try check(["run", "--\(hostile)"], code: 64)
    try check([hostile], code: 64)
    try check(["inspect", "--device", hostile, "x"], code: 64)
    try check(["run", "--format", hostile, folder.write("s.lua", "it('x', function() end)")], code: 64)
    try check(["run", "--write", "/proc/nowhere/\(hostile)"], code: 64)
  }

  // MARK: Formats for programs

  @Test func formatIsExactInAPipeAndEscapedOnATerminal() throws {
    let app = app()
    let plugin = folder.write(
      "p.lua",
      "return homescreen.plugin { name = 'p', reporters = { mine = function(e, write) write(e.text or '') end } }")
    let script = folder.write("script.lua", "print '\(Self.hostile)'")
    for (arguments, exact, shown) in [
      (["inspect", "--plist", app], "<string>\(Self.hostileName)</string>", "<string>\(Self.shownName)</string>"),
      (["run", "--plugin", plugin, "--format", "mine", script], Self.hostile, Self.shown),
    ] {
      #expect(try homescreen(arguments).stdout.contains(exact))
      let terminal = try #require(PseudoTerminal())
      let result = try ChildProcess.run(
        "/bin/sh",
        ["-c", "out=$1; shift; exec \"$0\" \"$@\" >\"$out\"", BuiltExecutable.path(), terminal.path] + arguments)
      #expect(result.exitCode == 0, "\(result)")
      let drawn = terminal.drawn().split(separator: "\r\n").joined(separator: "\n")
      #expect(obeyed(drawn) == [], "\(drawn)")
      #expect(drawn.contains(shown), "\(drawn)")
    }
  }
}
