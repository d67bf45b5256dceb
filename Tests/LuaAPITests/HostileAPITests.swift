import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// Scripts that attack the host: each ends with a result or an error, and the process survives.
@Suite struct HostileAPITests {
  private static let start = """
    local device = Device { os = "17.5" }
    local app = device:install "fixtures/ChangeIcon.app"
    device:launch(app)
    local package = AppPackage "fixtures/ChangeIcon.app"
    local p = package.plist

    """

  @Test(arguments: [
    "string = nil app:run(function() NSLog('%d', 1) end)",
    "string = 5 app:run(function() NSLog('x') end)",
    "string.format = nil app:run(function() NSLog('%@', 'x') end)",
    "local t = {} for i = 1, 600000 do t[i] = i end app:run(function() NSLog('x', table.unpack(t)) end)",
    "local t = {} for i = 1, 600000 do t[i] = i end local _, e = pcall(function() device:nothing() end) e.match(e, table.unpack(t))",
    "p.list = { 1, 2 } p.list:where(math.mininteger)",
    "p.list = { 1, 2 } p.list:get(math.mininteger) p.list:get(math.maxinteger) p.list[math.mininteger] = 1",
    "p = AppPackage { plist = { CFBundleIdentifier = 'a.b' } }.plist for i = 1, 100000 do p.x = p end",
    "for i = 1, 40 do p['k' .. i] = p end",
    "local t = {} for i = 1, 90 do t = { t } end p.deep = t p.deep2 = p local a = device:install(package) device:launch(a) a:run(function() return Bundle.main.infoDictionary end)",
    "for i = 1, 9300 do device:advance(1e9) end os.time() os.date() os.clock()",
    "device:advance(0/0)", "device:advance(-1)", "device:advance(1e300)", "device:advance(math.huge)",
    "local t = {} for i = 1, 3000 do t[i] = device.trace device:pressHome() device:launch(app) end return #t[3000]",
    "for i = 1, 20000 do pcall(NSError, { domain = 'x', code = 1, userInfo = print }) end",
    "setmetatable(_G, {})", "_G.Device = nil Device {}", "for k in pairs(_G) do _G[k] = nil end",
    "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "device.conditions[{}] = 1", "device[1] = 2", "return device[nil]", "p[p] = p",
    "AppPackage { plist = { CFBundleIcons = setmetatable({}, {}) } }",
    "AppPackage { plist = {}, files = { ['a.png'] = { -1, 1e18 } } }",
    "AppPackage { plist = {}, files = { ['../x'] = 1 } }",
    "matrix { os = {} }", "app:run(coroutine.wrap(function() coroutine.yield() end))",
    "coroutine.wrap(function() app:run(function() coroutine.yield() end) end)()",
    "local co = coroutine.wrap(function() device:record(function() device:pressHome() end) return 1 end) co()",
  ])
  func hostileScriptsEndCleanly(source: String) throws {
    let test = try TestSession()
    test.session.lua.arm(budget: 30_000_000)
    do {
      try test.session.run(Self.start + source, chunkName: "@test.lua")
    } catch {
      #expect(!error.message.isEmpty)
    }
    test.session.lua.arm()
    #expect(try test.session.run("return 1 + 1", chunkName: "=after").first?.integer == 2)
  }

  @Test func deepPropertyListsReachTheApp() throws {
    let test = try TestSession()
    let values = try test.run(
      Self.start + """
        local t = { leaf = "here" }
        for i = 1, 90 do t = { inner = t } end
        p.deep = t
        local a = device:install(package)
        device:launch(a)
        local depth = a:run(function()
          local value, depth = Bundle.main:object("deep"), 0
          while value.inner do value, depth = value.inner, depth + 1 end
          return value.leaf .. depth
        end)
        return depth
        """)
    #expect(values.first?.string == "here90")
  }

  @Test func crashRecordsHaveNoPaths() throws {
    let test = try TestSession()
    let error = try #require(test.error(Self.start + "_G.app = app app:run(function() error('boom') end)"))
    #expect(error.message == "boom")
    test.session.lua.arm()
    _ = try? test.session.run(
      "device = app.device device:launch(app)\napp:run(function() error('boom') end)", chunkName: "@/a/b/c.lua")
    #expect(try test.run("return app.crash.reason").first?.string == "c.lua:2: boom")
  }

  @Test func eventsOfEarlierDevicesAreHashed() throws {
    var hashes: Set<String> = []
    for seconds in [1, 5] {
      let test = try TestSession()
      try test.run("device = Device {} app = device:install 'fixtures/ChangeIcon.app'")
      _ = test.session.devices.takeTraceHash()
      try test.run("device:advance(\(seconds)) device:launch(app)")
      hashes.insert(test.session.devices.takeTraceHash().description)
    }
    #expect(hashes.count == 2)
  }

  @Test func completionSurvivesABrokenStringLibrary() throws {
    let test = try TestSession()
    try test.run("string = 'x' text = 'y'")
    #expect(test.session.memberNames(of: ["string"], methodsOnly: false).contains("rep"))
    #expect(test.session.memberNames(of: ["text"], methodsOnly: true).contains("rep"))
  }
}
