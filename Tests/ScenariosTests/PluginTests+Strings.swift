import LuaAPI
import Platform
import Scenarios
import TestSupport
import Testing

/// Strings and API tables that scripts and plugins must not share.
extension PluginTests {
  @Test func scriptsDoNotChangePluginStrings() throws {
    let result = try run(
      """
      string.upper = function() return "script's" end
      string.trim = function(s) return s end
      getmetatable("").__add = function() return "script's" end
      it("works", function()
        assert.equal("ABC", shout "abc")
        assert.equal("script's", ("abc"):upper())
        assert.equal("nil", missing "abc")
        assert.equal(3, sum("1", "2"))
        assert.equal("LATE", later "late")
      end)
      """,
      Self.plugin(
        """
        globals = {
          shout = function(s) return s:upper() end, missing = function(s) return tostring(s.trim) end,
          sum = function(a, b) return a + b end, later = function(s) return load("return (...):upper()")(s) end,
        },
        matchers = { loud = function(_, s) return s == s:upper(), "not loud" end }
        """))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func pluginModulesUsePluginStrings() throws {
    let folder = TemporaryFolder()
    folder.write(
      "tools/words.lua", "string.double = function(s) return s .. s end return function(s) return s:double() end")
    let path = folder.write(
      "plugin.lua", "return homescreen.plugin { name = 'm', globals = { twice = require 'tools.words' } }")
    let result = try PluginRun(
      """
      string.double = function() return "script's" end
      it("works", function() assert.equal("xx", twice "x") assert.equal("script's", ("x"):double()) end)
      """, sources: [PluginSource(path: path, name: "plugin.lua")], folder: folder)
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func pluginsDoNotChangeScriptStrings() throws {
    let result = try run(
      """
      it("works", function()
        assert.equal("ABC", ("abc"):upper())
        assert.is_nil(("abc").shout)
        assert.is_nil(getmetatable("").__call)
        assert.equal("one", first()) assert.equal("two", second())
      end)
      """,
      """
      string.upper = nil
      function string.shout() return "one" end
      getmetatable("").__call = print
      return homescreen.plugin { name = "a", globals = { first = function() return ("x"):shout() end } }
      """,
      """
      function string.shout() return "two" end
      return homescreen.plugin { name = "b", globals = { second = function() return ("x"):shout() end } }
      """)
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func assertionsAreSeparate() throws {
    let result = try run(
      """
      assert.equal = function() end
      assert:add("odd", function(_, n) return n % 2 == 1 end)
      spy.new = nil
      getmetatable(assert).__call = function() return "script's" end
      it("works", function()
        local fine, message = pcall(check, 1, 2)
        if fine then error("the plugin's assert.equal is the script's") end
        if counted() ~= 1 then error("the plugin's spy is the script's") end
        if stands() ~= true then error("the plugin's assert is the script's") end
        if pcall(odd, 2) == false then error("an assertion of the script's is the plugin's") end
        if pcall(even, 3) then error("the plugin's own assertion is missing") end
      end)
      """,
      Self.plugin(
        """
        globals = {
          check = function(a, b) assert.equal(a, b) end, stands = function() return assert(true) end,
          counted = function() local s = spy.new(function() end) s() assert.spy(s).was_called(1) return 1 end,
          odd = function(n) if pcall(function() assert.odd(n) end) then return end end,
          even = function(n) assert.even(n) end,
        },
        matchers = { even = function(_, n) return n % 2 == 0 end }
        """))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func scriptSpyIsASpyInThePlugin() throws {
    let result = try run(
      """
      it("works", function()
        local s = spy.new(function() end)
        s(1)
        called(s)
        assert.spy(made()).was_called_with(match.is_number())
      end)
      """,
      Self.plugin(
        """
        globals = {
          called = function(s) assert.spy(s).was_called_with(match.is_number()) end,
          made = function() local s = spy.new(function() end) s(2) return s end,
        }
        """))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func classesHaveSeparateMetatables() throws {
    let result = try run(
      """
      it("works", function()
        local device = Device { os = "17.5" }
        local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b" } })
        getmetatable(app.delegate).__newindex = function() error("the script's") end
        local other = Device { os = "17.5" }
        give(other:install(AppPackage { plist = { CFBundleIdentifier = "a.c" } }))
      end)
      """,
      Self.plugin(
        "globals = { give = function(app) function app.delegate:application_didFinishLaunchingWithOptions() end end }"))
    #expect(result.exitCode == .success, "\(result.text)")
  }

  @Test func warningsAreDisabledSeparately() throws {
    let result = try run(
      "it('works', function() warn('script') say() end)",
      Self.plugin("globals = { say = function() warn('plugin') end }", before: "warn('@off')"))
    #expect(result.output.filter { $0.contains("warning") }.count == 1, "\(result.output)")
  }
}
