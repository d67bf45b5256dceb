import Events
import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Scenarios
import Testing

/// Objects of a scenario are released at its end.
@Suite struct ReleaseTests {
  /// A tenth of the scenarios would reach the memory limit: each creates a device, an app, handlers that hold both, and
  /// a table of a hundred kilobytes.
  @Test func thousandScenariosNeedNoMoreMemoryThanAFew() throws {
    var options = Run.options
    options.lua.memoryCeiling = 12 << 20
    let run = try Run(
      """
      local package = AppPackage { plist = { CFBundleIdentifier = "com.example.a", CFBundleName = "A",
        CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } } },
        files = { ["night@3x.png"] = { 180, 180 } } }
      for i = 1, 1000 do
        it("number " .. i, function()
          local device = Device { os = "17.5" }
          local app = device:install(package)
          device:launch(app)
          local kept = ("x"):rep(100000) .. i
          app:run(function()
            UIApplication.shared:setAlternateIconName("night", function() return device, app, kept end)
            DispatchQueue.main:asyncAfter(1000, function() return device, app, kept end)
          end)
          if i % 2 == 0 then device.alert:tap "OK" end
          if i % 3 == 0 then error { kept = kept, device = device } end
        end)
      end
      """, options: options)
    #expect(run.counts?.passed == 667, "\(run.results.first { $0.problem?.code == "memory" }?.name ?? [])")
    #expect(run.counts?.errors == 333)
    #expect(run.results.allSatisfy { $0.problem?.code != "memory" })
  }

  /// `SessionDevices.current` is weak: a canary for a public property.
  @Test func devicesOfASessionEndWithTheirScenario() throws {
    let session = try Session(at: .folder("."), services: ReportServices())
    session.lua.arm()
    try session.run(
      """
      local device = Device {}
      local timers = function() return device end
      device.conditions.activation = 0.5
      kept = { device = device, timers = timers }
      """, chunkName: "=test")
    #expect(session.devices.current != nil)
    _ = session.devices.takeTraceHash()
    #expect(session.devices.current != nil)
    try session.run("kept = nil collectgarbage() collectgarbage()", chunkName: "=test")
    #expect(session.devices.current == nil)
  }

  @Test func devicesEndWithTheirSession() throws {
    weak var device: Device?
    weak var released: Session?
    do {
      let session = try Session(at: .folder("."), services: ReportServices())
      released = session
      try session.run(
        """
        device = Device {}
        local app = device:install(AppPackage { plist = { CFBundleIdentifier = "com.example.a", CFBundleName = "A" } })
        device:launch(app)
        app:run(function() DispatchQueue.main:asyncAfter(5, function() return device, app end) end)
        """, chunkName: "=test")
      device = session.devices.current
      #expect(device != nil)
    }
    #expect(released == nil)
    #expect(device == nil)
  }
}
