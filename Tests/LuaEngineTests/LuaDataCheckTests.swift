import LuaEngine
import Testing

/// Lua text that counts as data.
@Suite struct LuaDataCheckTests {
  private func problem(_ text: String) -> LuaDataCheck.Problem? {
    do throws(LuaDataCheck.Problem) {
      try LuaDataCheck.check(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "", "-- nothing\n", "--[==[ long\n]] ]==]", "return {}", "return { 1, -2.5, 0x1F, 1e3, }",
    "return 'a' .. \"b\" .. 3;",
    "return { a = { b = { [1] = true; ['x y'] = false } }, c = nil }", "return [[\nlong]]",
    "return { [[a]], [==[b]==] }",
    "return -- why\r\n{ 'a\\z  \n b\\65\\x41' } -- end", "return",
  ])
  func literalsAreData(text: String) {
    #expect(problem(text) == nil)
  }

  @Test(arguments: [
    ("local x = 1", 1, 1), ("return print('x')", 1, 8), ("return { a = b }", 1, 14), ("return {\n  f(),\n}", 2, 3),
    ("return {} print(1)", 1, 11), ("return {}, f()", 1, 10), ("return { [f()] = 1 }", 1, 11),
    ("return 'a' .. f", 1, 15), ("return #'a'", 1, 8), ("return 1 + 1", 1, 10), ("return -'a'", 1, 9),
    ("return { a = 1 b = 2 }", 1, 16), ("return {", 1, 8), ("return 'a", 1, 8), ("return [[a", 1, 8),
    ("return (1)", 1, 8), ("return not true", 1, 8), ("return ...", 1, 8), ("return 'a'.x", 1, 11),
    ("return 'a':rep(9)", 1, 11), ("return function() end", 1, 8), ("return {} --[[", 1, 11),
    // Lua also ends a comment at a carriage return.
    ("-- a comment\rprint(1)\rreturn {}", 2, 1), ("\u{FEFF}return {}", 1, 1), ("#!/bin/lua\nreturn {}", 1, 1),
    ("return {}\u{0}", 1, 10), ("goto x", 1, 1), ("; return {}", 1, 1), ("return {};;", 1, 11),
  ])
  func everythingElseIsCode(text: String, line: Int, column: Int) {
    let problem = problem(text)
    #expect(problem?.line == line && problem?.column == column, "\(String(describing: problem))")
  }

  @Test func sizesAreBounded() {
    let values = LuaDataCheck.maximumValues
    #expect(problem("return {" + String(repeating: "1,", count: values - 1) + "}") == nil)
    #expect(problem("return {" + String(repeating: "1,", count: values) + "}")?.message.contains("values") == true)
    let deep = String(repeating: "{", count: 90)
    #expect(problem("return " + deep + String(repeating: "}", count: 90)) == nil)
    let deeper = String(repeating: "{", count: 100_000)
    #expect(problem("return " + deeper)?.message.contains("nested more than") == true)
    let long = "return '" + String(repeating: "a", count: LuaDataCheck.maximumBytes) + "'"
    #expect(problem(long)?.message.contains("bytes") == true)
  }
}
