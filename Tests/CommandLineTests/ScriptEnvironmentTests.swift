import TestSupport
import Testing

/// The module folders and environment variables that `homescreen run` passes to scripts.
@Suite struct ScriptEnvironmentTests {
  private let folder = TemporaryFolder()

  private func run(_ script: String, _ options: [String], environment: [String: String] = [:]) throws -> ProcessResult {
    folder.makeFolder(".git")
    folder.write(".busted", "return {}")
    folder.write("lib/extra.lua", "return 'extra'")
    folder.write("spec/test.lua", script)
    return try homescreen(["run"] + options + ["\(folder.path)/spec/test.lua"], environment: environment)
  }

  @Test func optionsSelectTheAppOfTheCommandLine() throws {
    let options = ["--app", "\(Repository.root)/lua/scenarios/seeds/fixtures/ChangeIcon.xcodeproj"]
    let settings = "settings = { PRODUCT_BUNDLE_IDENTIFIER = 'com.example.other' }"
    let found = try run("print(Device {}:install(nil, { \(settings) }).bundleIdentifier)", options)
    let usual = try run("print(Device {}:install().bundleIdentifier)", options)
    #expect(found.stdout.contains("com.example.other") && usual.exitCode == 0, "\(found)")
    #expect(!usual.stdout.contains("com.example.other"), "\(usual)")
    for option in ["target", "configuration"] {
      let wrong = try run("Device {}:install(nil, { \(option) = 'Nonsense' })", options)
      #expect(wrong.exitCode == 2 && wrong.stdout.contains("Nonsense"), "\(wrong)")
    }
  }

  @Test func optionAfterAnIndifferentScriptIsNoted() throws {
    let note = "note: --filter after the file is an argument of the script, which does not read it"
    for (script, isNoted) in [("it('a', function() end)", true), ("it('a', function() print(arg[1]) end)", false)] {
      folder.write("a_spec.lua", script)
      let result = try homescreen(["a_spec.lua", "--filter", "b"], in: folder)
      #expect(result.exitCode == 0 && result.stderr.contains(note) == isNoted, "\(result)")
      #expect(result.stderr.contains("homescreen run --filter b a_spec.lua") == isNoted, "\(result)")
    }
  }

  @Test func modulesAreFoundInLpath() throws {
    let script = "print((require 'extra'), package.path)"
    let found = try run(script, ["--lpath", "./none/?.lua;./lib/?.lua"])
    #expect(found.exitCode == 0, "\(found)")
    #expect(found.stdout.contains("extra\t./spec/?.lua;./spec/?/init.lua;./none/?.lua;./lib/?.lua;./?.lua;"))
    let missing = try run(script, [])
    #expect(missing.exitCode == 2)
    #expect(missing.stdout.contains("no file './spec/extra.lua', './extra.lua', './src/extra.lua', "), "\(missing)")
    #expect(missing.stdout.contains("hint --lua-path also looks in LUA_PATH"), "\(missing)")
  }

  @Test func luaPathAppliesOnRequest() throws {
    let variables = ["LUA_PATH": "/proc/nowhere/?.lua;\(folder.path)/lib/?.lua;;"]
    let found = try run("print((require 'extra'))", ["--lua-path"], environment: variables)
    #expect(found.stdout.contains("extra"), "\(found)")
    #expect(try run("require 'extra'", [], environment: variables).exitCode == 2)
    let outside = try run("require 'passwd'", ["--lua-path"], environment: ["LUA_PATH": "/etc/?"])
    #expect(outside.stdout.contains("no file '/etc/passwd' (is outside of the project’s folder"), "\(outside)")
    // A named folder of Lua files is readable, and nothing next to it.
    let place = TemporaryFolder()
    place.write("lua/far.lua", "return 'far'")
    place.write("secret.lua", "return 'secret'")
    place.link("lua/link.lua", to: "../secret.lua")
    let opened = ["LUA_PATH": "\(place.path)/lua/?.lua"]
    #expect(try run("print((require 'far'))", ["--lua-path"], environment: opened).stdout.contains("far\n"))
    #expect(try run("require 'far'", [], environment: opened).exitCode == 2)
    for name in ["link", "..secret"] {
      let closed = try run("require '\(name)'", ["--lua-path"], environment: opened)
      #expect(closed.exitCode == 2, "\(closed)")
    }
  }

  @Test func settingsNameFolders() throws {
    folder.write("homescreen.lua", "return { lpath = './lib/?.lua;./more/?.lua' }")
    #expect(try run("print((require 'extra'))", []).stdout.contains("extra"))
    folder.write("homescreen.lua", "return { lpath = { 1 } }")
    #expect(try run("print(1)", []).stdout.contains("lpath[1] must be a non-empty string"))
  }

  @Test func environmentVariablesArePassedByName() throws {
    let script =
      "print(os.getenv 'GIVEN', os.getenv 'SET', os.getenv 'EMPTY', os.getenv 'HIDDEN', os.getenv 'ABSENT', arg[0])"
    let result = try run(
      script, ["--env", "GIVEN", "--env", "SET=a=b", "--env", "EMPTY=", "--env", "ABSENT"],
      environment: ["GIVEN": "yes", "HIDDEN": "no"])
    #expect(result.stdout.hasPrefix("yes\ta=b\t\tnil\tnil\t\(folder.path)/spec/test.lua"), "\(result)")
  }

  @Test func workingDirectoryIsTheRoot() throws {
    folder.write(
      "spec/test.lua", "print((require 'extra'), (require 'extra'):len(), debug.getinfo(1, 'S').source)")
    folder.write("lua/extra.lua", "return 'extra'")
    let command = try "cd '\(folder.path)' && exec '\(BuiltExecutable.path())' run spec/test.lua"
    let result = try ChildProcess.run("/bin/sh", ["-c", command])
    #expect(result.stdout.hasPrefix("extra\t5\t@spec/test.lua"), "\(result)")
  }
}
