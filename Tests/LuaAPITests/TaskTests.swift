import LuaAPI
import LuaEngine
import Testing

/// `Task` and `await`.
@Suite struct TaskTests {
  private func session(os: String = "17.5") throws -> TestSession {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "\(os)" }
      app = device:install "fixtures/ChangeIcon.app"
      device:launch(app)
      seen = {}
      function task(body) local t app:run(function() t = Task(body) end) return t end
      """)
    return test
  }

  /// ICON-066.
  @Test func awaitWaitsForTheAnswer() throws {
    let test = try session()
    let values = try test.run(
      """
      local t = task(function()
        seen[1] = "asked"
        await(UIApplication.shared):setAlternateIconName "newicon"
        seen[2] = UIApplication.shared.alternateIconName
        await(UIApplication.shared):setAlternateIconName()
        seen[3] = tostring(UIApplication.shared.alternateIconName)
      end)
      local before = #seen
      local running = t.isFinished
      device.alert:tap "OK"
      device.alert:tap "OK"
      return before, running, table.concat(seen, " "), t.isFinished, t.error
      """)
    #expect(values[0].integer == 1)
    #expect(values[1].boolean == false)
    #expect(values[2].string == "asked newicon nil")
    #expect(values[3].boolean == true)
    #expect(values[4].isNil)
  }

  @Test func uncaughtErrorEndsOnlyTheTask() throws {
    let test = try session()
    let values = try test.run(
      """
      local t = task(function()
        local ok, err = pcall(function() await(UIApplication.shared):setAlternateIconName "nobody" end)
        seen[1] = err.domain .. err.code
        await(UIApplication.shared):setAlternateIconName "nobody"
        seen[2] = "not reached"
      end)
      return seen[1], seen[2], t.isFinished, t.error.code, app.state
      """)
    #expect(values[0].string == "NSCocoaErrorDomain4")
    #expect(values[1].isNil)
    #expect(values[2].boolean == true)
    #expect(values[3].integer == 4)
    #expect(values[4].string == "runningForeground")
  }

  @Test func otherErrorsAreCrashes() throws {
    let test = try session()
    let error = try #require(test.error("task(function() local x = nil + 1 end)"))
    #expect(error.message.contains("arithmetic on a nil value"))
    #expect(try test.run("return app.state")[0].string == "notRunning")
    try test.run("device:launch(app)")
    let late = try #require(
      test.error(
        "task(function() await(UIApplication.shared):setAlternateIconName('leaf') error('late') end) device.alert:tap 'OK'"
      ))
    #expect(late.message == "late")
  }

  @Test func tasksEndWithTheirProcess() throws {
    let test = try session()
    let values = try test.run(
      """
      local t = task(function()
        await(UIApplication.shared):setAlternateIconName "newicon"
        seen[1] = "too late"
      end)
      app:terminate()
      device:launch(app)
      device:settle()
      return seen[1], t.isFinished
      """)
    #expect(values[0].isNil)
    #expect(values[1].boolean == false)
  }

  @Test func controllersCanBeAwaited() throws {
    let test = try session()
    let values = try test.run(
      """
      task(function()
        local root = UIApplication.shared.keyWindow.rootViewController
        await(root):present(UIAlertController { message = "x" })
        seen[#seen + 1] = "presented"
        await(root):dismiss(true)
        seen[#seen + 1] = "dismissed"
      end)
      return table.concat(seen, " ")
      """)
    #expect(values[0].string == "presented dismissed")
  }

  @Test(arguments: [
    ("await(UIApplication.shared):setAlternateIconName 'x'", "only works inside a Task"),
    ("Task(5)", "expected a function, got 5"),
    ("Task(function() await(5) end)", "expected a UIKit object, got a number"),
    ("Task(function() await() end)", "expected an object"),
    ("Task(function() await(UIApplication.shared):nothing() end)", "has no method 'nothing' with a completion handler"),
    (
      "Task(function() await(UIApplication.shared):setAlternateIconName('x', print) end)",
      "supplies the completion handler of setAlternateIconName itself"
    ),
    (
      "Task(function() coroutine.wrap(function() await(UIApplication.shared):setAlternateIconName('x') end)() end)",
      "only works inside a Task"
    ),
    (
      "Task(function() table.sort({ 1, 2 }, function() await(UIApplication.shared):setAlternateIconName('x') end) end)",
      "cannot wait"
    ),
  ])
  func mistakesAreReported(source: String, words: String) throws {
    let test = try session()
    let error = try #require(test.error("app:run(function() \(source) end)"), "\(source)")
    #expect(error.message.contains(words), "\(source): \(error.message)")
  }

  @Test func awaitOutsideAppCodeIsReported() throws {
    let test = try session()
    #expect(test.error("await(device)")?.code == "outside-task")
  }
}
