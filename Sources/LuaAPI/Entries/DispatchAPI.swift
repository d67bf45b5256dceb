import LuaEngine
import Simulator

/// `DispatchQueue.main` and what waits on it.
enum DispatchAPI {
  static let type = APIType("queue", className: "homescreen.DispatchQueue", summary: "A queue of an app.")
  static let namespaceType = APIType(
    "DispatchQueue", className: "homescreen.DispatchQueueClass", summary: "The queues of an app.")
  static let luaType = APIBinding.luaType(
    type,
    metamethods: [
      ObjectMetamethods.equality(QueueObject.self),
      (
        "__call",
        { call in
          // DispatchQueue.global(), as Swift writes it.
          guard let queue = call.instance(1, of: QueueObject.luaType, as: QueueObject.self), !queue.isMain else {
            throw LuaFailure(
              "DispatchQueue.main is no function", code: "argument", hint: "Write DispatchQueue.main:async(…).")
          }
          return call.result(queue)
        }
      ),
    ])

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
    APIDocumentation("Runs a block on a later turn of the queue, at the same moment.", availability: "iOS 4.0")
  ) { call, queue, _ in
    try call.session.inside(queue.application) {
      let block = try AppCallbackFunction(call, 2, application: queue.application, as: "DispatchQueue:async")
      try queue.asyncAfter(0) { try block?.call() }
    }
    return 0
  }

  static let asyncAfter = APIEntry.method(
    type, "asyncAfter", QueueObject.self, .number("seconds", "from now"),
    Parameter<Void>.raw("block", type: "fun()", kinds: [.function], "what to run"),
    APIDocumentation(
      "Runs a block on the queue when virtual time has come.",
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
      let block = try AppCallbackFunction(
        call, 3, application: queue.application, as: "DispatchQueue:asyncAfter(\(seconds))")
      try queue.asyncAfter(seconds) { try block?.call() }
    }
    return 0
  }

  static let global = APIEntry.property(
    namespaceType, "global", NamespaceObject<DispatchQueueNamespace>.self, type.className,
    APIDocumentation(
      "A queue beside the main thread; `DispatchQueue.global()` is the same.",
      discussion: "Its blocks run in the same virtual time. UIKit notices calls that do not come from the main thread.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function()
          DispatchQueue.global:async(function() UIApplication.shared:setAlternateIconName("leaf") end)
        end)
        assert.logged("must be used from main thread only", app)
        """, availability: "iOS 8.0", facts: ["ICON-022"])
  ) { call, _ in
    try call.session.inProcess(for: "DispatchQueue.global") {
      call.result(QueueObject($0.application, isMain: false))
    }
  }

  static let entries = [namespace, main, global, async, asyncAfter]
}
