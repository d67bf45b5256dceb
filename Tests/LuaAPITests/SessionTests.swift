import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// Scripts that use and release devices.
@Suite struct SessionTests {
  private static let start = """
    device = Device { os = "17.5" }
    app = device:install "fixtures/ChangeIcon.app"
    device:launch(app)
    """

  @Test func iconChangesWithAlertAndCompletion() throws {
    let test = try TestSession()
    try test.run(Self.start)
    let before = try test.run(
      """
      called = 0
      app:run(function() UIApplication.shared:setAlternateIconName("newicon", function(e) called = called + 1 err = e end) end)
      return called, device.alert.label
      """)
    #expect(before[0].integer == 0)  // ICON-066
    #expect(before[1].string == "You have changed the icon for “iconChange”.")  // ICON-060
    let after = try test.run("device.alert:tap 'OK' return called, err, app.iconName, device.alert")
    #expect(after[0].integer == 1)
    #expect(after[1].isNil)
    #expect(after[2].string == "newicon")
    #expect(after[3].isNil)
  }

  @Test func objectsHaveIdentity() throws {
    let test = try TestSession()
    try test.run(Self.start)
    let values = try test.run(
      """
      local t = { [app] = 1, [device] = 2 }
      return device.front == app, t[device.front], t[app.device], device.springboard == device.springboard,
        device.springboard:icon(app) == device.springboard:icon("iconChange")
      """)
    #expect(values.map(\.boolean) == [true, nil, nil, true, true])
    #expect(values[1].integer == 1)
    #expect(values[2].integer == 2)
  }

  @Test func unreferencedDevicesAreFreed() throws {
    let test = try TestSession()
    weak var last: Device?
    // Closures of app code hold the device: a cycle through Swift that Lua's collector must detect.
    for _ in 0..<20 {
      try test.run(
        """
        local device = Device { os = "26.1" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function()
          DispatchQueue.main:asyncAfter(1000, function() return device, app end)
          UIApplication.shared:setAlternateIconName("newicon", function() return device end)
        end)
        """)
      last = test.session.devices.current
      _ = test.session.devices.takeTraceHash()
      try test.run("collectgarbage() collectgarbage()")
      #expect(last == nil)
    }
  }

  @Test func errorsInCompletionsFailTheTap() throws {
    let test = try TestSession()
    try test.run(Self.start)
    try test.run(
      "app:run(function() UIApplication.shared:setAlternateIconName('newicon', function() error('oops') end) end)")
    let error = try #require(test.error("device.alert:tap 'OK'"))
    #expect(error.message == "oops")
    #expect(try test.run("return app.state, app.crash.reason").map(\.string)[0] == "notRunning")
  }

  @Test func scriptCannotUseDevicesInsideTheApp() throws {
    let test = try TestSession()
    try test.run(Self.start)
    let error = try #require(test.error("app:run(function() device:pressHome() end)"))
    #expect(error.failure?.code == "command-inside-app")
  }

  @Test func scriptsUseVirtualTime() throws {
    let test = try TestSession()
    let values = try test.run(
      "local a = os.time() local d = Device {} d:advance(90) return os.time() - a, os.date('%Y-%m-%d', a), os.clock()")
    #expect(values[0].integer == 90)
    #expect(values[1].string == "2026-01-01")
  }

  @Test func equalScriptsHaveEqualTraces() throws {
    var hashes: Set<String> = []
    for _ in 0..<3 {
      let test = try TestSession()
      try test.run(Self.start + " device:pressHome() device:reboot()")
      hashes.insert(test.session.devices.takeTraceHash().description)
    }
    #expect(hashes.count == 1)
    let other = try TestSession()
    try other.run(Self.start)
    #expect(!hashes.contains(other.session.devices.takeTraceHash().description))
  }

  @Test func plistViewIsLive() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local package = AppPackage "fixtures/ChangeIcon.app"
      local icons = package.plist.CFBundleIcons
      icons.CFBundleAlternateIcons.extra = { CFBundleIconFiles = { "a", "b" } }
      icons.CFBundleAlternateIcons.extra.CFBundleIconFiles[3] = "c"
      icons.CFBundleAlternateIcons.leaf = nil
      local names = {}
      for name in pairs(icons.CFBundleAlternateIcons) do names[#names + 1] = name end
      local file, line, column = package.plist:where("CFBundleIcons", "CFBundleAlternateIcons", "newicon")
      return table.concat(names, " "), #icons.CFBundleAlternateIcons.extra.CFBundleIconFiles, file, line,
        package.plist:get("CFBundleIcons", "nothing"), AppPackage("fixtures/ChangeIcon.app").plist.CFBundleIcons.CFBundleAlternateIcons.extra
      """)
    #expect(values[0].string == "newicon ghost extra")  // file order
    #expect(values[1].integer == 3)
    #expect(values[2].string == "ChangeIcon.app/Info.plist")
    #expect((values[3].integer ?? 0) > 30)
    #expect(values[4].isNil)
    #expect(values[5].isNil)
  }

  @Test func plistRefusesUnsupportedValues() throws {
    let test = try TestSession()
    try test.run("package = AppPackage 'fixtures/ChangeIcon.app'")
    for source in [
      "package.plist.x = print", "package.plist.x = { 1, a = 2 }", "local t = {} t.t = t package.plist.x = t",
      "package.plist[1] = 2", "package.plist:add('CFBundleName', 'x')",
    ] {
      let error = try #require(test.error(source), "no error: \(source)")
      #expect(["plist-value", "key-present"].contains(error.code), "\(source): \(error.message)")
    }
  }

  @Test func nonDeterminismIsNoted() throws {
    let test = try TestSession()
    try test.run("for k in pairs({ [{}] = 1, [print] = 2 }) do end")
    #expect(test.notes.count == 1)
  }

  @Test func nsLogWritesToTheConsole() throws {
    let test = try TestSession()
    try test.run(Self.start)
    let values = try test.run(
      "app:run(function() NSLog('%@ has %ld of %.1f%%, %@', 'x', 3, 4.5, nil) NSLog('plain') end) return app.console[1], app.console[2]"
    )
    #expect(values[0].string == "x has 3 of 4.5%, (null)")
    #expect(values[1].string == "plain")
  }

  @Test func assertionsDoNotDependOnScriptLibraries() throws {
    let test = try TestSession()
    let error = try #require(
      test.error(
        """
        string.find, string.rep, table.concat, pairs, select = nil
        assert.same({ 1, { a = 2 } }, { 1, { a = 3 } })
        """))
    #expect(error.failure?.code == "assertion", "\(error.message)")
    #expect(error.place?.line == 2)
  }

  @Test func failedAssertHasItsLineAsInLua() throws {
    let test = try TestSession()
    let values = try test.run(
      """
      local object = setmetatable({}, { __tostring = function() return "an object" end })
      local function raised(...) return select(2, pcall(function(...) assert(...) end, ...)) end
      return raised(false, "words"), raised(nil), raised(false, object) == object, raised(false, 42)
      """)
    #expect(values.prefix(2).map(\.string) == ["test.lua:2: words", "test.lua:2: assertion failed!"])
    #expect(values[2].boolean == true)
    #expect(values[3].integer == 42)
  }

  @Test func requireLoadsFilesNextToTheScript() throws {
    let test = try TestSession()
    #expect(test.error("require '../secret'") != nil)
    #expect(test.error("require '/etc/passwd'") != nil)
    #expect(test.error("require ''") != nil)
  }

  @Test func notesAreReportedOnce() throws {
    let test = try TestSession()
    try test.run(
      """
      local weak, objects = setmetatable({}, { __mode = "k" }), { [{}] = 1, [{}] = 2 }
      for i = 1, 3 do
        for _ in pairs(weak) do end
        for _ in pairs(objects) do end
      end
      """)
    #expect(test.notes.count == 2, "\(test.notes)")
  }
}
