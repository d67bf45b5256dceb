/// Metatables and the operations that use them.
extension ProgramWriter {
  private static let events = [
    "__index", "__newindex", "__call", "__tostring", "__close", "__eq", "__lt", "__le", "__concat", "__len", "__pairs",
    "__add", "__unm", "__idiv", "__band", "__name", "__metatable", "__mode", "__gc",
  ]

  /// A table whose metamethods return, raise, yield, recurse or never end.
  mutating func metatable() -> String {
    var fields: [String] = []
    depth += 1
    for event in Self.events where choices.chance(25) { fields.append("\(event) = \(handler(of: event))") }
    depth -= 1
    return "keep(setmetatable(\(choices.chance(80) ? "{}" : kept("table")), { \(fields.joined(separator: ", ")) }))"
  }

  private mutating func handler(of event: String) -> String {
    switch event {
    case "__mode": return quoted(choices.pick(["k", "v", "kv", "x"]))
    case "__name", "__metatable": return simple()
    // A table instead of this function can be its own __call: a chain that one Lua instruction never ends.
    case "__call": return function()
    case "__index" where choices.chance(30): return choices.chance(50) ? kept("table") : anything()
    case "__newindex" where choices.chance(30): return kept("table")
    default:
      return choices.pick([
        "function(...) keep(...) return \(simple()) end", "function(...) keep(...) error(\(simple())) end",
        "function(...) keep(...) coroutine.yield(...) return ... end", "function(self, ...) error(self) end",
        "function(...) collectgarbage() return \(simple()) end", "function(a, b) return a .. b end",
        "function(self, key) return self[key] end", "function(self) return tostring(self) end",
        "function(self) return #self end", "function() while true do end end", function(),
      ])
    }
  }

  /// An operator on values of any kind.
  mutating func operation() -> String {
    let (left, right) = (simple(), simple())
    return choices.pick([
      "keep(\(left) .. \(right))", "keep(\(left) == \(right))", "keep(\(left) < \(right))", "keep(#\(left))",
      "keep(-(\(left)))", "keep(\(left) + \(right))", "keep(\(left) // \(right))", "keep(\(left) & \(right))",
      "keep((\(left))[\(right)])", "keep((\(left))(\(right)))", "keep(tostring(\(left)))",
      "local value = \(left) value[\(right)] = \(simple())", "do local held <close> = \(left) end",
      "for a, b in pairs(\(left)) do keep(a, b) end", "for a in \(left) do keep(a) end",
      "for a = \(number()), \(number()) do keep(a) end", "print(\(left), \(right))",
    ])
  }
}
