import LuaEngine
import Testing

/// What Swift gave to a script can still be used by the script's finalizers, and is released afterwards.
@Suite struct FinalizedObjectTests {
  private struct Aviary {
    let lua: LuaState
    let cage = Canary.Cage()
    private let known: Canary

    init() throws {
      let lua = try LuaState()
      let cage = self.cage
      let known = Canary(cage)
      self.lua = lua
      self.known = known
      lua.defineCanaries(in: cage)
      lua.define("known") { call in call.result(known) }
      lua.define("root") { call in
        let reference = call.stack.reference(to: 1)
        return call.result(Canary(cage, holding: reference))
      }
    }

    func run(_ source: String) throws -> [String] {
      try lua.call(lua.load(source, chunkName: "=test")).map { try lua.describe($0) }
    }
  }

  @Test(arguments: [
    // Made before the object is marked, and after.
    ("local o = setmetatable({ c = make() }, mt)", "return o.c:sing()"),
    ("local o = setmetatable({}, mt) o.c = make()", "return o.c:sing()"),
    ("local o = setmetatable({}, mt) o.f = make().sing", "return o.f(make())"),
    ("local o = setmetatable({}, mt) o.e = select(2, pcall(make().fail))", "return o.e.message and 'tweet'"),
    ("local o = setmetatable({}, mt) o.c = make() o.w = setmetatable({ o.c }, { __mode = 'v' })", "return o.c:sing()"),
    (
      "local o = setmetatable({}, mt) o.c = make() keep(o.c, function() o.said = 'tweet' end)", "run(o.c) return o.said"
    ),
    ("local o = setmetatable({}, mt) o.c = known()", "return rawequal(o.c, known()) and 'tweet'"),
  ])
  func finalizersUseObjects(made: String, use: String) throws {
    let aviary = try Aviary()
    let source = """
      local said
      local mt = { __gc = function(o) said = tostring(select(2, pcall(function() \(use) end))) end }
      do local function fill() \(made) end fill() end
      collectgarbage()
      return said
      """
    #expect(try aviary.run(source) == ["tweet"])
    _ = try aviary.run("collectgarbage() collectgarbage() collectgarbage()")
    #expect(aviary.cage.alive == 1)  // the one that the test holds
  }

  /// Whether the collector was at work before must not show.
  @Test(arguments: ["", "for i = 1, 300000 do local t = { {} } end"])
  func whatTheCollectorDidBeforeDoesNotShow(meanwhile: String) throws {
    let aviary = try Aviary()
    let source = """
      local log = {}
      local mt = { __gc = function(o) log[#log + 1] = o.name .. " " .. tostring(pcall(o.c.sing, o.c)) end }
      local function fill()
        local c = make()
        local first, second = setmetatable({ name = "first", c = c }, mt), setmetatable({ name = "second", c = c }, mt)
        local third = setmetatable({ name = "third", c = c }, mt)
        root(third)  -- garbage at once, and with it what Swift holds for it
        first = nil
        \(meanwhile)
        return second
      end
      local second = fill()
      \(meanwhile)
      second = nil
      \(meanwhile)
      collectgarbage()
      return table.concat(log, ", ")
      """
    #expect(try aviary.run(source) == ["third true, second true, first true"])
  }

  @Test func objectsThatNoFinalizerLeadsToAreReleasedAtOnce() throws {
    let aviary = try Aviary()
    _ = try aviary.run("kept = setmetatable({}, { __gc = print }) for i = 1, 10 do make() end collectgarbage()")
    #expect(aviary.cage.alive == 1)
  }

  @Test func cyclesThroughSwiftAreCollected() throws {
    let aviary = try Aviary()
    let source = """
      ran = 0
      local mt = { __gc = function() ran = ran + 1 end }
      for i = 1, 20 do
        local o = setmetatable({ c = make() }, mt)
        keep(o.c, function() return o end)
      end
      collectgarbage() collectgarbage()
      return ran
      """
    #expect(try aviary.run(source) == ["20"])
    #expect(aviary.cage.alive == 1)
  }

  /// The search for unreachable objects has a stack of its own. As in Lua a finalizer for which the script has left no room
  /// is lost; no other is, and none runs twice.
  @Test func deepStacksLoseNoObject() throws {
    let source = """
      local seen, marked, mt = {}, 0, {}
      mt.__gc = function(o) seen[o.n] = (seen[o.n] or 0) + 1 end
      local function f(n)
        if n == 0 then marked = marked + 1 setmetatable({ n = marked }, mt) collectgarbage() else pcall(f, n - 1) end
      end
      for n = 150, 250 do f(n) end
      collectgarbage() collectgarbage()
      local lost = 0
      for n = 1, marked do
        if not seen[n] then lost = lost + 1 elseif seen[n] > 1 then return "twice" end
      end
      return marked > 30, lost < 5
      """
    #expect(try Aviary().run(source) == ["true", "true"])
  }
}
