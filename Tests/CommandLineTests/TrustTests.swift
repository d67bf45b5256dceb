import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `homescreen trust`, and the rules without it.
@Suite struct TrustTests {
  private let folder = TemporaryFolder()
  private let user = TemporaryFolder()
  private var realPath: String {
    guard let path = realpath(folder.path, nil) else { return folder.path }
    defer { free(path) }
    return String(cString: path)
  }
  private static let app = "\(Repository.root)/lua/scenarios/seeds/fixtures/FlatShape.app"

  /// A checkout whose settings name a plugin with a module, and whose helper has one too.
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
      return homescreen.plugin { name = 'own', api = 1, globals = { own = words },
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

  @Test func pluginsThatDidNotRunAreReported() throws {
    makeProject()
    for command in ["lint", "check"] {
      let result = try run([command, Self.app])
      #expect(result.exitCode == 2, "\(result)")
      #expect(!result.stdout.contains("found by us"), "\(result)")
      #expect(
        result.stderr.contains("the plugin tools/own.lua did not run: the checkout \(realPath) is not trusted")
          && result.stderr.contains("homescreen trust"), "\(result)")
      // Settings for built-in rules still apply.
      #expect(result.stdout.contains("[alternates-flat]"), "\(result)")
      let deliberate = try run([command, Self.app, "--no-plugins"])
      #expect(!deliberate.stderr.contains("did not run") && deliberate.exitCode != 2, "\(deliberate)")
    }
  }

  @Test func runWithoutItsHelperDoesNotPass() throws {
    makeProject()
    let result = try run(["run"])
    #expect(result.exitCode == 2 && !result.stdout.contains("passed"), "\(result)")
    #expect(result.stderr.contains(".busted names the helper help.lua, which did not run"), "\(result)")
    let without = try run(["run", "--no-plugins"])
    #expect(without.exitCode == 0 && without.stdout.contains("nil\tnil"), "\(without)")
    // A module of the helper is missing, and the failure explains how to load it.
    folder.write("more/a_spec.lua", "it('a', function() assert.has_prefix('a', 'ab') end)")
    folder.write("more/b_spec.lua", "it('b', function() helped() end)")
    for script in ["more/a_spec.lua", "more/b_spec.lua"] {
      let missing = try run(["run", script, "--no-plugins"])
      #expect(missing.stdout.contains("--no-plugins left out help.lua, tools/own.lua, "), "\(missing)")
      #expect(missing.stdout.contains("--trust"), "\(missing)")
    }
    #expect(try !run(["run", "more/a_spec.lua", "--trust"]).stdout.contains("left out"))
    // A helper in a folder that is run is reported with it.
    folder.write(".busted", "return { default = { helper = 'specs/help.lua' } }")
    folder.write("specs/help.lua", "helped = 'named'")
    #expect(try run(["run", "specs", "--no-plugins"]).stdout.contains("nil\tnil"))
    folder.write("homescreen.lua", "return {}")
    let named = try run(["run", "specs"])
    #expect(named.exitCode == 0 && named.stdout.contains("nil\tnamed"), "\(named)")
  }

  @Test func untrustedCodeInSettingsIsNotRun() throws {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "local app = 'x'\nreturn { lint = { fail_on = 'never' } }")
    let result = try run(["lint", Self.app])
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stderr.contains("homescreen.lua:1: settings must be data"), "\(result)")
    #expect(try run(["lint", Self.app, "--trust"]).exitCode == 0)
  }

  // MARK: With trust

  @Test func trustSurvivesChangesInTheCheckout() throws {
    makeProject()
    let trusted = try run(["trust"])
    #expect(trusted.exitCode == 0 && trusted.stdout.hasPrefix("trusted \(realPath)\n"), "\(trusted)")
    #expect(!trusted.stdout.contains("HEAD is detached"))
    let lint = try run(["lint", Self.app])
    #expect(lint.exitCode == 0 && lint.stdout.contains("found by us [own-rule]"), "\(lint)")
    #expect(lint.stderr == "note: code of \(realPath) ran: tools/own.lua\n", "\(lint)")
    let played = try run(["run"])
    #expect(played.exitCode == 0 && played.stdout.contains("found by us\twith help"), "\(played)")
    // Also from a folder below.
    #expect(try run(["lint", Self.app], in: "tools").stdout.contains("found by us"))
    folder.write("tools/words.lua", "return 'found later'")
    #expect(try run(["lint", Self.app]).stdout.contains("found later"))
    #expect(try run(["trust", "--list"]).stdout == "\(realPath)\n")
    let removed = try run(["trust", "--remove", "tools"])
    #expect(removed.exitCode == 0 && removed.stdout.contains("is no longer trusted"), "\(removed)")
    #expect(try run(["lint", Self.app]).exitCode == 2)
    #expect(try run(["trust", "--remove"]).exitCode == 4)
  }

  @Test func anotherCloneAtTheSamePathIsNotTrusted() throws {
    let place = folder.path
    func clone() {
      folder.write("clone/homescreen.lua", "local app = 'x'\nreturn {}")
      folder.makeFolder("clone/.git")
    }
    clone()
    #expect(try run(["trust"], in: "clone").exitCode == 0)
    #expect(try run(["lint", Self.app], in: "clone").stderr.contains("ran: homescreen.lua"))
    #expect(rename("\(place)/clone", "\(place)/old") == 0)
    // Nor is the same folder at another path.
    #expect(try run(["lint", Self.app], in: "old").stderr.contains("is not trusted"))
    clone()
    #expect(try run(["lint", Self.app], in: "clone").stderr.contains("is not trusted"))
    #expect(try run(["trust", "--list"]).stdout.contains("the folder was replaced or removed"))
    #expect(try run(["trust", "--remove", "clone"]).exitCode == 0)
    #expect(try run(["trust", "--list"]).stdout == "nothing is trusted\n")
  }

  @Test func nestedCheckoutNeedsItsOwnTrust() throws {
    makeProject()
    folder.makeFolder("tools/.git")
    #expect(try run(["trust"]).exitCode == 0)
    let refused = try run(["lint", Self.app])
    #expect(refused.exitCode == 2 && refused.stderr.contains("tools/own.lua is outside of the checkout"), "\(refused)")
    #expect(try run(["lint", Self.app, "--trust"]).exitCode == 2)
    // A linked worktree and a submodule have a file with that name.
    rmdir("\(folder.path)/tools/.git")
    folder.write("tools/.git", "gitdir: ../.git/modules/tools\n")
    #expect(try run(["lint", Self.app]).exitCode == 2)
    folder.write(".git/modules/tools/HEAD", "0123456789012345678901234567890123456789\n")
    #expect(try run(["trust", "tools"]).stdout.contains("HEAD is detached"))
    #expect(try run(["lint", Self.app]).stdout.contains("found by us"))
  }

  /// All ways in which settings can name code outside their checkout.
  @Test(arguments: [
    "../other/code.lua", "ABSOLUTE/other/code.lua", "link.lua", "lnk/code.lua", "/proc/self/cwd/../other/code.lua",
  ])
  func codeOutsideTheCheckoutNeedsItsOwnTrust(path: String) throws {
    let path = path.replacing("ABSOLUTE", with: folder.path)
    folder.write("other/code.lua", "print('OUT' .. 'SIDE') return homescreen.plugin { name = 'own', api = 1 }")
    folder.makeFolder("other/.git")
    folder.makeFolder("clone/.git")
    folder.link("clone/link.lua", to: "../other/code.lua")
    folder.link("clone/lnk", to: "../other")
    folder.write("clone/homescreen.lua", "return { plugins = { '\(path)' } }")
    folder.write("clone/.busted", "return { default = { helper = '\(path)' } }")
    folder.write("clone/spec/a_spec.lua", "it('x', function() end)")
    #expect(try run(["trust"], in: "clone").exitCode == 0)
    for command in [["lint", Self.app], ["run"], ["run", "--trust"], ["repl"]] {
      let result = try run(command, stdin: "1", in: "clone")
      #expect(
        !"\(result)".contains("OUTSIDE") && result.stderr.contains("is outside of the checkout"),
        "\(command): \(result)")
    }
    #expect(try run(["trust"], in: "other").exitCode == 0)
    // A plugin is not read through a link out of its folder.
    if path != "link.lua" { #expect(try run(["repl"], stdin: "1", in: "clone").stdout.contains("OUTSIDE")) }
  }

  /// All ways in which `.busted`, or the default folder, can lead into another checkout.
  @Test(arguments: [
    "../victim/spec", "ABSOLUTE/victim/spec", "../*/spec/v_spec.lua", "../**/v_spec.lua", "lk/v_spec.lua",
    "lk/*_spec.lua",
    "/proc/self/cwd/../victim/spec", "../victim/secret.txt", "usual",
  ])
  func rootsStayInTheCheckout(root: String) throws {
    let root = root.replacing("ABSOLUTE", with: folder.path)
    folder.makeFolder("victim/.git")
    folder.makeFolder("clone/.git")
    folder.write("victim/spec/v_spec.lua", "it('v', function() end)")
    folder.write("victim/spec/Info.plist", "{ A = 1; }")
    folder.write("victim/secret.txt", "hunter2")
    folder.link("clone/lk", to: "../victim/spec")
    if root == "usual" { folder.link("clone/spec", to: "../victim/spec") }
    folder.write("clone/tests/a_spec.lua", "it('a', function() end)")
    folder.write(
      "clone/tests/help.lua",
      "pcall(function() local p = plist.load 'Info.plist'; p.A = '2'; p:save 'Info.plist' end)")
    let roots = root == "usual" ? "" : "ROOT = { '\(root)' }, "
    folder.write("clone/.busted", "return { _all = { \(roots)helper = 'tests/help.lua' } }")
    for arguments in [["run"], ["run", "--trust"], ["run", "--no-plugins"]] {
      let result = try run(arguments, in: "clone")
      #expect(result.exitCode != 0 && !"\(result)".contains("hunter2"), "\(arguments): \(result)")
    }
    #expect(folder.read("victim/spec/Info.plist") == "{ A = 1; }")
    // The user names it, or trusts both.
    if root == "../victim/spec" {
      #expect(try run(["run", root, "--no-plugins"], in: "clone").exitCode == 0)
      #expect(try run(["trust"], in: "clone").exitCode == 0 && run(["trust"], in: "victim").exitCode == 0)
      #expect(try run(["run"], in: "clone").exitCode == 0)
    }
  }

  @Test(arguments: ["../victim", "ABSOLUTE/victim", "lk"])
  func dataOutsideTheCheckoutNeedsATrustedCheckout(path: String) throws {
    let path = path.replacing("ABSOLUTE", with: folder.path)
    folder.makeFolder("clone/.git")
    folder.write("victim/secret.plist", "{ Secret = hunter2; }")
    folder.link("clone/lk", to: "../victim")
    folder.write("clone/homescreen.lua", "return { app = '\(path)' }")
    folder.write(
      "clone/specs/a_spec.lua", "it('y', function() print(plist.load('../../victim/secret.plist').Secret) end)")
    let result = try run(["run"], in: "clone")
    #expect(result.exitCode != 0 && !"\(result)".contains("hunter2"), "\(result)")
    #expect("\(result)".contains("app is not used") && "\(result)".contains("is outside of the checkout"), "\(result)")
    // As the hint advises.
    let named = try run(["run", "--app", "../victim"], in: "clone")
    #expect(!"\(named)".contains("app is not used"), "\(named)")
    #expect(try run(["trust"], in: "clone").exitCode == 0)
    for arguments in [["run"], ["run", "--trust"]] {
      #expect(!"\(try run(arguments, in: "clone"))".contains("hunter2"), "\(arguments)")
    }
    #expect(try run(["trust"], in: "victim").exitCode == 0)
    #expect(try run(["run"], in: "clone").stdout.contains("hunter2"))
  }

  @Test func trustedBustedFileFindsTheModulesOfScripts() throws {
    folder.makeFolder(".git")
    folder.write("lib/where.lua", "return { root = 'spec' }")
    folder.write(
      ".busted",
      "local w = require 'lib.where'\nreturn { default = { ROOT = { w.root }, verbose = os.getenv 'CI' ~= nil } }")
    folder.write("spec/a_spec.lua", "it('runs', function() end)")
    #expect(try run(["run"]).stderr.contains("is not trusted"))
    #expect(try run(["run", "--trust"]).exitCode == 0)
    #expect(try run(["run", "--no-plugins"]).exitCode == 0)
    #expect(try run(["trust"]).exitCode == 0)
    #expect(try run(["run"]).exitCode == 0)
  }

  @Test func repeatedScenarioRunsTheHelperToo() throws {
    folder.write(".busted", "return { default = { helper = 'spec/help.lua' } }")
    folder.write("spec/help.lua", "helped = 'yes'")
    folder.write("spec/a_spec.lua", "it('fails', function() error(helped) end)")
    for arguments in [["run"], ["run", "spec/a_spec.lua", "--filter", "fails"]] {
      let result = try run(arguments)
      #expect(result.exitCode == 1 && result.stdout.contains("yes"), "\(result)")
    }
  }

  @Test func helperOfACloneDoesNotRunInOtherProjects() throws {
    folder.makeFolder("clone/.git")
    folder.makeFolder("mine/.git")
    folder.write("clone/.busted", "return { default = { helper = 'specs/help.lua' } }")
    folder.write("clone/specs/help.lua", "print('HELP' .. 'ED')")
    folder.write("clone/specs/a_spec.lua", "it('x', function() end)")
    folder.write("mine/b_spec.lua", "it('y', function() end)")
    let result = try run(["run", "../mine/b_spec.lua"], in: "clone")
    #expect(result.exitCode == 2 && !result.stdout.contains("HELPED"), "\(result)")
    #expect(try run(["run", "specs/a_spec.lua"], in: "clone").stdout.contains("HELPED"))
  }

  @Test func noPluginsSkipsSettingsThatAreCode() throws {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "error('RA' .. 'N')")
    #expect(try run(["trust"]).exitCode == 0)
    #expect(try run(["lint", Self.app]).stderr.contains("RAN"))
    let without = try run(["lint", Self.app, "--no-plugins"])
    #expect(without.exitCode == 1 && !"\(without)".contains("RAN"), "\(without)")
  }

  @Test func anotherCloneInTheSameFolderIsNotTrusted() throws {
    folder.write("homescreen.lua", "local app = 'x' return {}")
    folder.makeFolder(".git")
    #expect(try run(["trust"]).exitCode == 0)
    #expect(try run(["lint", Self.app]).stderr.contains("ran: homescreen.lua"))
    #expect(rename("\(folder.path)/.git", "\(folder.path)/old") == 0)
    folder.makeFolder(".git")
    #expect(try run(["lint", Self.app]).stderr.contains("is not trusted"))
  }

  @Test(arguments: ["app = '.git'", "app = './.git/modules'", "lint = { baseline = '.git/config' }"])
  func settingsCannotNameVersionControlFiles(field: String) throws {
    folder.write(".git/config", "token = hunter2")
    folder.makeFolder(".git/modules")
    folder.write("homescreen.lua", "return { \(field) }")
    folder.write("specs/a_spec.lua", "it('r', function() print(io.open('../.git/config'):read 'a') end)")
    for (arguments, place) in [(["run", "a_spec.lua"], "specs"), (["run"], ""), (["lint", Self.app], "")] {
      let result = try run(arguments, in: place)
      #expect(!"\(result)".contains("hunter2") && "\(result)".contains("version control data"), "\(result)")
    }
  }

  @Test func missingHelperIsAMissingFile() throws {
    makeProject()
    folder.delete("help.lua")
    let result = try run(["run", "--trust"])
    #expect(result.exitCode != 0 && "\(result)".contains("help.lua"), "\(result)")
    #expect(!"\(result)".contains("is not trusted"), "\(result)")
  }

  @Test func oldTrustRecordsDoNotCount() throws {
    makeProject()
    folder.write("homescreen.lua", "local x = 1 return {}")
    user.write("homescreen/trusted/0123456789abcdef0123456789abcdef.json", "{}")
    let result = try run(["lint", Self.app])
    #expect(result.exitCode == 2 && result.stderr.contains("which is no longer supported"), "\(result)")
    #expect(try run(["trust", "--list"]).stderr.contains("no longer supported; trust the checkouts again"))
  }

  @Test func trustCanBeForOneRun() throws {
    makeProject()
    #expect(try run(["lint", Self.app, "--trust"]).stdout.contains("found by us"))
    #expect(try run(["run", "--trust"]).stdout.contains("found by us\twith help"))
    #expect(try run(["repl", "--trust"], stdin: "own\n").stdout == "\"found by us\"\n")
    #expect(try run(["plugin", "list", "--trust"]).stdout.contains("own-rule"))
    #expect(try run(["plugin", "--trust", "own", "say"]).stdout == "found by us\n")
    // A named plugin runs, and nothing else.
    let named = try run(["plugin", "tools/own.lua", "say"])
    #expect(named.exitCode == 0 && named.stdout == "found by us\n" && named.stderr == "", "\(named)")
    #expect(try run(["lint", Self.app, "--plugin", "tools/own.lua", "--no-plugins"]).stdout.contains("found by us"))
    #expect(try run(["lint", "--trust", "--no-plugins"]).exitCode == 64)
    #expect(try run(["lint", Self.app]).exitCode == 2)
  }

  @Test func trustNeedsTheFolderOfAProject() throws {
    #expect(try run(["trust", "nowhere"]).exitCode == 66)
    #expect(try run(["trust", "--list"]).stdout == "nothing is trusted\n")
    #expect(try run(["trust", "--list", "--remove"]).exitCode == 64)
    #expect(try run(["trust", "/"]).stderr.contains("can contain many projects"))
    // Nothing runs for it.
    folder.write("homescreen.lua", "while true do end")
    #expect(try run(["trust"]).exitCode == 0)
  }

  @Test func codeThatOthersCanChangeIsNotTrusted() throws {
    makeProject()
    for path in ["tools/words.lua", "tools", "homescreen.lua"] {
      let full = "\(folder.path)/\(path)"
      chmod(full, path == "tools" ? 0o777 : 0o666)
      let once = try run(["lint", Self.app, "--trust"])
      #expect(once.exitCode == 2 && once.stderr.contains("every user can write to"), "\(path): \(once)")
      chmod(full, path == "tools" ? 0o755 : 0o644)
    }
    chmod(folder.path, 0o777)
    #expect(try run(["trust"]).stderr.contains("every user can write to"))
    chmod(folder.path, 0o755)
    #expect(try run(["trust"]).exitCode == 0)
    // The stored trust counts only while others cannot write it.
    chmod("\(user.path)/homescreen/trusted", 0o777)
    #expect(try run(["lint", Self.app]).exitCode == 2)
  }

  @Test func dataSettingsApplyRegardlessOfTheirOwner() throws {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "return { lint = { fail_on = 'never' } }")
    for path in ["", "/homescreen.lua", "/.git"] { chmod(folder.path + path, 0o777) }
    // Only root can give files away.
    if geteuid() == 0 { for path in ["", "/homescreen.lua", "/.git"] { chown(folder.path + path, 65_534, 65_534) } }
    let result = try run(["lint", Self.app])
    #expect(result.exitCode == 0 && result.stdout.contains("settings: homescreen.lua"), "\(result)")
    #expect(result.stdout.contains("no finding fails the command: homescreen.lua sets fail_on to never"), "\(result)")
  }

  // MARK: Search for settings

  @Test func settingsAboveTheCheckoutAreIgnored() throws {
    folder.write("homescreen.lua", "return { lint = { fail_on = 'never' } }")
    folder.write("clone/App/x.lua", "it('x', function() print(Device {}.os) end)")
    folder.write("clone/App/Info.plist", "<plist><dict/></plist>")
    folder.makeFolder("clone/.git")
    #expect(!(try run(["lint", Self.app], in: "clone/App").stdout.contains("settings:")))
    // Without a checkout, the search ends at the working directory.
    folder.makeFolder("plain/App")
    #expect(!(try run(["lint", Self.app], in: "plain/App").stdout.contains("settings:")))
    folder.write("clone/homescreen.lua", "return { os = '15.0', lint = { fail_on = 'never' } }")
    #expect(try run(["lint", Self.app], in: "clone/App").stdout.contains("settings: ../homescreen.lua"))
    #expect(try run(["run", "clone/App/x.lua"]).stdout.contains("15.0"))
  }

  @Test func findingsIgnoredBySettingsAreCounted() throws {
    folder.write("homescreen.lua", "return { lint = { ignore = { 'alternates-flat', 'primary-icon-missing' } } }")
    let result = try run(["lint", Self.app])
    #expect(result.stdout.contains("2 findings ignored by homescreen.lua"), "\(result)")
    folder.write("homescreen.lua", "return { lint = { severity = { ['alternates-flat'] = 'note' } } }")
    #expect(try run(["check", Self.app]).stdout.contains("1 finding made less severe by homescreen.lua"))
    // The command line is visible to the user.
    folder.write("homescreen.lua", "return {}")
    let asked = try run(["lint", Self.app, "--ignore", "alternates-flat"])
    #expect(asked.stdout.contains("settings: homescreen.lua") && !asked.stdout.contains("ignored by"), "\(asked)")
  }
}
