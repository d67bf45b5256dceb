import LuaEngine
import Testing

/// Lua 5.4.4 miscompiles some bitwise operations in functions with many constants. These are refused.
@Suite struct CodeCheckTests {
  /// A function with this many constants, followed by a text.
  private static func program(constants: Int, _ text: String) -> String {
    """
    local t = { "local a, b, c = ... local s " }
    for i = 1, \(constants) do t[#t + 1] = "s = " .. i .. ".25 " end
    t[#t + 1] = [==[\(text)]==]
    local f, message = load(table.concat(t), "=made")
    if not f then return message end
    return f(nil, 1, 2)
    """
  }

  @Test(arguments: [
    "return 123456 | (a or b)", "return 5 & (a or b)", "return 123456 ~ (a or c.x)", "return 123456 | (a and b)",
    "return (function() return 1 end)() + (123456 | (a or b))", "return 123456 | (not a or b)",
    "return 123456 | (a == b)", "return 123456 | (s or a or b and c)",
    "return 123456 | (print() < b)", "return 123456 | (not print() or b)", "return 123456 | (a == b or c)",
    "local d = 123456 & ((a or b) and 70000)",
  ])
  func miscompiledOperationIsRefused(text: String) throws {
    let message = try run(Self.program(constants: 260, text)).first
    #expect(message?.contains("made:1: a function has more than 255 constants") == true, "\(message ?? "nil")")
  }

  @Test(arguments: [
    ("return 123456 | (a or b)", 200, "123457"), ("local n = 123456 return n | (a or b)", 260, "123457"),
    ("return (a or 123456) | b", 260, "123457"), ("return (a and 70000 or 80000) | b", 260, "80001"),
    ("return (b or 70000) & 70001 | c", 260, "3"), ("return 123456 | b", 260, "123457"),
    ("return b | 123456", 260, "123457"), ("return 123456 ~ -b", 260, "-123457"),
    ("for i = 1, 3 do if b then s = 123456 | i end end return s", 260, "123459"),
    ("if a then s = 1 else s = 123456 | b end return s", 260, "123457"),
    ("return (b == 1 and 70000 or 80000) | b", 260, "70001"),
    ("while not a do a = 123456 | b end return a", 260, "123457"),
    ("local x = 5 if b then x = 70000 end return x | c", 260, "70002"),
    ("for i = 1, 3 do local m = i if b then m = 8 end s = m | i end return s", 260, "11"),
    ("return (b == 2 or 123456) | b", 260, "123457"), ("return (not b or 123456) | b", 260, "123457"),
  ])
  func validCodeRuns(text: String, constants: Int, result: String) throws {
    #expect(try run(Self.program(constants: constants, text)).first == result)
  }

  /// Also in files and in nested functions.
  @Test func hostCodeIsChecked() throws {
    let numbers = (1...260).map { "s = \($0).25 " }.joined()
    let text = "local f = function(a, b) local s \(numbers)\nreturn 123456 | (a or b) end return f(nil, 1)"
    let error = #expect(throws: LuaError.self) { try run("\n\n\(text)") }
    #expect(error?.place?.line == 3)
    #expect(error?.message.hasPrefix("a function has more than 255 constants") == true, "\(error?.message ?? "nil")")
  }
}
