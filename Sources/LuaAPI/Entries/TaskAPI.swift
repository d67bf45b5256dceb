import HomeScreenSimulator
import LuaEngine

extension TaskObject: APIObject {
  static let apiType = APIType("task", className: "homescreen.Task", summary: "A function that can use `await`.")
  static let luaType = APIBinding.luaType(apiType)
}

/// `Task` and `await`.
enum TaskAPI: APIRoom {
  static let make = APIEntry.constructor(
    "Task", parameters: [APIParameter("body", type: "fun()", documentation: "what to run; it can use `await`")],
    returns: "the task",
    APIDocumentation(
      "Runs a function of the app on a later turn of its queue; inside, `await` waits for completion handlers.",
      discussion: """
        The queue is the main one, or a global one for a task that is made on `DispatchQueue.global`. \
        An uncaught NSError only ends the task, as in Swift: `task.error` has it. Any other \
        error crashes the app.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local task
        app:run(function()
          task = Task(function() await(UIApplication.shared):setAlternateIconName("nobody") end)
        end)
        assert.is_true(task.isFinished)
        assert.equal(4, task.error.code)
        """, availability: "iOS 13.0", facts: ["ICON-010", "ICON-273"])
  ) { call in
    guard call.stack.isCallable(at: 1) else {
      throw LuaFailure(
        "Task: a function is expected, got \(call.stack.shortDescription(at: 1))", code: "argument",
        hint: "Task(function() … end)")
    }
    let session = try call.session
    return try session.code.inProcess(for: "Task") { running in
      let task = TaskObject()
      let body = try AppCallbackFunction(call, 1, application: running.application, as: "Task")
      let starter = try session.prelude.function("start", of: "task")
      try running.application.continueLater { try body?.start(task, with: starter) }
      return task
    }
  }

  static let isFinished = APIEntry.property(
    "isFinished", of: TaskObject.self, "Whether its function has ended.", get: \.isFinished
  )

  static let error = APIEntry.property(
    "error", of: TaskObject.self, "The NSError that left its function, or nil.", get: \.error
  )

  static let waiting = APIEntry.function(
    "await", parameters: [APIParameter("object", type: "any", documentation: "whose method has a completion handler")],
    returns: "the object; its methods now wait, and raise the NSError",
    APIDocumentation(
      "Waits for a completion handler: `await(object):method(…)` supplies it, and raises the error that it gets.",
      discussion: "It only works inside `Task`, where the function can stop and continue later.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local changed = false
        app:run(function()
          Task(function()
            await(UIApplication.shared):setAlternateIconName "newicon"
            changed = true
          end)
        end)
        assert.is_false(changed)
        device.alert:tap "OK"
        assert.is_true(changed)
        """, facts: ["ICON-066"])
  ) { call in
    let function = try call.session.prelude.function("await", of: "task")
    call.stack.push(function)
    guard call.count > 1 else { throw LuaFailure("await: an object is expected", code: "argument") }
    return LuaResults<LuaValue>(count: try call.callTop(argumentsFrom: 1, through: call.count - 1))
  }

  static let globalEntries = [make, waiting]
  static let memberTypes = [TaskObject.apiType]
  static let memberEntries = [isFinished, error]
}
