import LuaEngine
import Simulator

/// Traces and their events.
enum TraceAPI {
  static let type = APIType(
    "trace", className: "homescreen.Trace", summary: "A list of events: `#trace`, `trace[1]`, `ipairs`.")
  static let eventType = APIType("event", className: "homescreen.Event", summary: "One event of a trace.")

  static let luaType = APIBinding.luaType(
    type,
    fallback: { call in
      let trace = try receiver(call)
      guard let index = call.stack.integer(at: 2) else {
        let name = call.stack.shortDescription(at: 2)
        throw LuaFailure(
          "trace has no member \(name)", code: "unknown-member", hint: "It is a list: #trace, trace[1], ipairs(trace).")
      }
      guard index >= 1, index <= trace.count else { return call.result(String?.none) }
      return call.result(trace.event(Int(index) - 1))
    },
    metamethods: [
      ("__len", { call in call.result(try receiver(call).count) }),
      ObjectMetamethods.text(TraceObject.self) { $0.trace.description },
    ])
  static let eventLuaType = APIBinding.luaType(
    eventType, metamethods: [ObjectMetamethods.text(EventObject.self) { $0.event.description }])

  static let hash = APIEntry.property(
    type, "hash", TraceObject.self, "string",
    APIDocumentation("FNV-1a of the events, 16 hexadecimal digits: equal traces have equal hashes.")
  ) { call, object in call.result(object.trace.hash) }

  static let callbacks = APIEntry.property(
    type, "callbacks", TraceObject.self, "string[]",
    APIDocumentation(
      "The callbacks that the system called, in order, whether the app has them or not.",
      example: """
        local device = Device { os = "12.4" }
        local app = device:install "fixtures/ChangeIcon.app"
        local trace = device:record(function() device:launch(app) end)
        assert.equal("applicationDidBecomeActive", trace.callbacks[3])
        """, facts: ["LAUNCH-001"])
  ) { call, object in call.result(object.trace.callbacks()) }

  static let handling = APIEntry.property(
    type, "handling", TraceObject.self, "table[]",
    APIDocumentation(
      "What became of each quick action, in the order in which they were sent.",
      discussion: """
        Each has `app`, `type`, `delivered` and `handled` (how often), `method` (the slot that has to handle it in this \
        life cycle), `carriers` (a list of `{ callback, implemented }`), `handlers` (where the app said that it handled it), \
        `unused` (a method that the app has, and that is never called in this life cycle), and `callbacks` (all that \
        ran from the delivery on).
        """, facts: ["LAUNCH-005", "LAUNCH-022"])
  ) { call, object in call.result(object.trace.handling().map(handled)) }

  private static func handled(_ item: HandledItem) -> LuaTable {
    LuaTable(fields: [
      (.string("app"), item.app.map { .string($0) } ?? .nil), (.string("type"), .string(item.type)),
      (.string("delivered"), .integer(Int64(item.delivered))), (.string("handled"), .integer(Int64(item.handled))),
      (.string("method"), item.method.map { .string($0.slot) } ?? .nil),
      (
        .string("carriers"),
        .table(
          LuaTable(
            array: item.carriers.map { carrier in
              .table(
                LuaTable(fields: [
                  (.string("callback"), .string(carrier.callback.slot)),
                  (.string("implemented"), .boolean(carrier.isImplemented)),
                ]))
            }))
      ),
      (
        .string("handlers"), .table(LuaTable(array: item.handlers.map { .string($0?.slot ?? "other code of the app") }))
      ),
      (.string("unused"), item.unused.map { .string($0.slot) } ?? .nil),
      (.string("callbacks"), .table(LuaTable(array: item.callbacks.map { .string($0) }))),
    ])
  }

  static let time = APIEntry.property(
    eventType, "time", EventObject.self, "number", APIDocumentation("Virtual seconds.")
  ) { call, object in call.result(object.event.time.seconds) }

  static let app = APIEntry.property(
    eventType, "app", EventObject.self, "string?", APIDocumentation("The bundle identifier of the app, or nil.")
  ) { call, object in call.result(object.event.app) }

  static let kind = APIEntry.property(
    eventType, "kind", EventObject.self, "string",
    APIDocumentation(
      "What it is about.",
      discussion: TraceEventKind.allCases.map { "`\($0.rawValue)`: \($0.explanation)" }.joined(separator: "\n"))
  ) { call, object in call.result(object.event.kind.rawValue) }

  static let name = APIEntry.property(
    eventType, "name", EventObject.self, "string", APIDocumentation("What happened; of a callback its selector.")
  ) { call, object in call.result(object.event.name) }

  static let detail = APIEntry.property(
    eventType, "detail", EventObject.self, "string", APIDocumentation("Particulars, as text.")
  ) { call, object in call.result(object.event.detail.description) }

  static let fact = APIEntry.property(
    eventType, "fact", EventObject.self, "string?", APIDocumentation("The fact of iOS behind it, or nil.")
  ) { call, object in call.result(object.event.fact?.rawValue) }

  static let entries = [hash, callbacks, handling, time, app, kind, name, detail, fact]

  private static func receiver(_ call: LuaCall) throws -> TraceObject {
    if let object = call.instance(1, of: TraceObject.luaType, as: TraceObject.self) { return object }
    throw LuaFailure("a trace is expected", code: "argument")
  }
}
