import LuaAPI
import LuaEngine
import Testing

/// Scripts can set a metatable of `_G` and keep the names of the API.
@Suite struct GlobalMetatableTests {
  /// A script that makes undeclared globals errors, like strict.lua.
  private static let strict = """
    local mt = getmetatable(_G)
    if mt == nil then mt = {} setmetatable(_G, mt) end
    mt.declared = {}
    mt.__newindex = function(t, name, value)
      if not mt.declared[name] then error("assigned: " .. name, 2) end
      rawset(t, name, value)
    end
    mt.__index = function(_, name)
      if not mt.declared[name] then error("read: " .. name, 2) end
    end

    """

  @Test func undeclaredGlobalsAreErrorsWithTheirLocation() throws {
    let test = try TestSession()
    try test.run(Self.strict)
    let read = try #require(test.error("local x = 1\nprint(missing)"))
    #expect(read.message == "read: missing")
    #expect(read.place?.description == "test.lua:2")
    let assigned = try #require(test.error("\n\nmissing = 1"))
    #expect(assigned.message == "assigned: missing")
    #expect(assigned.place?.line == 3)
    try test.run("getmetatable(_G).declared.missing = true missing = 5 if missing ~= 5 then error() end")
  }

  @Test func apiNamesStayBound() throws {
    let test = try TestSession()
    try test.run(Self.strict)
    let values = try test.run(
      """
      local device = Device { os = "17.5" }
      assert.equal("17.5", device.os)
      spy.new(print)
      return type(UIApplication), type(help), type(AppPackage), type(match)
      """)
    #expect(values.map(\.string) == ["userdata", "function", "function", "table"])
  }

  /// A spec that detects globals leaked by a module: lazily bound names would look like a leak.
  @Test func traversalOfGlobalsSeesAllNames() throws {
    for walk in ["for name in pairs(_G) do", "local name repeat name = next(_G, name)"] {
      let test = try TestSession()
      let values = try test.run(
        """
        local before, leaked = {}, {}
        \(walk) before[name or ""] = true \(walk.hasPrefix("for") ? "end" : "until name == nil")
        local found = before.require and before.assert and before.spy and before.io and before.Device and before.UIApplication
        assert(require and spy and io and Device and package and debug and dofile)
        mine = 1
        for name in pairs(_G) do if not before[name] then leaked[#leaked + 1] = name end end
        return found, table.concat(leaked, " "), before.nothing
        """)
      #expect(values[0].boolean == true && values[2].isNil)
      #expect(values[1].string == "mine")
    }
  }

  @Test func metatableOfTheHostIsHidden() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local before = getmetatable(_G)
      local mine = { __call = function(_, x) return x + 1 end }
      local same = setmetatable(_G, mine) == _G and getmetatable(_G) == mine and _G(1) == 2
      setmetatable(_G, nil)
      return before, same, getmetatable(_G), type(DispatchQueue)
      """)
    #expect(values[0].isNil)
    #expect(values[1].boolean == true)
    #expect(values[2].isNil)
    #expect(values[3].string == "userdata")
  }

  @Test func invalidMetatablesAreRefused() throws {
    let test = try TestSession()
    #expect(test.error("setmetatable(_G, 1)")?.message.contains("nil or table expected") == true)
    #expect(test.error("setmetatable(_G)")?.message.contains("nil or table expected") == true)
    // It lives as long as the state: nothing runs, and nothing is refused.
    try test.run("setmetatable(_G, { __gc = error }) collectgarbage() setmetatable(_G, nil) collectgarbage()")
    try test.run("setmetatable(_G, { __metatable = 'mine' })")
    #expect(test.error("setmetatable(_G, nil)")?.message == "cannot change a protected metatable")
    #expect(try test.run("return getmetatable(_G)")[0].string == "mine")
  }
}
