import LuaEngine
import Simulator

/// `DispatchQueue.main` and what waits on it.
enum DispatchAPI {
  static let type = APIType("queue", className: "homescreen.DispatchQueue", summary: "The main queue of an app.")
  static let namespaceType = APIType(
    "DispatchQueue", className: "homescreen.DispatchQueueClass", summary: "The queues of an app.")
  static let luaType = APIBinding.luaType(type)

  static let namespace = APIEntry.namespace(
    "DispatchQueue", DispatchQueueNamespace.self, namespaceType,
    APIDocumentation("The queues of the app whose code runs.", availability: "iOS 4.0"))

  static let main = APIEntry.property(
    namespaceType, "main", NamespaceObject<DispatchQueueNamespace>.self, type.className,
    APIDocumentation("The main queue of the app whose code runs.", availability: "iOS 4.0")
  ) { call, _ in
    try call.session.inProcess(for: "DispatchQueue.main") { call.result(QueueObject($0.application)) }
  }

  static let async = APIEntry.method(
    type, "async", QueueObject.self, Parameter<Void>.raw("block", type: "fun()", kinds: [.function], "what to run"),
    APIDocumentation("Runs a block on a later turn of the main queue, at the same moment.", availability: "iOS 4.0")
  ) { call, queue, _ in
    try call.session.inside(queue.application) {
      let block = try AppCallbackFunction(call, 2, application: queue.application)
      try queue.application.mainQueue.async { try block?.call() }
    }
    return 0
  }

  static let asyncAfter = APIEntry.method(
    type, "asyncAfter", QueueObject.self, .number("seconds", "from now"),
    Parameter<Void>.raw("block", type: "fun()", kinds: [.function], "what to run"),
    APIDocumentation(
      "Runs a block on the main queue when virtual time has come.",
      discussion: "It waits for `device:advance`, or for a command whose transition takes that long.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        local ran = false
        app:run(function() DispatchQueue.main:asyncAfter(0.25, function() ran = true end) end)
        assert.is_false(ran)
        device:advance(0.25)
        assert.is_true(ran)
        """, availability: "iOS 4.0")
  ) { call, queue, seconds, _ in
    try call.session.inside(queue.application) {
      let block = try AppCallbackFunction(call, 3, application: queue.application)
      try queue.application.mainQueue.asyncAfter(seconds) { try block?.call() }
    }
    return 0
  }

  static let entries = [
    namespace, main, async, asyncAfter,
    APIEntry.toCome(namespaceType, "global", .property(isWritable: false), "A queue beside the main thread."),
    APIEntry.toCome(nil, "Task", .function, "Runs a function that may await."),
    APIEntry.toCome(nil, "await", .function, "Waits for a completion handler."),
  ]
}
