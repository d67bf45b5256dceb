import LuaAPI
import LuaEngine
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `require` and `package` for project files, as in stock Lua.
@Suite struct ModuleTests {
  private let folder = TemporaryFolder()

  /// A session of a script in `spec`, in a project with a settings file.
  private func session(_ surroundings: (inout ScriptSurroundings) -> Void = { _ in }) throws -> TestSession {
    folder.makeFolder(".git")
    folder.write(".busted", "return {}")
    folder.write("spec/helper.lua", "return 'beside'")
    let test = try TestSession(at: .folder("\(folder.path)/spec"))
    surroundings(&test.session.surroundings)
    return test
  }

  private func strings(_ test: TestSession, _ source: String) throws -> [String?] {
    try test.run(source).map(\.string)
  }

  @Test func modulesAreNextToTheScriptAndInTheProject() throws {
    let test = try session()
    for name in ["root.lua", "folder/init.lua", "src/source.lua", "src/deep/er.lua", "lua/library/init.lua"] {
      folder.write(name, "return '\(name)'")
    }
    folder.write("helper.lua", "return 'root'")
    let found = try strings(
      test,
      """
      local function get(name) return (require(name)) end
      return get "helper", get "root", get "folder", get "source", get "deep.er", get "library"
      """)
    #expect(
      found == ["beside", "root.lua", "folder/init.lua", "src/source.lua", "src/deep/er.lua", "lua/library/init.lua"])
  }

  @Test func moduleAndCallerGetItsNameAndPath() throws {
    let test = try session()
    folder.write("src/told.lua", "return table.concat({ ... }, ' ')")
    let values = try test.run(
      "local module, place = require 'told' return module, place, select('#', require 'told'), package.loaded.told")
    #expect(values[0].string == "told ./src/told.lua")
    #expect(values[1].string == "./src/told.lua")
    #expect(values[2].integer == 1)
    #expect(values[3].string == "told ./src/told.lua")
  }

  /// As in Lua: a missing result is true, false loads again, and a value set by the module counts.
  @Test func resultsMatchLua() throws {
    let test = try session()
    folder.write("nothing.lua", "")
    folder.write("no.lua", "count = (count or 0) + 1 return false")
    folder.write("itself.lua", "package.loaded[...] = 'set by itself'")
    folder.write("mark.lua", "\u{FEFF}#!/usr/bin/lua\nreturn select(2, pcall(error, 'here', 1)), 7")
    let values = try test.run(
      """
      local no, again = require "no", require "no"
      return require "nothing" == true, no == false and again == false and count, (require "itself"), (require "mark")
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].integer == 2)
    #expect(values[2].string == "set by itself")
    #expect(values[3].string == "here")
  }

  /// Values in package.loaded and package.preload are used, and nil loads again.
  @Test func loadedTableDecides() throws {
    let test = try session()
    folder.write("counted.lua", "loads = (loads or 0) + 1 return { loads = loads }")
    let values = try test.run(
      """
      local first = require "counted"
      package.loaded.counted = nil
      local second = require "counted"
      package.loaded.counted = "a stand-in"
      package.preload.early = function(name, data) return name .. data end
      local saved = {}
      for name, module in pairs(package.loaded) do saved[name] = module end
      return first.loads, second.loads, require "counted", (require "early"), saved.string == string, saved._G == _G,
        saved.io == io and saved.debug == debug and saved.package == package
      """)
    #expect(values[0].integer == 1)
    #expect(values[1].integer == 2)
    #expect(values[2].string == "a stand-in")
    #expect(values[3].string == "early:preload:")
    #expect(values.suffix(3).map(\.boolean) == [true, true, true])
  }

  @Test func missingModuleErrorListsPathsAndOptions() throws {
    let test = try session { $0.searchTemplates = ["./lib/?.lua"] }
    let error = try #require(test.error("require 'a.b'"))
    #expect(
      error.message == """
        module 'a.b' not found:
        \tno field package.preload['a.b']
        \tno file './spec/a/b.lua', './lib/a/b.lua', './a/b.lua', './src/a/b.lua', './lua/a/b.lua', nor 'a/b/init.lua'
        """)
    #expect(error.place?.line == 1)
    let hint = try #require(ErrorAdvice.explain(error).hint)
    #expect(hint.contains("--lua-path") && hint.contains("--lpath") && hint.contains("Modules in C"))
    #expect(try test.run("return type(select(2, pcall(require, 'a.b')))")[0].string == "string")
  }

  /// A readable folder needs no reason, whether it exists or not.
  @Test func readableOutsideFolderHasModules() throws {
    let outside = TemporaryFolder()
    outside.write("far.lua", "return 'far'")
    let test = try session { $0.lastSearchTemplates = ["\(outside.path)/?.lua", "\(outside.path)/none/?.lua"] }
    #expect(try test.run("return (require 'far')")[0].string == "far")
    let error = try #require(test.error("require 'nothing'"))
    #expect(
      error.message.hasSuffix(
        ", '\(outside.path)/nothing.lua', '\(outside.path)/none/nothing.lua', nor 'nothing/init.lua'"),
      "\(error.message)")
    #expect(ErrorAdvice.explain(error).hint?.contains("--lua-path") == false)
  }

  @Test func moduleInAParentFolderIsSuggested() throws {
    _ = try session()
    folder.write("spec/unit/deep/x.lua", "")
    let inner = try TestSession(at: .folder("\(folder.path)/spec/unit/deep"))
    #expect(inner.error("require 'helper'")?.message.contains("there is spec/helper.lua") == true)
  }

  @Test func pathAndSearchersApply() throws {
    let test = try session { $0.searchTemplates = ["\(folder.path)/absolute/?.lua"] }
    folder.write("other/place.lua", "return 'other'")
    folder.write("absolute/far.lua", "return 'far'")
    let values = try test.run(
      """
      local far = require "far"
      package.path = "./other/?.lua"
      local place = require "place"
      table.insert(package.searchers, function(name)
        if name == "magic" then return function(_, data) return data end, "made" end
        return "no magic"
      end)
      local _, message = pcall(require, "nothing")
      local found, tried = package.searchpath("place", package.path), select(2, package.searchpath("x.y", "./?.lua;./?.txt"))
      local magic = require "magic"
      package.path = nil
      return far, place, magic, message, found, tried, select(2, pcall(require, "more"))
      """)
    #expect(
      values.map(\.string) == [
        "far", "other", "made",
        "module 'nothing' not found:\n\tno field package.preload['nothing']\n\tno file './other/nothing.lua'\n\tno magic",
        "./other/place.lua", "no file './x/y.lua'\n\tno file './x/y.txt'", "'package.path' must be a string",
      ])
    #expect(test.error("package.searchers = nil require 'most'")?.message == "'package.searchers' must be a table")
  }

  @Test func syntaxErrorInAModuleHasItsLine() throws {
    let test = try session()
    folder.write("bad.lua", "\nx = = 1")
    let error = try #require(test.error("require 'bad'"))
    #expect(error.message.hasPrefix("error loading module 'bad' from file './bad.lua':\n\t"))
    #expect(error.message.hasSuffix("bad.lua:2: unexpected symbol near '='"))
  }

  @Test func circularRequiresAreReported() throws {
    let test = try session()
    folder.write("one.lua", "require 'two'")
    folder.write("two.lua", "require 'three'")
    folder.write("three.lua", "require 'one'")
    #expect(test.error("require 'one'")?.message == "module 'one' requires itself: one → two → three → one")
    // Nothing remains: the next attempt gives the same error.
    #expect(test.error("require 'one'")?.message.contains("requires itself") == true)
  }

  @Test func nothingOutsideTheProjectIsRead() throws {
    let test = try session()
    let outside = TemporaryFolder()
    outside.write("secret.lua", "return 'secret'")
    symlink("\(outside.path)/secret.lua", "\(folder.path)/link.lua")
    symlink(outside.path, "\(folder.path)/folderlink")
    for name in [
      "link", "folderlink.secret", "../secret", "/etc/passwd", "..secret", "", ".", "a\0b", "x/../../secret",
    ] {
      let error = try #require(test.error("require(\(name.debugDescription.replacing("\\0", with: "\\0")))"), "\(name)")
      #expect(error.message.contains("not found"), "\(name): \(error.message)")
    }
    #expect(
      test.error("require 'link'")?.message.contains("./link.lua' (\(outside.path)/secret.lua is outside of") == true)
    try test.run("package.path = '\(outside.path)/?.lua'")
    #expect(test.error("require 'secret'")?.message.contains("outside of the project") == true)
  }

  @Test func standardNamesExist() throws {
    let test = try session()
    let values = try test.run(
      """
      for _, name in ipairs { "string", "table", "math", "coroutine", "utf8", "os", "io", "debug", "package" } do
        if require(name) ~= _G[name] then error(name) end
      end
      require "busted.runner" ()
      local busted = require "busted"
      return require "luassert" == assert, require "luassert.spy" == spy, require "luassert.match" == match,
        require "luassert.stub" == stub, require "luassert.mock" == mock, busted.assert == assert
      """)
    #expect(values.map(\.boolean) == Array(repeating: true, count: 6))
    #expect(test.error("require 'busted'.subscribe({}, print)")?.message.contains("is not supported") == true)
  }

  /// As in busted: further functions of specs, read-only and not enumerable.
  @Test func bustedTableMatchesBusted() throws {
    let test = try session()
    let values = try test.run(
      """
      local busted = require "busted"
      local device = Device {}
      local time, clock = busted.monotime(), busted.gettime()
      busted.sleep(1.5)
      return busted.monotime() - time, busted.gettime() - clock, busted.version, next(busted), busted.nothing,
        device.time - time, pcall(busted.fail, "mine")
      """)
    #expect(values[0].number == 1.5 && values[1].number == 1.5 && values[5].number == 1.5)
    #expect(values[2].string == "2.1.1")
    #expect(values[3].isNil && values[4].isNil)
    #expect(values[6].boolean == false)
    #expect(test.error("require 'busted'.fail('mine')")?.code == "assertion")
    #expect(test.error("require 'busted'.describe = print")?.message == "Attempt to modify busted")
    #expect(test.error("require 'busted'.sleep('x')")?.message.contains("a number of seconds") == true)
  }

  @Test func builtInModulesAreListed() throws {
    let test = try session()
    #expect(try test.run("return type((require 'homescreen.delegates.apple_sample'))")[0].string != "nil")
    #expect(test.error("require 'homescreen.nothing'")?.message.contains("homescreen.delegates.apple_sample") == true)
  }

  @Test func filesAreCompiledAndRun() throws {
    let test = try session()
    folder.write("spec/run.lua", "local a = ... return 1, x, a")
    folder.write("wrong.lua", "x = =")
    let values = try test.run(
      """
      x = 2
      local first, second = dofile "spec/run.lua"
      local changed = select(2, loadfile("run.lua", "t", { x = 3 })())
      return first, second, changed, select(3, loadfile "run.lua" (9)), select(2, loadfile "wrong.lua"),
        select(2, loadfile "nowhere.lua"), select(2, loadfile("spec/run.lua", "b"))
      """)
    #expect(values.prefix(3).map(\.integer) == [1, 2, 3])
    #expect(values[4].string?.hasSuffix("wrong.lua:1: unexpected symbol near '='") == true)
    #expect(values[5].string == "cannot open nowhere.lua: No such file or directory")
    #expect(values[6].string == "attempt to load a text chunk (mode is 'b')")
  }

  /// The budget ends a script that loads modules forever.
  @Test(arguments: [
    "while true do pcall(require, 'missing') end",
    "setmetatable(package.searchers, nil) for i = 1, 1e9 do package.searchers[i + 3] = function() return 'x' end end",
    "table.insert(package.searchers, 1, function() while true do end end) require 'x'",
    "package.path = ('./?;'):rep(1e6) require 'x'", "package.path = ('?'):rep(2^20) .. '/x' require(('long'):rep(200))",
  ])
  func searchesUseTheBudget(source: String) throws {
    folder.makeFolder(".git")
    folder.write(".busted", "")
    let test = try TestSession(
      at: .folder(folder.path), options: LuaOptions(memoryCeiling: 64 << 20, budget: 1_000_000))
    let error = try #require(test.error(source))
    #expect(error.stop == .budget || error.kind == .memory, "\(error.message)")
  }
}
