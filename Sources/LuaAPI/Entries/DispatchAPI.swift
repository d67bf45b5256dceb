import HomeScreenSimulator
import LuaEngine

extension AppQueue: Boxable {
  static let apiType = APIType("queue", className: "homescreen.DispatchQueue", summary: "A queue of an app.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<AppQueue>.self),
      (
        "__call",
        { (call: LuaCall) throws -> Int32 in
          // `DispatchQueue.global()`, as in Swift.
          guard let queue = call.instance(1, of: Box<AppQueue>.luaType, as: Box<AppQueue>.self), !queue.value.isMain
          else {
            throw LuaFailure(
              "DispatchQueue.main is not a function", code: "argument", hint: "Write DispatchQueue.main:async(…).")
          }
          return call.result(queue)
        }
      ),
    ])
}

enum DispatchQueueNamespace: Namespace {
  static let apiType = APIType(
    "DispatchQueue", className: "homescreen.DispatchQueueClass", summary: "The queues of an app.")
  static let luaType = makeLuaType()
}

/// `DispatchQueue.main` and its pending work.
enum DispatchAPI: APISection {
  static let namespace = APIEntry.namespace(
    "DispatchQueue", DispatchQueueNamespace.self,
    APIDocumentation("The queues of the app whose code runs.", availability: "iOS 4.0"))

  static let main = APIEntry.property(
    "main", of: NamespaceObject<DispatchQueueNamespace>.self,
    APIDocumentation("The main queue of the app whose code runs.", availability: "iOS 4.0")
  ) { call, _ in
    try call.session.code.inProcess(for: "DispatchQueue.main") { Box(AppQueue(application: $0.application)) }
  }

  static let async = APIEntry.method(
    "async", of: Box<AppQueue>.self, Parameter<Void>.raw("block", type: "fun()", kinds: [.function], "what to run"),
    APIDocumentation(
      "Runs a block on a later turn of the queue, without advancing the virtual clock.", availability: "iOS 4.0")
  ) { call, queue, _ in
    try call.session.code.inside(queue.value.application) {
      let block = try AppCallbackFunction(call, 2, application: queue.value.application, as: "DispatchQueue:async")
      try queue.value.asyncAfter(0) { try block?.call() }
    }
  }

  static let asyncAfter = APIEntry.method(
    "asyncAfter", of: Box<AppQueue>.self, .number("seconds", "from now"),
    Parameter<Void>.raw("block", type: "fun()", kinds: [.function], "what to run"),
    APIDocumentation(
      "Runs a block on the queue after some virtual time.",
      discussion: "The block runs during `device:advance`, or during a command that takes that long.",
      availability: "iOS 4.0")
  ) { call, queue, seconds, _ in
    try call.session.code.inside(queue.value.application) {
      let block = try AppCallbackFunction(
        call, 3, application: queue.value.application, as: "DispatchQueue:asyncAfter(\(seconds))")
      try queue.value.asyncAfter(seconds) { try block?.call() }
    }
  }

  static let global = APIEntry.property(
    "global", of: NamespaceObject<DispatchQueueNamespace>.self,
    APIDocumentation(
      "A queue off the main thread; `DispatchQueue.global()` is the same.",
      discussion: "Blocks of this queue use the same virtual clock. UIKit reports calls off the main thread.",
      availability: "iOS 8.0", facts: ["ICON-022"])
  ) { call, _ in
    try call.session.code.inProcess(for: "DispatchQueue.global") {
      Box(AppQueue(application: $0.application, isMain: false))
    }
  }

  static let globalEntries = [namespace]
  static let memberTypes = [DispatchQueueNamespace.apiType, AppQueue.apiType]
  static let memberEntries = [main, global, async, asyncAfter]
}

extension TaskObject: APIObject {
  static let apiType = APIType("task", className: "homescreen.Task", summary: "A function that can use `await`.")
  static let luaType = APIBinding.luaType(apiType)
}

/// `Task` and `await`.
enum TaskAPI: APISection {
  static let make = APIEntry.constructor(
    "Task", parameters: [APIParameter("body", type: "fun()", documentation: "the function to run; it can use `await`")],
    returns: "the task",
    APIDocumentation(
      "Runs a function of the app on a later turn of its queue; inside, `await` waits for completion handlers.",
      discussion: """
        The queue is the main one, or a global one for a task that is created on `DispatchQueue.global`. An uncaught \
        NSError only ends the task, as in Swift: `task.error` has it. Any other error crashes the app.
        """, availability: "iOS 13.0", facts: ["ICON-010", "ICON-273"])
  ) { call in
    guard call.stack.isCallable(at: 1) else {
      throw LuaFailure(
        "Task: expected a function, got \(call.stack.shortDescription(at: 1))", code: "argument",
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
    "isFinished", of: TaskObject.self, "Whether the task's function has ended.", get: \.isFinished
  )

  static let error = APIEntry.property(
    "error", of: TaskObject.self, "The NSError that ended the task's function, or nil.", get: \.error
  )

  static let waiting = APIEntry.function(
    "await", parameters: [APIParameter("object", type: "any", documentation: "an object whose method takes a handler")],
    returns: "the object; its methods now wait, and raise the NSError",
    APIDocumentation(
      "Waits for a completion handler: `await(object):method(…)` supplies the handler, and raises the error that it gets.",
      discussion: "Use `await` only inside `Task`, where the function can stop and continue later.", facts: ["ICON-066"]
    )
  ) { call in
    let function = try call.session.prelude.function("await", of: "task")
    call.stack.push(function)
    guard call.count > 1 else { throw LuaFailure("await: expected an object", code: "argument") }
    return LuaResults<LuaValue>(count: try call.callTop(argumentsFrom: 1, through: call.count - 1))
  }

  static let globalEntries = [make, waiting]
  static let memberTypes = [TaskObject.apiType]
  static let memberEntries = [isFinished, error]
}
