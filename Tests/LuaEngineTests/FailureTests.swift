import LuaEngine
import Testing

/// Errors of Swift functions in Lua, and errors of Lua in Swift.
@Suite struct FailureTests {
  private func state() throws -> LuaState {
    let lua = try LuaState()
    lua.define("fail") { call in
      throw LuaFailure("it went wrong", code: "wrong", hint: "Do it right.", fact: "ICON-001")
    }
    lua.define("call") { call in try call.callFunction(at: 1) }
    return lua
  }

  private func results(_ source: String) throws -> [LuaValue] {
    let lua = try state()
    return try lua.call(lua.load(source, chunkName: "=test"))
  }

  private func error(_ source: String) throws -> LuaError {
    let lua = try state()
    do {
      try lua.call(lua.load(source, chunkName: "@test.lua"))
    } catch {
      return error
    }
    Issue.record("no error")
    return LuaError(kind: .runtime, message: "")
  }

  @Test func scriptsSeeMembers() throws {
    let values = try results("local ok, e = pcall(fail) return ok, e.message, e.code, e.hint, e.fact, tostring(e)")
    #expect(values[0].boolean == false)
    #expect(values[1].string == "it went wrong")
    #expect(values[2].string == "wrong")
    #expect(values[3].string == "Do it right.")
    #expect(values[4].string == "ICON-001")
    #expect(values[5].string?.contains("it went wrong\n  Do it right.") == true)
  }

  /// The memory of scripts and the memory of the process need not hold the text twice.
  @Test(arguments: [
    "error(('x'):rep(8 << 20), 0)",
    "error(setmetatable({}, { __tostring = function() return ('x'):rep(8 << 20) end }))",
  ])
  func hugeMessageIsTruncated(source: String) throws {
    let error = try error(source)
    #expect(error.message.utf8.count < 20_000)
    #expect(error.message.hasSuffix("x… (\((8 << 20) - (16_384 - 64)) more bytes)"), "\(error.message.suffix(40))")
  }

  @Test func lineNumbersCanStartLater() throws {
    let lua = try state()
    let lines = try lua.call(
      lua.load("\nlocal f = function()\nerror('x') end return select(2, pcall(f))", chunkName: "=a", linesBefore: 1000))
    #expect(lines.first?.string == "a:1003: x")
    do throws(LuaError) {
      _ = try lua.load("\nx x", chunkName: "=a", linesBefore: 1000)
      Issue.record("this is Lua")
    } catch {
      #expect(error.place?.line == 1002)
    }
  }

  @Test func textMethodsWorkOnErrors() throws {
    let values = try results("local _, e = pcall(fail) return e:match('went (%a+)'), 'x: ' .. e, e:upper() ~= nil")
    #expect(values[0].string == "wrong")
    #expect(values[1].string?.hasPrefix("x: ") == true)
  }

  @Test func locationIsTheCallingLine() throws {
    let error = try error("local x = 1\n\nfail()")
    #expect(error.place == LuaError.Place(file: "test.lua", line: 3))
    #expect(error.message == "it went wrong")
    #expect(error.failure?.code == "wrong")
  }

  @Test func errorValuesKeepTheirIdentityInSwift() throws {
    let values = try results(
      "local e = {} local ok, got = pcall(call, function() error(e) end) return rawequal(e, got)")
    #expect(values[0].boolean == true)
  }

  @Test func luaErrorsKeepLocationAndStack() throws {
    let error = try error("local function inner() error('bad') end\nlocal function outer() inner() end\nouter()")
    #expect(error.kind == .runtime)
    #expect(error.message == "bad")
    #expect(error.place == LuaError.Place(file: "test.lua", line: 1))
    #expect(error.traceback.contains { $0.hasPrefix("test.lua:2:") })
    #expect(error.traceback.contains { $0.hasPrefix("test.lua:3:") })
  }

  @Test func syntaxErrorsHaveFileAndLine() throws {
    let error = try error("local x =\n= 2")
    #expect(error.kind == .syntax)
    #expect(error.place == LuaError.Place(file: "test.lua", line: 2))
    #expect(error.message.contains("near '='"))
  }

  @Test(arguments: [
    "error()", "error(nil)", "error({})", "error(42)", "error(print)",
    "error(setmetatable({}, {__tostring = function() error('again') end}))",
  ])
  func unusualErrorValuesAreShown(source: String) throws {
    #expect(try !error(source).message.isEmpty)
  }

  @Test func binaryChunksAreRefused() throws {
    let lua = try LuaState()
    #expect(throws: LuaError.self) { try lua.load([0x1B, 0x4C, 0x75, 0x61, 0x54, 0, 0x19], chunkName: "=test") }
    let values = try results("return load('\\27Lua')")
    #expect(values[0].isNil)
    #expect(values[1].string?.contains("binary") == true)
  }

  @Test func failureAtTheMemoryLimitIsReported() throws {
    let lua = try LuaState(LuaOptions(memoryCeiling: 1 << 20))
    lua.define("fail") { _ in throw LuaFailure("still here", code: "wrong") }
    let source = """
      local t = {}
      pcall(function() while true do t[#t + 1] = 'x' .. #t end end)
      local ok, e = pcall(fail)
      t = nil
      return ok, tostring(e)
      """
    let values = try lua.call(lua.load(source, chunkName: "=test"))
    #expect(values[0].boolean == false)
    let text = values[1].string ?? ""
    #expect(text.contains("still here") || text.contains("memory"))
  }

  @Test func objectsRefuseUnknownMembers() throws {
    let lua = try LuaState()
    lua.setGlobal("canary", to: Canary(Canary.Cage()))
    for source in [
      "return canary.nothing", "canary.sing = 1", "return canary[1]", "canary[{}] = 2", "return canary.sing.x",
    ] {
      #expect(throws: LuaError.self, "\(source)") { try lua.call(lua.load(source, chunkName: "=test")) }
    }
    #expect(
      try lua.call(lua.load("return canary:sing(), getmetatable(canary)", chunkName: "=test")).map(\.string) == [
        "tweet", "canary",
      ])
  }

  @Test func stackIsBalancedAfterFailures() throws {
    let lua = try state()
    for _ in 0..<10_000 {
      _ = try? lua.call(lua.load("fail()", chunkName: "=test"))
      _ = try? lua.load("=", chunkName: "=test")
    }
    #expect(lua.stack.count == 0)
  }

  /// Describing an error may fail with an error whose description fails too, and so on.
  @Test(arguments: [
    "local u u = setmetatable({}, { __tostring = function() error(u) end }) error(u)",
    "local a, b a = setmetatable({}, { __tostring = function() error(b) end }) b = setmetatable({}, { __tostring = function() error(a) end }) error(a)",
    "local function make() return setmetatable({}, { __tostring = function() error(make()) end }) end error(make())",
    "local u u = setmetatable({}, { __tostring = function() call(function() error(u) end) end }) error(u)",
  ])
  func failingDescriptionFallsBackToTheRawValue(source: String) throws {
    #expect(try error(source).message == "error value: a table whose __tostring fails")
  }

  @Test func failingDescriptionInAConcatenationFallsBackToTheRawValue() throws {
    let values = try results(
      """
      local u u = setmetatable({}, { __tostring = function() error(u) end })
      local _, e = pcall(fail)
      return pcall(function() return e .. u end)
      """)
    #expect(values.last?.string?.contains("it went wrong") == true, "\(values)")
  }
}
