import TestSupport
import Testing

/// The same scripts print the same bytes, except durations: in another process, environment and at another time.
@Suite struct DeterminismTests {
  /// They also pass with little memory and few instructions.
  @Test func builtInScenariosPrintTheSameBytesTwice() async throws {
    let arguments = ["run", "--built-in", "--budget", "20000000", "--memory", "32", "--format", "json"]
    async let other = homescreen(
      arguments, environment: ["LANG": "de_DE.UTF-8", "TZ": "Asia/Tokyo", "A": "b"], timeLimit: 60)
    let first = try homescreen(arguments, timeLimit: 60)
    let second = try await other
    #expect(first.exitCode == 0 && second.exitCode == 0, "\(first)")
    #expect(first.withoutDurations == second.withoutDurations)
    let finished = first.lines.filter { $0.hasPrefix(#"{"event":"scenarioFinished""#) }
    let passed = finished.filter { $0.contains(#""status":"passed""#) }
    #expect(passed.count { $0.contains(#""file":"seeds/"#) } > 140)
    #expect(first.lines.last?.contains(#""failedFiles":0,"passed":\#(passed.count),"failed":0,"errors":0,"#) == true)
    for line in first.lines { #expect(JSONChecker.isObject(line), "\(line)") }
    #expect(first.stdout.contains(#""file":"seeds/change-app-icon.lua""#))
    #expect(!first.stdout.contains(#""status":"failed""#))
  }

  private static let script = """
    local t = {}
    for _, key in ipairs { "zebra", "apple", "mango", 12, -3, 2.5, true, false, "Apple", "äpfel" } do t[key] = #t end
    for key, value in pairs(t) do print(key, value) end
    for key, value in pairs { [{}] = 1, a = 2, [7] = 3 } do print(type(key), value) end
    for key in pairs(_G) do print(key) end
    print({}, {}, print, function() end, coroutine.create(print), Device {}, string.format("%p %s", t, t))
    print(tostring(t), #tostring(t), ("%s"):format({}))
    print(os.time(), os.clock(), os.date(), os.date("!%c", 0), os.time { year = 2026, month = 1, day = 1 })
    print(math.random(), math.random(1000), math.random(5, 7))
    math.randomseed(42) print(math.random(1 << 40))
    local list = {} for i = 1, 300 do list[i] = { key = i % 7, index = i } end
    table.sort(list, function(a, b) return a.key < b.key end)
    for i = 1, 300, 37 do print(list[i].key, list[i].index) end
    print(collectgarbage "count" == collectgarbage "count")
    local device = Device { os = "17.5" } device:advance(90) print(os.time(), os.date())
    local app = device:install(AppPackage {
      plist = {
        CFBundleIdentifier = "com.example.tools", CFBundleName = "Tools", UIApplicationSceneManifest = {},
        UIApplicationShortcutItems = {
          { UIApplicationShortcutItemType = "tool", UIApplicationShortcutItemTitle = "Tool" },
        },
      },
    })
    function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
      app:didHandle(options.shortcutItem)
    end
    it("starts by a quick action", function()
      device.springboard:icon(app):press():item("Tool"):tap()
      app:terminate "jetsam"
      device.springboard:icon(app):press():item("Tool"):tap()
      print(device.trace, device.trace.hash)
    end)
    it("shows where it is", function() error(setmetatable({}, {})) end)
    """

  @Test(arguments: [[], ["--format", "json"]])
  func tenProcessesPrintTheSame(options: [String]) async throws {
    let run = ScriptRun()
    let path = run.folder.write("script.lua", Self.script)
    let results = try await withThrowingTaskGroup(of: ProcessResult.self) { group in
      for index in 0..<10 {
        group.addTask {
          try homescreen(
            ["run"] + options + [path],
            environment: ["HOME": "/\(index)", "PAD": String(repeating: "x", count: index * 77)])
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 10)
    #expect(results[0].exitCode == 1, "\(results[0])")
    #expect(results[0].lines.count > 60)
    for result in results.dropFirst() {
      #expect(result.withoutDurations == results[0].withoutDurations)
      #expect(result.stderr == results[0].stderr)
    }
  }

  @Test func seedsChangeTheRun() throws {
    let script = "print(math.random(1 << 40))"
    let runs = try [["--seed", "1"], [], ["--seed", "2"]].map { try ScriptRun().run(script, options: $0).stdout }
    #expect(runs[0] == runs[1])
    #expect(runs[0] != runs[2])
  }

  @Test func folderOfTheScriptDoesNotMatter() throws {
    let script = HostileScript.app + "device:pressHome() it('is there', function() assert.equal('A', app.label) end)"
    func hash(_ result: ProcessResult) -> Substring? { result.lines.last?.split(separator: " ").last }
    let first = try ScriptRun().run(script)
    let second = try ScriptRun().run(script)
    #expect(first.exitCode == 0, "\(first)")
    #expect(hash(first)?.count == 16)
    #expect(hash(first) == hash(second))
  }
}
