import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Foreign checkouts that try to run code, change files or keep the program busy. Every command leaves them unchanged
/// and runs nothing.
@Suite struct HostileCloneTests {
  /// The output of code in a clone.
  private static let mark = "PWN" + "ED"

  /// A checkout.
  struct Clone: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var files: [(String, String)] = []
    var links: [(String, String)] = []
    var modes: [(String, mode_t)] = []
    var pipes: [String] = []
    /// Whether its code could be in an honest project, so that it runs if trusted.
    var worksWithTrust = false
    /// The working directory, relative to the test folder.
    var place = "clone"

    init(_ name: String) { testDescription = name }

    func with(_ path: String, _ text: String) -> Clone { changed { $0.files.append(("clone/\(path)", text)) } }
    func above(_ path: String, _ text: String) -> Clone { changed { $0.files.append((path, text)) } }
    func link(_ path: String, to target: String) -> Clone { changed { $0.links.append(("clone/\(path)", target)) } }
    func pipe(_ path: String) -> Clone { changed { $0.pipes.append("clone/\(path)") } }
    func mode(_ path: String, _ mode: mode_t) -> Clone { changed { $0.modes.append(("clone/\(path)", mode)) } }
    func placed(in place: String) -> Clone { changed { $0.place = place } }
    var working: Clone { changed { $0.worksWithTrust = true } }

    private func changed(_ change: (inout Clone) -> Void) -> Clone {
      var clone = self
      change(&clone)
      return clone
    }
  }

  private static let pwn = "print('PWN' .. 'ED') error('PWN' .. 'ED')"
  private static let plugin = """
    print('PWN' .. 'ED')
    return homescreen.plugin { name = 'evil', api = 1, rules = { evil = function() return { message = 'PWN' .. 'ED' } end } }
    """

  /// Settings that contain code or imitate data.
  private static let settings: [(String, String)] = [
    ("a call", pwn), ("a call in a table", "return { app = print('PWN' .. 'ED') }"),
    ("a call as a key", "return { [print('PWN' .. 'ED')] = 1 }"), ("a call after the table", "return {} ; \(pwn)"),
    ("a second value", "return {}, print('PWN' .. 'ED')"),
    ("a call joined to a text", "return { app = 'a' .. print 'x' }"),
    ("a function at once", "return (function() \(pwn) end)()"), ("a loop", "while true do end"),
    ("a jump", "::a:: goto a"), ("a chain of calls", "local t = {} setmetatable(t, { __call = t }) t() return {}"),
    ("a method of a text", "return { app = ('x'):rep(1 << 40) }"),
    ("a text that grows", "local s = 'x' while true do s = s .. s end"),
    ("a compiled chunk", "\u{1B}Lua"), ("a comment that a carriage return ends", "-- data\r\(pwn)\rreturn {}"),
    ("a long comment of another level", "--[=[ ]] ]=] \(pwn) return {}"),
    ("a text of another level", "return { [=[ ]] ]=], \(pwn) }"),
    ("a byte order mark", "\u{FEFF}\(pwn)"), ("a first line for a shell", "#!/bin/sh\n\(pwn)"),
    ("a zero byte", "return {\u{0}}"), ("tables without end", String(repeating: "{", count: 300_000)),
    ("many suppressions", "return { lint = { suppressed = {" + String(repeating: "'icon',", count: 120_000) + "} } }"),
    ("a very long text", "return { app = '" + String(repeating: "a", count: 3 << 20) + "' }"),
    (
      "a pattern in a path",
      "return { lint = { suppressed = { { code = 'icon', path = '" + String(repeating: "*a", count: 400) + "' } } } }"
    ),
    ("escapes for a terminal", "return { ['\\27]0;PWN'] = 1, ['::error::forged'] = 2, plugins = { '\\27[2J.lua' } }"),
    ("an app elsewhere", "return { app = '/etc' }"), ("an app above", "return { app = '../../../../etc/passwd' }"),
    ("a baseline elsewhere", "return { lint = { baseline = '/dev/zero' } }"),
    ("modules elsewhere", "return { lpath = '/etc/?;/proc/?.lua' }"),
  ]

  static let clones: [Clone] =
    settings.map { Clone("settings: \($0.0)").with("homescreen.lua", $0.1) }
    + settings.prefix(14).map { Clone(".busted: \($0.0)").with(".busted", $0.1) }
    + [
      Clone("a plugin").with("homescreen.lua", "return { plugins = { 'evil.lua' } }").with("evil.lua", plugin).working,
      Clone("a plugin that never ends").with("homescreen.lua", "return { plugins = { 'a.lua' } }")
        .with("a.lua", "while true do end"),
      Clone("a plugin above").with("homescreen.lua", "return { plugins = { '../evil.lua' } }").above(
        "evil.lua", plugin),
      Clone("a plugin that is a link").with("homescreen.lua", "return { plugins = { 'link.lua' } }")
        .with("evil.lua", plugin).link("link.lua", to: "evil.lua").working,
      Clone("a plugin that is a pipe").with("homescreen.lua", "return { plugins = { 'pipe' } }").pipe("pipe"),
      Clone("a plugin that is a device").with("homescreen.lua", "return { plugins = { '/dev/zero' } }"),
      Clone("a plugin that is a folder").with("homescreen.lua", "return { plugins = { 'App.app' } }"),
      Clone("a module").with("homescreen.lua", "return { plugins = { 'good.lua' } }")
        .with("good.lua", "require 'evil' return homescreen.plugin { name = 'good' }").with("evil.lua", pwn).working,
      Clone("a plugin with a strange name").with("homescreen.lua", "return { plugins = { 'a\\n::error::b.lua' } }")
        .with("a\n::error::b.lua", plugin).working,
      Clone("settings that are a pipe").pipe("homescreen.lua"),
      Clone("settings that are a device").link("homescreen.lua", to: "/dev/zero"),
      Clone("settings that lead out").link("homescreen.lua", to: "/etc/passwd"),
      Clone("settings that lead in a circle").link("homescreen.lua", to: "homescreen.lua"),
      Clone("settings that are a folder").with("homescreen.lua/x", pwn),
      Clone("settings of everybody").with("homescreen.lua", pwn).mode("homescreen.lua", 0o777).mode("", 0o777),
      Clone("settings that nobody may read").with("homescreen.lua", pwn).mode("homescreen.lua", 0o000),
      Clone("settings above the checkout").above("homescreen.lua", "return { plugins = { 'evil.lua' } }")
        .above("evil.lua", plugin),
      Clone("settings above the working directory").above("homescreen.lua", pwn).placed(in: "clone/App.app"),
      Clone("settings in a folder below").with("App.app/homescreen.lua", pwn),
      Clone("a .busted that is a pipe").pipe(".busted"),
      Clone("a .busted that is a device").link(".busted", to: "/dev/zero"),
      Clone("a helper").with(".busted", "return { default = { helper = 'evil.lua' } }").with("evil.lua", pwn).working,
      Clone("a helper above").with(".busted", "return { default = { helper = '../evil.lua' } }").above("evil.lua", pwn),
      Clone("roots elsewhere").with(".busted", "return { default = { ROOT = { '/' } } }"),
      Clone("a pattern that takes long")
        .with(".busted", "return { default = { pattern = '" + String(repeating: ".-", count: 30) + "x' } }"),
      Clone("hooks").with("homescreen.lua", "return { plugins = { '.git/hooks/pre-commit' } }")
        .with(".git/hooks/pre-commit", "#!/bin/sh\necho PWN''ED\n").mode(".git/hooks/pre-commit", 0o755),
      Clone("a checkout elsewhere").with(".git", "gitdir: /tmp/elsewhere\n").with("homescreen.lua", pwn),
      Clone("files named as programs").with("homescreen-sources", "#!/bin/sh\necho PWN''ED\n")
        .mode("homescreen-sources", 0o755).with("swift", "#!/bin/sh\necho PWN''ED\n").mode("swift", 0o755),
      Clone("settings of editors and services").with(".luarc.json", "{}").with("init.lua", pwn)
        .with("homescreen/init.lua", pwn).with(".config/homescreen/init.lua", pwn).with("specs/x_spec.lua", pwn),
    ]

  /// Typical commands in a foreign checkout. None of them requests code.
  private static let commands: [[String]] = [
    ["lint", "."], ["check", "."], ["inspect", "."], ["repl", "App.app"], ["why", "."], ["plugin", "list"],
    ["init", "."],
    ["rules"], ["version"], ["explore", "App.app", "--depth", "1", "--walks", "0"], ["explain", "ICON-039"],
    ["facts", "--area", "STORE"], ["lint", ".", "--diff"], ["lint", ".", "--json"], ["trust", "--list"],
  ]

  @Test(arguments: clones.indices)
  func nothingInAHostileCloneRuns(index: Int) throws {
    let clone = Self.clones[index]
    let folder = TemporaryFolder()
    if !clone.files.contains(where: { $0.0 == "clone/.git" }) { folder.makeFolder("clone/.git") }
    folder.write("clone/App.app/Info.plist", Self.plist)
    for (path, text) in clone.files { folder.write(path, text) }
    for (path, target) in clone.links { folder.link(path, to: target) }
    for path in clone.pipes { mkfifo("\(folder.path)/\(path)", 0o644) }
    for (path, mode) in clone.modes { chmod("\(folder.path)/\(path)", mode) }
    let before = try snapshot(folder)
    // All combinations would take minutes: each clone runs three commands, and every command runs in several clones.
    for offset in 0..<3 {
      let arguments = Self.commands[(index * 3 + offset) % Self.commands.count]
      let result = try run(arguments, folder, clone)
      #expect(!"\(result.stdout)\(result.stderr)".contains(Self.mark), "\(arguments): \(result)")
      #expect(result.exitCode.map { [0, 1, 2, 4, 66].contains($0) } == true, "\(arguments): \(result)")
      for line in "\(result.stdout)\n\(result.stderr)".split(separator: "\n") {
        #expect(!line.hasPrefix("::error::") && !line.contains("\u{1B}]") && !line.contains("\u{1B}[2J"), "\(result)")
      }
    }
    #expect(try snapshot(folder) == before)
    guard clone.worksWithTrust else { return }
    let trusted = try run(["run", "x.lua", "--trust"], folder, clone)
    #expect("\(trusted.stdout)\(trusted.stderr)".contains(Self.mark), "\(trusted)")
  }

  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.a</string>
    <key>CFBundleExecutable</key><string>A</string><key>CFBundleName</key><string>A</string></dict></plist>

    """

  private func run(_ arguments: [String], _ folder: TemporaryFolder, _ clone: Clone) throws -> ProcessResult {
    if arguments.first == "run" { folder.write("clone/x.lua", "it('x', function() end)") }
    return try ChildProcess.run(
      "/bin/sh",
      ["-c", "cd \"$0\" && exec \"$@\"", "\(folder.path)/\(clone.place)", try BuiltExecutable.path()] + arguments,
      stdin: "1\n", environment: ["HOME": "/dev/null/home", "PATH": "/usr/bin:/bin", "GITHUB_ACTIONS": "true"],
      timeLimit: 60)
  }

  /// Every file with its mode and contents, and every link with its target.
  private func snapshot(_ folder: TemporaryFolder) throws -> String {
    try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        """
        cd "$0" && find . -exec ls -ldn {} + | LC_ALL=C sort; \
        find . -type f -exec cksum {} + 2>/dev/null | LC_ALL=C sort
        """, folder.path,
      ], timeLimit: 30
    ).stdout
  }
}
