import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `homescreen trust`, and what holds without it.
@Suite struct TrustTests {
  private let folder = TemporaryFolder()
  private let user = TemporaryFolder()
  private static let app = "\(Repository.root)/lua/scenarios/seeds/fixtures/FlatShape.app"

  /// A checkout whose settings name a plugin with a module, and whose helper has one, too.
  private func makeProject() {
    folder.makeFolder(".git")
    folder.write(
      "homescreen.lua",
      "return { plugins = { 'tools/own.lua' }, lint = { select = { 'own-rule', 'alternates-flat' }, fail_on = 'never' } }"
    )
    folder.write(
      "tools/own.lua",
      """
      local words = require 'words'
      return homescreen.plugin { name = 'own', api = 3, globals = { own = words },
        commands = { say = function() return words end },
        rules = { ['own-rule'] = function() return { message = words } end } }
      """)
    folder.write("tools/words.lua", "return 'found by us'")
    folder.write(".busted", "return { default = { ROOT = { 'specs' }, helper = 'help.lua' } }")
    folder.write("help.lua", "helped = require 'helping'")
    folder.write("helping.lua", "return 'with help'")
    folder.write("specs/a_spec.lua", "it('runs', function() print(own, helped) end)")
  }

  private func run(_ arguments: [String], stdin: String? = nil, in place: String = "") throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", "\(folder.path)/\(place)", try BuiltExecutable.path()] + arguments,
      stdin: stdin, environment: ["XDG_CONFIG_HOME": user.path], timeLimit: 60)
  }

  // MARK: Without trust

  @Test func pluginsThatDidNotRunAreNamed() throws {
    makeProject()
    for command in ["lint", "check"] {
      let result = try run([command, Self.app])
      #expect(result.exitCode == 2, "\(result)")
      #expect(!result.stdout.contains("found by us"), "\(result)")
      #expect(
        result.stderr.contains("the plugin tools/own.lua did not run: nobody has trusted this project")
          && result.stderr.contains("homescreen trust"), "\(result)")
      // What the settings select of homescreen's own rules still holds.
      #expect(result.stdout.contains("[alternates-flat]"), "\(result)")
      let deliberate = try run([command, Self.app, "--no-plugins"])
      #expect(!deliberate.stderr.contains("did not run") && deliberate.exitCode != 2, "\(deliberate)")
    }
  }

  @Test func aRunIsNotGreenWithoutItsHelper() throws {
    makeProject()
    let result = try run(["run"])
    #expect(result.exitCode == 2 && !result.stdout.contains("passed"), "\(result)")
    #expect(result.stderr.contains(".busted names the helper help.lua, which did not run"), "\(result)")
    let without = try run(["run", "--no-plugins"])
    #expect(without.exitCode == 0 && without.stdout.contains("nil\tnil"), "\(without)")
    // What it may have brought is missing, and the failure says how to get it.
    folder.write("more/a_spec.lua", "it('a', function() assert.has_prefix('a', 'ab') end)")
    folder.write("more/b_spec.lua", "it('b', function() helped() end)")
    for script in ["more/a_spec.lua", "more/b_spec.lua"] {
      let missing = try run(["run", script, "--no-plugins"])
      #expect(missing.stdout.contains("hint --no-plugins left out help.lua, "), "\(missing)")
      #expect(missing.stdout.contains("--trust"), "\(missing)")
    }
    #expect(try !run(["run", "more/a_spec.lua", "--trust"]).stdout.contains("left out"))
    // A helper in a folder that is run is named with it.
    folder.write(".busted", "return { default = { helper = 'specs/help.lua' } }")
    folder.write("specs/help.lua", "helped = 'named'")
    #expect(try run(["run", "specs", "--no-plugins"]).stdout.contains("nil\tnil"))
    folder.write("homescreen.lua", "return {}")
    let named = try run(["run", "specs"])
    #expect(named.exitCode == 0 && named.stdout.contains("nil\tnamed"), "\(named)")
  }

  @Test func settingsThatAreCodeAreNotRun() throws {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "local app = 'x'\nreturn { lint = { fail_on = 'never' } }")
    let result = try run(["lint", Self.app])
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stderr.contains("homescreen.lua:1: settings are data"), "\(result)")
    #expect(try run(["lint", Self.app, "--trust"]).exitCode == 0)
  }

  // MARK: With trust

  @Test func trustHoldsUntilSomethingChanges() throws {
    makeProject()
    let trusted = try run(["trust"])
    #expect(trusted.exitCode == 0, "\(trusted)")
    for file in ["homescreen.lua", "tools/own.lua", "tools/words.lua", ".busted", "help.lua", "helping.lua"] {
      #expect(trusted.stdout.contains("  \(file)\n"), "\(file) in \(trusted)")
    }
    let lint = try run(["lint", Self.app])
    #expect(lint.exitCode == 0 && lint.stdout.contains("found by us [own-rule]"), "\(lint)")
    let played = try run(["run"])
    #expect(played.exitCode == 0 && played.stdout.contains("found by us\twith help"), "\(played)")
    // Also from a folder below.
    #expect(try run(["lint", Self.app], in: "tools").stdout.contains("found by us"))
    for (file, command) in [
      ("homescreen.lua", ["lint", Self.app]), ("tools/own.lua", ["lint", Self.app]),
      ("tools/words.lua", ["lint", Self.app]), (".busted", ["run"]), ("help.lua", ["run"]), ("helping.lua", ["run"]),
    ] {
      let before = try #require(folder.read(file))
      folder.write(file, before + " ")
      let changed = try run(command)
      #expect(changed.exitCode == 2 && changed.stderr.contains("is not what was trusted"), "\(file): \(changed)")
      #expect(try run(["trust", "--list"]).stdout.contains("\(file)  (changed)"))
      folder.write(file, before)
      #expect(try run(command).exitCode == 0)
    }
    // A file that takes the place of a module.
    folder.write("tools/words/init.lua", "return 'other'")
    #expect(try run(["lint", Self.app]).stdout.contains("found by us"))
    let removed = try run(["trust", "--remove"])
    #expect(removed.exitCode == 0 && removed.lines.count == 2, "\(removed)")
    #expect(try run(["lint", Self.app]).exitCode == 2)
    #expect(try run(["trust", "--remove"]).exitCode == 4)
  }

  @Test func aModuleThatTrustHasNotSeenDoesNotRun() throws {
    makeProject()
    folder.write("tools/own.lua", "local load = require\nreturn load 'hidden'")
    folder.write("tools/hidden.lua", "return homescreen.plugin { name = 'own', globals = { own = 'seen' } }")
    // A name that only the run knows: all modules of the folder are trusted.
    let trusted = try run(["trust"])
    #expect(
      trusted.stdout.contains("  tools/hidden.lua\n") && trusted.stdout.contains("  tools/words.lua\n"), "\(trusted)")
    #expect(try run(["run"]).stdout.contains("seen\twith help"))
    folder.write("tools/own.lua", "local r = _G['req' .. 'uire']\nreturn r 'hidden'")
    #expect(try run(["trust"]).exitCode == 0)
    let refused = try run(["run"])
    #expect(refused.exitCode == 2 && refused.stdout.contains("not part of what was trusted"), "\(refused)")
  }

  @Test func trustForOneRun() throws {
    makeProject()
    #expect(try run(["lint", Self.app, "--trust"]).stdout.contains("found by us"))
    #expect(try run(["run", "--trust"]).stdout.contains("found by us\twith help"))
    #expect(try run(["repl", "--trust"], stdin: "own\n").stdout == "\"found by us\"\n")
    #expect(try run(["plugins", "--trust"]).stdout.contains("own-rule"))
    #expect(try run(["plugin", "--trust", "own", "say"]).stdout == "found by us\n")
    // A plugin that is named is run, and nothing else.
    let named = try run(["plugin", "tools/own.lua", "say"])
    #expect(named.exitCode == 0 && named.stdout == "found by us\n" && named.stderr == "", "\(named)")
    #expect(try run(["lint", Self.app, "--plugin", "tools/own.lua", "--no-plugins"]).stdout.contains("found by us"))
    #expect(try run(["lint", "--trust", "--no-plugins"]).exitCode == 64)
    #expect(try run(["lint", Self.app]).exitCode == 2)
  }

  @Test func nothingToTrustIsSaid() throws {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "return { lint = { fail_on = 'never' } }")
    let result = try run(["trust"])
    #expect(result.exitCode == 4 && result.stderr.contains("nothing here needs trust"), "\(result)")
    #expect(try run(["trust", "nowhere"]).exitCode == 66)
    #expect(try run(["trust", "--list"]).stdout == "nothing is trusted\n")
    #expect(try run(["trust", "--list", "--remove"]).exitCode == 64)
    folder.write("homescreen.lua", "error 'x'")
    #expect(try run(["trust"]).exitCode == 2)
    let dry = try {
      makeProject()
      return try run(["trust", "--dry-run"])
    }()
    #expect(dry.exitCode == 0 && dry.stdout.contains("would be trusted"), "\(dry)")
    #expect(try run(["lint", Self.app]).exitCode == 2)
  }

  @Test func codeThatOthersCanChangeIsNotTrusted() throws {
    makeProject()
    for path in ["tools/words.lua", "tools", "homescreen.lua"] {
      let full = "\(folder.path)/\(path)"
      chmod(full, path == "tools" ? 0o777 : 0o666)
      let refused = try run(["trust"])
      #expect(refused.exitCode == 1 && refused.stderr.contains("everybody may write to"), "\(path): \(refused)")
      let once = try run(["lint", Self.app, "--trust"])
      #expect(once.exitCode == 2 && once.stderr.contains("everybody may write to"), "\(path): \(once)")
      chmod(full, path == "tools" ? 0o755 : 0o644)
    }
    #expect(try run(["trust"]).exitCode == 0)
    // What is kept counts only while nobody else can write it.
    chmod("\(user.path)/homescreen/trusted", 0o777)
    #expect(try run(["lint", Self.app]).exitCode == 2)
  }

  @Test func settingsThatAreDataHoldWhoeverOwnsThem() throws {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "return { lint = { fail_on = 'never' } }")
    for path in ["", "/homescreen.lua", "/.git"] { chmod(folder.path + path, 0o777) }
    // Only root can give files away.
    if geteuid() == 0 { for path in ["", "/homescreen.lua", "/.git"] { chown(folder.path + path, 65_534, 65_534) } }
    let result = try run(["lint", Self.app])
    #expect(result.exitCode == 0 && result.stdout.contains("settings: homescreen.lua"), "\(result)")
    #expect(result.stdout.contains("no finding fails the command: fail_on is never"), "\(result)")
  }

  // MARK: Where settings are looked for

  @Test func settingsAboveTheCheckoutDoNotCount() throws {
    folder.write("homescreen.lua", "return { lint = { fail_on = 'never' } }")
    folder.write("clone/App/x.lua", "it('x', function() print(Device {}.os) end)")
    folder.write("clone/App/Info.plist", "<plist><dict/></plist>")
    folder.makeFolder("clone/.git")
    #expect(!(try run(["lint", Self.app], in: "clone/App").stdout.contains("settings:")))
    // Without a checkout, the working directory is the end.
    folder.makeFolder("plain/App")
    #expect(!(try run(["lint", Self.app], in: "plain/App").stdout.contains("settings:")))
    folder.write("clone/homescreen.lua", "return { os = '15.0', lint = { fail_on = 'never' } }")
    #expect(try run(["lint", Self.app], in: "clone/App").stdout.contains("clone/homescreen.lua"))
    #expect(try run(["run", "clone/App/x.lua"]).stdout.contains("15.0"))
  }

  @Test func whatTheSettingsIgnoreIsCounted() throws {
    folder.write("homescreen.lua", "return { lint = { ignore = { 'alternates-flat', 'primary-icon-missing' } } }")
    let result = try run(["lint", Self.app])
    #expect(result.stdout.contains("2 findings ignored by homescreen.lua"), "\(result)")
    folder.write("homescreen.lua", "return { lint = { severity = { ['alternates-flat'] = 'note' } } }")
    #expect(try run(["check", Self.app]).stdout.contains("1 finding made less severe by homescreen.lua"))
    // The command line is in plain sight.
    folder.write("homescreen.lua", "return {}")
    let asked = try run(["lint", Self.app, "--ignore", "alternates-flat"])
    #expect(asked.stdout.contains("settings: homescreen.lua") && !asked.stdout.contains("ignored by"), "\(asked)")
  }

  // MARK: A new plugin

  @Test func aNewPluginWorksAsItIs() throws {
    folder.makeFolder(".git")
    let made = try run(["plugin", "new", "house"])
    #expect(made.exitCode == 0 && made.stdout.hasPrefix("wrote tools/house.lua\n"), "\(made)")
    folder.write("homescreen.lua", "return { plugins = { \"tools/house.lua\" } }")
    #expect(try run(["trust"]).exitCode == 0)
    folder.write(
      "Long.app/Info.plist",
      "<plist><dict><key>CFBundleIdentifier</key><string>com.example.a</string><key>CFBundleName</key>"
        + "<string>A name that is too long</string></dict></plist>")
    #expect(try run(["lint", "Long.app"]).stdout.contains("[house-long-name]"))
    let listed = try run(["plugin", "tools/house.lua", "house-apps"])
    #expect(listed.exitCode == 0 && listed.stderr == "", "\(listed)")
    let again = try run(["plugin", "new", "house"])
    #expect(again.exitCode == 1 && again.stderr.contains("exists"), "\(again)")
    for name in ["../x", "new", "1a", ""] { #expect(try run(["plugin", "new", name]).exitCode == 64, "\(name)") }
  }

  @Test func aRecordOfATrustedRunIsReplayedWithTrust() throws {
    makeProject()
    #expect(try run(["trust"]).exitCode == 0)
    #expect(try run(["run", "--record", "run.jsonl"]).exitCode == 0)
    folder.write("tools/own.lua", "error 'gone'")
    let again = try run(["replay", "run.jsonl"])
    #expect(again.exitCode == 0 && again.stdout.hasPrefix("the same"), "\(again)")
  }
}
