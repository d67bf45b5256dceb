import HomeScreenSimulator
import LuaEngine

extension TraceObject: APIObject {
  static let apiType = APIType(
    "trace", className: "homescreen.Trace", element: EventObject.apiName,
    summary: "A list of events: `#trace`, `trace[1]`, `ipairs`.")
  static let luaType = APIBinding.luaType(
    apiType,
    fallback: { call in
      let trace = try TraceAPI.receiver(call)
      guard let index = call.stack.integer(at: 2) else {
        let name = call.stack.shortDescription(at: 2)
        throw LuaFailure(
          "trace has no member \(name)", code: "unknown-member",
          hint: "A trace is a list: #trace, trace[1], ipairs(trace).")
      }
      guard index >= 1, index <= trace.count else { return call.result(String?.none) }
      return call.result(trace.event(Int(index) - 1))
    },
    metamethods: [
      ("__len", { call in call.result(try TraceAPI.receiver(call).count) }),
      ObjectMetamethods.text(TraceObject.self) { $0.trace.description },
    ])
}

extension EventObject: APIObject {
  static let apiType = APIType("event", className: "homescreen.Event", summary: "One event of a trace.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(EventObject.self) { $0.event.description }])
}

extension DeliveryRecord: APITable {
  static let fields = [
    APIField("app", \DeliveryRecord.app), APIField("type", \DeliveryRecord.type),
    APIField("outcome", \DeliveryRecord.outcome.text), APIField("arrival", \DeliveryRecord.arrival),
    APIField("delivered", \DeliveryRecord.sent), APIField("handled", \DeliveryRecord.handled),
    APIField("method", \DeliveryRecord.method?.slot), APIField("carriers", \DeliveryRecord.carriers),
    APIField("handlers") { (item: DeliveryRecord) in item.handlers.map { $0?.slot ?? "other code of the app" } },
    APIField("unused", \DeliveryRecord.unused?.slot), APIField("callbacks", \DeliveryRecord.callbacks),
    APIField("expected", \DeliveryRecord.isExpected), APIField("ended", \DeliveryRecord.hasEnded),
    APIField("completed", \DeliveryRecord.completed),
    APIField("completion_handlers", \DeliveryRecord.completionHandlers), APIField("reason", \DeliveryRecord.reason),
  ]
}

extension DeliveryRecord.Carrier: APITable {
  static let fields = [
    APIField("callback", \DeliveryRecord.Carrier.callback.slot),
    APIField("implemented", \DeliveryRecord.Carrier.isImplemented),
  ]
}

/// Traces and their events.
enum TraceAPI: APISection {

  static let hash = APIEntry.property(
    "hash", of: TraceObject.self,
    "The FNV-1a hash of the events, 16 hexadecimal digits: equal traces have equal hashes.",
    get: \.trace.hash
  )

  static let callbacks = APIEntry.property(
    "callbacks", of: TraceObject.self,
    APIDocumentation(
      "The callbacks that the system called, in order, whether the app has them or not.", facts: ["LAUNCH-001"])
  ) { object in object.trace.callbacks() }

  static let handling = APIEntry.property(
    "handling", of: TraceObject.self,
    APIDocumentation(
      "The outcomes of the quick actions, in the order in which they were sent.",
      discussion: """
        These are the entries of `trace.deliveries` whose `type` is set, that is, those for quick actions.
        """, facts: ["LAUNCH-005", "LAUNCH-022"])
  ) { object in object.deliveries.filter { $0.type != nil } }

  static let deliveries = APIEntry.property(
    "deliveries", of: TraceObject.self,
    APIDocumentation(
      "Every quick action, link, notification and background fetch that was sent to an app, and its outcome.",
      discussion: """
        Each has `app`, `type` (of a quick action), `outcome` (\(DeliveryOutcome.allCases.map { "“\($0.text)”" }
          .joined(separator: ", "))), `arrival` (how it arrived, in words), `delivered` and `handled` (how often), \
          `method` (the slot that must handle it in this life cycle), `carriers` (a list of `{ callback, implemented \
          }`), `handlers` (where the app declared the delivery handled), `unused` (a method of the app that is never \
          called in this life cycle), `callbacks` (all that ran from the delivery on), `expected` (whether the app must \
          have a method for it), `ended` (whether the process has ended since), `completion_handlers` (how many \
          methods got a completion handler), `completed` (how often they were called) and `reason` (why it is lost or \
          “not known”, with the line of the app’s sources).
        """, facts: ["LAUNCH-005", "LAUNCH-013", "LAUNCH-022"])
  ) { object in object.deliveries }

  static let time = APIEntry.property("time", of: EventObject.self, "Virtual seconds.", get: \.event.time.seconds)

  static let app = APIEntry.property(
    "app", of: EventObject.self, "The bundle identifier of the app, or nil.", get: \.event.app
  )

  static let kind = APIEntry.property(
    "kind", of: EventObject.self,
    APIDocumentation(
      "The kind of event.",
      discussion: TraceEventKind.allCases.map { "`\($0.rawValue)`: \($0.explanation)" }.joined(separator: "\n")),
    get: \.event.kind
  )

  static let name = APIEntry.property(
    "name", of: EventObject.self, "The name of the event; for a callback, its selector.", get: \.event.name
  )

  static let detail = APIEntry.property(
    "detail", of: EventObject.self, "Details, as text.", get: \.event.detail.description
  )

  static let fact = APIEntry.property(
    "fact", of: EventObject.self, "The fact of iOS that explains the event, or nil.", get: \.event.fact?.rawValue
  )

  static let memberTypes = [TraceObject.apiType, EventObject.apiType]
  static let memberEntries = [hash, callbacks, handling, deliveries, time, app, kind, name, detail, fact]

  fileprivate static func receiver(_ call: LuaCall) throws -> TraceObject {
    if let object = call.instance(1, of: TraceObject.luaType, as: TraceObject.self) { return object }
    throw LuaFailure("expected a trace", code: "argument")
  }
}
