import LuaAPI
import LuaEngine
import LuaFuzz
import TestSupport
import Testing

/// Memory runs out at each allocation of whole scenarios: each ends with its result or a clear error, the session works
/// again, and everything is released.
@Suite struct RefusedAllocationTests {
  struct Scenario: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let result: String
    var testDescription: String { name }
  }

  static let scenarios = [
    Scenario(
      name: "an icon changes",
      text: """
        local device = Device { model = "iPhone", os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local answer
        app:run(function()
          UIApplication.shared:setAlternateIconName("newicon", function(err) answer = err or "changed" end)
        end)
        local label = device.alert.label
        device.alert:tap "OK"
        local picture = device.springboard:icon(app):picture()
        assert.equal("newicon", app.iconName)
        assert.same({ "OK", { label = label } }, { "OK", { label = label } })
        local _, failure = pcall(assert.same, { 1, { "a" } }, { 1, { "b" } })
        if not failure:match "differ at %[2%]" then error("not enough memory for the whole of it: " .. failure) end
        return answer .. " " .. #label .. " " .. picture.file .. " " .. #device.trace
        """, result: "changed 47 newicon@3x.png 11"),
    Scenario(
      name: "Lua's own libraries",
      text: """
        local _, trace = xpcall(function() error("deep") end, debug.traceback)
        if not trace:find "stack traceback" then error(trace) end
        local fine, delegates, place = pcall(require, "homescreen.delegates.apple_sample")
        if not fine then error(delegates) end
        package.preload.mine = function(...) return { ... } end
        io.write("one ", 2, "\\n", "three")
        local file, message = io.open("toolbox.lua")
        if not file then error(message) end
        local word = file:read(2)
        local values = {}
        for i = 1, 40 do values[i] = { i * 7 % 41 } end
        table.sort(values, function(a, b) return a[1] < b[1] end)
        local mine = require "mine"
        setmetatable(_G, { __index = function() return "none" end })
        return values[1][1] .. " " .. values[40][1] .. " " .. missing .. " " .. mine[2] .. " " .. #word .. " " .. place
        """, result: "1 40 none :preload: 2 homescreen/delegates/apple_sample.lua"),
    Scenario(
      // An error that leaves through another coroutine passes every pcall and Swift.
      name: "coroutines look at each other",
      text: """
        local device = Device { os = "17.5" }
        local waiting = coroutine.create(function() coroutine.yield() end)
        assert(coroutine.resume(waiting))
        local ended = coroutine.create(function() end)
        assert(coroutine.resume(ended))
        local lines, why = 0
        local watcher = coroutine.create(function()
          return pcall(device.record, device, function()
            for _ in pairs(debug.getinfo(waiting, 1, "L").activelines) do lines = lines + 1 end
            for _ in pairs(debug.getinfo(waiting, function() end, "L").activelines) do lines = lines + 1 end
            why = select(2, coroutine.resume(ended))
          end)
        end)
        local _, _, fine, message = pcall(coroutine.resume, watcher)
        if coroutine.status(watcher) == "normal" then return "it never came back" end
        if fine ~= true then error(message or "not enough memory") end
        return lines .. " " .. why
        """, result: "2 cannot resume dead coroutine"),
    Scenario(
      name: "a quick action starts the app",
      text: """
        local device = Device { os = "18.0" }
        local app = device:install("fixtures/ToolBox.app", { lifecycle = "scene" })
        local heard = {}
        function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
          self.item = options.shortcutItem
        end
        function app.sceneDelegate:sceneDidBecomeActive(scene)
          heard[#heard + 1] = self.item.type
          app:didHandle(self.item)
          Task(function()
            local fine, err = pcall(function() await(UIApplication.shared):setAlternateIconName("none") end)
            heard[#heard + 1] = err.code or error(err)
          end)
        end
        local trace = device:record(function() device.springboard:icon(app):press():item("ToolBox"):tap() end)
        device:settle()
        local words = coroutine.wrap(function() for _, word in ipairs(heard) do coroutine.yield(word) end end)
        assert.handled_once(trace)
        return words() .. " " .. words() .. " " .. #trace.callbacks
        """, result: "ToolBox 4 6"),
    Scenario(
      name: "a list is edited for a matrix",
      text: """
        local package = AppPackage "fixtures/ChangeIcon.app"
        package.plist.CFBundleIcons.CFBundleAlternateIcons.night = { CFBundleIconFiles = { "night" } }
        package.plist:add("CFBundleIcons~ipad", { CFBundlePrimaryIcon = { CFBundleIconName = "AppIcon" } })
        local lines = {}
        for cell in matrix { os = { "10.3", "17.5" }, model = { "iPhone", "iPad" } } do
          local device = Device(cell)
          local app = device:install(package)
          device:launch(app)
          local code = "changed"
          app:run(function()
            UIApplication.shared:setAlternateIconName("night", function(err) code = err and err.code or code end)
          end)
          lines[#lines + 1] = ("%s: %s"):format(cell.name, code)
        end
        for key in pairs(package.plist) do lines[#lines + 1] = key end
        return #table.concat(lines, ", ") .. " " .. lines[4]
        """, result: "285 iPad, iPadOS 17.5: 4"),
  ]

  /// The unexpected end of a scenario at a refused allocation, or nil.
  private static func run(_ scenario: Scenario, in session: Session, refusing number: Int, forGood: Bool) -> String? {
    session.lua.refuseAllocation(number, forGood: forGood)
    defer { session.lua.refuseNoAllocation() }
    do {
      let result = try session.run(scenario.text, chunkName: "=scenario").first?.string
      return result == scenario.result ? nil : "result: \(result ?? "nil")"
    } catch {
      return error.kind == .memory || error.message.contains("not enough memory") ? nil : "error: \(error.message)"
    }
  }

  @Test(arguments: scenarios)
  func everyAllocationMayFail(scenario: Scenario) throws {
    let trial = try Trial()
    var count = 0
    try trial.run { (session, _) throws(FuzzFinding) in
      #expect(Self.run(scenario, in: session, refusing: 0, forGood: false) == nil)
      count = session.lua.countedAllocations
    }
    #expect(count > 100)
    for forGood in [false, true] {
      for number in 1...count {
        do {
          try trial.run { (session, _) throws(FuzzFinding) in
            if let fault = Self.run(scenario, in: session, refusing: number, forGood: forGood) {
              throw FuzzFinding(fault)
            }
          }
        } catch {
          Issue.record("allocation \(number)\(forGood ? " and all after it" : ""): \(error)")
        }
      }
    }
  }
}
