import LuaEngine
import Testing

/// Lua never sees a `__gc` of a script: the collector would call it at any allocation, outside the budget.
@Suite struct FinalizerTests {
  private final class Console: LuaHost {
    var notes: Set<String> = []
    let millisecondsSince1970: Int64 = 0
    func print(_ text: String) {}
    func write(_ bytes: UnsafeRawBufferPointer) {}
    func note(_ text: String) { notes.insert(text) }
  }

  @Test func finalizersDoNotRunAndANoteSaysSo() throws {
    let cage = Canary.Cage()
    let console = Console()
    do {
      let lua = try LuaState()
      lua.host = console
      lua.defineCanaries(in: cage)
      let source = """
        local ran, mt = 0, {}
        mt.__gc = function() ran = ran + 1 end
        for i = 1, 2000 do setmetatable({ make() }, mt) end
        local late = setmetatable({}, { __gc = true })
        getmetatable(late).__gc = mt.__gc
        late = nil
        collectgarbage() collectgarbage "step"
        return ran, getmetatable(setmetatable({}, mt)).__gc == mt.__gc
        """
      let results = try lua.call(lua.load(source, chunkName: "=test"))
      #expect(results[0].integer == 0)
      #expect(results[1].boolean == true)
      _ = try lua.call(lua.load("collectgarbage()", chunkName: "=test"))
      #expect(cage.alive == 0)
      try lua.call(lua.load("kept = setmetatable({ make() }, { __gc = error })", chunkName: "=test"))
    }
    #expect(cage.alive == 0)
    #expect(console.notes == ["A metatable has __gc: finalizers of scripts do not run."])
  }

  @Test(arguments: [
    ("setmetatable({}, { __gc = 1, __metatable = 'x' })", "nil"),
    ("setmetatable(setmetatable({}, { __metatable = 1 }), { __gc = 1 })", "cannot change a protected metatable"),
    ("setmetatable({}, 1)", "bad argument #2 to 'setmetatable' (nil or table expected, got number)"),
    ("setmetatable({})", "bad argument #2 to 'setmetatable' (nil or table expected, got no value)"),
    ("setmetatable(1, {})", "bad argument #1 to 'setmetatable' (table expected, got number)"),
  ])
  func mistakesMatchLua(source: String, message: String) throws {
    let said = try run("local _, said = pcall(function() \(source) end) return said")
    #expect(said == [message] || said == ["test:1: " + message])
    #expect(try said == stockRun("local _, said = pcall(function() \(source) end) return said"))
  }
}
