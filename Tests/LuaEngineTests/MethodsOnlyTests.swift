import LuaEngine
import Testing

/// Types with only methods: Lua finds them directly, and all checks apply.
@Suite struct MethodsOnlyTests {
  /// Counts member lookups.
  private final class Lookups {
    var names: [String] = []
  }

  private final class Adder: LuaRepresentable {
    static let luaType = LuaType(
      "adder", hasMethodsOnly: { _ in true },
      member: { name, call in
        (call.state.session as? Lookups)?.names.append(name)
        return name == "add" ? .method(add) : nil
      },
      unknown: { name, _ in LuaFailure("adder has no member '\(name)'", code: "unknown-member") })
    private let cage: Canary.Cage
    private var sum = 0.0

    init(_ cage: Canary.Cage) {
      self.cage = cage
      cage.alive += 1
    }

    deinit { cage.alive -= 1 }

    private static func add(_ call: LuaCall) throws -> Int32 {
      guard let adder = call.receiver(of: ObjectIdentifier(luaType), as: Adder.self) else {
        throw call.freed(1) ?? LuaFailure("no adder to add to", code: "argument")
      }
      return adder._withUnsafeGuaranteedRef { adder in
        adder.sum += call.stack.number(at: 2) ?? 0
        return call.result(adder.sum)
      }
    }
  }

  private let cage = Canary.Cage()

  private func makeState() throws -> LuaState {
    let lua = try LuaState()
    let cage = cage
    lua.define("make") { call in call.result(Adder(cage)) }
    lua.setGlobal("adder", to: Adder(cage))
    lua.setGlobal("canary", to: Canary(Canary.Cage()))
    return lua
  }

  @Test func methodsAreLookedUpOnce() throws {
    let lua = try makeState()
    let lookups = Lookups()
    lua.session = lookups
    let source = """
      local other, add = make(), adder.add
      for i = 1, 10 do adder:add(i) end
      return adder:add(1), other:add(2), add(other, 3), rawequal(add, other.add)
      """
    let values = try lua.call(lua.load(source, chunkName: "=test"))
    #expect(values.map { $0.number } == [56, 2, 5, nil])
    #expect(values[3].boolean == true)
    #expect(lookups.names == ["add"])
  }

  @Test(arguments: [
    ("adder.add()", "no adder"), ("adder.add(nil, 1)", "no adder"), ("adder.add({}, 1)", "no adder"),
    ("adder.add('adder', 1)", "no adder"), ("adder.add(canary, 1)", "no adder"),
    ("adder.add(canary.sing, 1)", "no adder"),
    ("local _, e = pcall(canary.fail) adder.add(e, 1)", "no adder"),
    ("adder:sub(1)", "adder has no member 'sub'"), ("return adder.sub", "adder has no member 'sub'"),
    ("return adder.__index", "adder has no member '__index'"),
    ("return adder[1]", "adder cannot be indexed with a number"),
    ("return adder[adder]", "adder cannot be indexed with a userdata"),
    ("return adder[('x'):rep(1000)]", "adder has no member 'xxx"),
    ("adder.add = print", "adder:add is a method; it cannot be replaced"),
    ("adder.sub = print", "adder has no member 'sub'"), ("adder[1] = 1", "no member with a number as its name"),
    ("setmetatable(adder, {})", "table expected"), ("rawset(adder, 'sub', 1)", "table expected"),
    ("rawget(adder, 'add')", "table expected"),
  ])
  func misuseIsRefused(source: String, message: String) throws {
    let lua = try makeState()
    // Before and after the method is bound.
    for use in ["\(source)", "adder:add(1) \(source)"] {
      do {
        try lua.call(lua.load(use, chunkName: "=test"))
        Issue.record("\(use) is no error")
      } catch {
        #expect(error.message.contains(message), "\(use): \(error.message)")
      }
    }
    #expect(try lua.call(lua.load("return getmetatable(adder)", chunkName: "=test")).first?.string == "adder")
    #expect(try lua.call(lua.load("return adder:add(0)", chunkName: "=test")).first?.number == 1)
  }

  /// A weak table refers to an object whose finalizer ran.
  @Test(arguments: [
    "return o().add", "return o():add(1)", "return o().sub", "o().add = 1", "o().sub = 1", "return o()[1]",
    "o()[1] = 1",
    "return add(o(), 1)",
  ])
  func freedObjectsAreReported(use: String) throws {
    do {
      let lua = try makeState()
      let source = """
        local w, add = setmetatable({}, { __mode = "k" }), adder.add
        do local function fill() local o = make() w[o] = function() return o end end fill() end
        collectgarbage()
        for _, o in pairs(w) do
          assert(tostring(o()):match "^freed object")
          return pcall(function() \(use) end)
        end
        """
      let results = try lua.call(lua.load(source, chunkName: "=test"))
      #expect(results.first?.boolean == false, "\(results)")
      let text = try results.last.map { try lua.describe($0) } ?? ""
      #expect(text.contains("this adder was freed: only a weak table still held it"), "\(text)")
    }
    #expect(cage.alive == 0)
  }
}
