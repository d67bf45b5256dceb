internal import AppPackages
import PropertyLists

/// A quick action, a link, a notification or a background fetch on its way to an app, as recorded in a trace.
public struct DeliveryRecord: Sendable, Equatable {
  /// A callback that made the delivery to the app.
  public struct Carrier: Sendable, Equatable {
    /// The method, which has the delivery among its arguments.
    public let callback: AppCallback
    /// Whether the app's code has the method.
    public let isImplemented: Bool
  }

  /// The bundle identifier of the app.
  public let app: String?
  /// The type of a quick action; nil for another kind.
  public let type: String?
  /// The label: the type of a quick action, a URL, or the kind of a notification.
  public let label: String
  /// Whether this is a URL or a universal link.
  public let isLink: Bool
  /// The delivery's number on the device; nil if the app handled an item that was never sent.
  package let number: Int?
  /// Whether this is a background fetch. An app that has not requested fetches does not need the method.
  fileprivate let isFetch: Bool

  /// The number of times the item was sent within the trace: 1, or 0 if it was sent earlier or never.
  public fileprivate(set) var sent = 0
  /// The number of times the app declared the delivery handled.
  public fileprivate(set) var handled = 0
  /// The callbacks in which the app declared the item handled, in order; nil for a block, a timer or other code.
  public fileprivate(set) var handlers: [AppCallback?] = []
  /// A method of the app for this kind of delivery that is never called in this life cycle (LAUNCH-021).
  public fileprivate(set) var unused: AppCallback?
  /// The callbacks that made the delivery, in order.
  public fileprivate(set) var carriers: [Carrier] = []
  /// The method that must handle the item in this life cycle and situation; nil if it was not sent within the trace.
  public fileprivate(set) var method: AppCallback?
  /// All callbacks of the app from this delivery to the next one, or to the end of the trace.
  public fileprivate(set) var callbacks: [String] = []
  /// The number of the app's methods that got a completion handler for this delivery.
  public fileprivate(set) var completionHandlers = 0
  /// The number of calls of completion handlers.
  public fileprivate(set) var completed = 0
  /// Whether a completion handler was called with true.
  fileprivate(set) var hasSucceeded = false
  /// Whether the process has ended since, without a crash.
  public fileprivate(set) var hasEnded = false
  /// Whether a view or an implemented method received the delivery.
  fileprivate(set) var isReached = false
  /// Whether the system withholds the delivery from an app that the user quit (LAUNCH-099).
  fileprivate(set) var isWithheld = false
  /// The fact about the delivery.
  public fileprivate(set) var fact: FactID?
  /// Why the app loses the delivery, or why it is not known, by its sources, with the line; nil if they were not read.
  public internal(set) var reason: String?
  /// The outcome by the app's sources; nil if the trace decides.
  var judged: DeliveryOutcome?

  /// The outcome.
  public var outcome: DeliveryOutcome {
    if let judged { return judged }
    if isWithheld { return .withheld }
    if handled > 0, sent == 0 { return .notSent }
    return DeliveryOutcome(handled: handled, otherwise: unhandledOutcome)
  }

  private var unhandledOutcome: DeliveryOutcome {
    if hasSucceeded { return .completed }
    if hasEnded { return .ended }
    guard isReached else { return .lost }
    return type == nil ? .reached : .unhandled
  }

  /// Whether an app must have a method for the delivery. Silent notifications only reach an app that has registered for
  /// them; a mode in the Info.plist is not enough.
  public var isExpected: Bool {
    !isFetch && carriers.last.map { $0.callback.slot != AppCallback.didReceiveRemoteNotification.slot } ?? true
  }

  /// The way the delivery reached the app, as the start of a sentence: the methods that the app has, otherwise the
  /// missing one.
  public var arrival: String {
    let own = carriers.filter(\.isImplemented).map(\.callback.slot)
    if !own.isEmpty { return "“\(label)” came to \(own.joined(separator: " and to "))" }
    return "“\(label)” came to \(carriers.last.map { "\($0.callback.slot), which the app lacks" } ?? "no method")"
  }
}

/// Reads a trace as it grows: the deliveries to apps and their outcomes.
///
/// It shows an item that is handled in a launch method and again in the callback (LAUNCH-005, LAUNCH-006), one that is
/// kept and fires again at the next activation (LAUNCH-036), and one that is lost (LAUNCH-019, LAUNCH-022).
public struct DeliveryLog: Sendable {
  /// The deliveries in the order of sending; those handled without being sent, in the order of handling.
  public private(set) var records: [DeliveryRecord] = []
  private let app: String?
  private let listsCallbacks: Bool
  private var indexByNumber: [Int: Int] = [:]
  /// The last delivery to each app.
  private var current: [String: Int] = [:]
  /// The deliveries to each app's process.
  private var live: [String: [Int]] = [:]
  private var unsent: [Item: Int] = [:]
  /// The received deliveries that the app has not declared handled, by item; the first ones may have been handled since.
  private var waiting: [Item: ArraySlice<Int>] = [:]

  /// Items that cannot be distinguished.
  private struct Item: Hashable {
    let app: String?
    let type: ExactText
  }

  /// Creates an empty log.
  ///
  /// - Parameters:
  ///   - app: only deliveries to the app with this bundle identifier; nil for every app.
  ///   - listsCallbacks: whether each record lists the callbacks after it.
  public init(of app: String? = nil, listsCallbacks: Bool = true) {
    (self.app, self.listsCallbacks) = (app, listsCallbacks)
  }

  /// Reads the next event.
  ///
  /// - Returns: the position of the changed record; nil if there is none.
  @discardableResult public mutating func take(_ event: TraceEvent) -> Int? {
    guard app == nil || event.app == app else { return nil }
    switch event.what {
    case .callback:
      if listsCallbacks, let app = event.app, let index = current[app] { records[index].callbacks.append(event.name) }
    case .process(.end):
      // A crash does not count.
      for index in live.removeValue(forKey: event.app ?? "") ?? [] { records[index].hasEnded = true }
    case .rootView(.onOpenURL), .rootView(.onContinueUserActivity):
      // A SwiftUI view gets links without a method of a delegate.
      for index in live[event.app ?? ""] ?? [] where records[index].type == nil { records[index].isReached = true }
    // A request counts when its delivery is sent.
    case .delivery(.requested): break
    case .delivery(let what): return take(what, event)
    case .log, .alert, .menu, .icon, .presentation, .view, .rootView, .process, .quirk: break
    }
    return nil
  }

  private mutating func take(_ what: TraceEventName.DeliveryEvent, _ event: TraceEvent) -> Int? {
    guard var index = index(of: event) else { return nil }
    let isReached = records[index].isReached
    if what == .handled { index = handledIndex(index) }
    records[index].take(what, event)
    if what == .sent, let app = event.app { current[app] = index }
    if !isReached, records[index].isReached, let item = item(index) { waiting[item, default: []].append(index) }
    return index
  }

  private func item(_ index: Int) -> Item? {
    records[index].type.map { Item(app: records[index].app, type: ExactText($0)) }
  }

  /// Returns the record that the app handled: this one, or if it was already handled, the first waiting one of an equal item.
  private mutating func handledIndex(_ index: Int) -> Int {
    guard records[index].handled > 0, records[index].number != nil, let item = item(index) else { return index }
    while let first = waiting[item]?.first {
      if records[first].handled == 0, !records[first].hasEnded { return first }
      waiting[item]?.removeFirst()
    }
    return index
  }

  private mutating func index(of event: TraceEvent) -> Int? {
    guard case .fields(let fields) = event.detail else { return nil }
    var type: String?
    if case .string(let text) = event.detail[.type] { type = text }
    guard case .integer(let number) = event.detail[.delivery] else {
      guard let type else { return nil }
      let item = Item(app: event.app, type: ExactText(type))
      let index = unsent[item] ?? add(type, type, nil, event)
      unsent[item] = index
      return index
    }
    if let known = indexByNumber[number] { return known }
    guard fields.count > 1 else { return nil }
    return add(type, fields[1].value.description, number, event)
  }

  private mutating func add(_ type: String?, _ label: String, _ number: Int?, _ event: TraceEvent) -> Int {
    let index = records.count
    records.append(
      DeliveryRecord(
        app: event.app, type: type, label: label, isLink: event.detail[.url] != nil, number: number,
        isFetch: event.detail[.backgroundFetch] != nil, fact: event.fact))
    live[event.app ?? "", default: []].append(index)
    if let number { indexByNumber[number] = index }
    return index
  }
}

extension DeliveryRecord {
  fileprivate mutating func take(_ what: TraceEventName.DeliveryEvent, _ event: TraceEvent) {
    switch what {
    case .sent, .withheld:
      if what == .sent {
        sent += 1
        fact = event.fact ?? fact
      } else if event.detail[TraceWordKey<DeliveryObstacle>.reason] != nil {
        isWithheld = true
      }
      method = event.detail[.method]
      unused = event.detail[.unused] ?? unused
    case .delivered:
      guard let callback = event.detail[.callback] as AppCallback? else { return }
      let isImplemented = event.detail[.implemented] == .boolean(true)
      carriers.append(Carrier(callback: callback, isImplemented: isImplemented))
      isReached = isReached || isImplemented
      if isImplemented, callback == .performAction || callback == .windowScenePerformAction { completionHandlers += 1 }
    case .handled:
      handled += 1
      handlers.append(event.detail[.callback])
    case .completed, .completedAgain:
      completed += 1
      if event.detail[.outcome] == .boolean(true) { hasSucceeded = true }
    case .requested: break
    }
  }
}

extension Trace {
  /// Returns all deliveries to an app within this trace, with their outcomes.
  ///
  /// - Parameter app: only deliveries to the app with this bundle identifier; nil for every app.
  public func deliveries(to app: String? = nil) -> [DeliveryRecord] {
    var log = DeliveryLog(of: app)
    Work.count(events.count)
    for event in events {
      if event.kind == .delivery { Work.count(20) }
      log.take(event)
    }
    return log.records
  }

  /// Returns the quick actions among ``deliveries(to:)``.
  public func handling(of app: String? = nil) -> [DeliveryRecord] { deliveries(to: app).filter { $0.type != nil } }
}

/// The outcome of a delivery, decided only here: for `trace.handling`, `assert.handled_once`, exploration, `check`,
/// `why` and lint.
public enum DeliveryOutcome: String, Sendable, CaseIterable {
  /// The app handled it, once.
  case handledOnce
  /// The app handled it again: in a second method (LAUNCH-005), or at the next activation (LAUNCH-036).
  case handledTwice
  /// The app handled it, but it was sent before the trace began, or never.
  case notSent
  /// The app called the completion handler with true and did not declare it handled.
  case completed
  /// The app's code received the delivery and did not declare it handled.
  case unhandled
  /// The app's code received a link, a notification or a fetch, whose handling cannot be observed.
  case reached
  /// The app's code did not receive the delivery (LAUNCH-022).
  case lost
  /// The system withholds the delivery from the app.
  case withheld
  /// The process ended before acting on the delivery.
  case ended
  /// The app crashes while handling the delivery.
  case crashes
  /// The outcome depends on code that cannot be read.
  case notKnown

  /// The text for tables and messages.
  public var text: String {
    switch self {
    case .handledOnce: "handled once"
    case .handledTwice: "handled twice"
    case .notSent: "handled, not sent"
    case .completed: "completed"
    case .unhandled: "never handled"
    case .reached: "reached the app"
    case .lost: "lost"
    case .withheld: "withheld"
    case .ended: "ended before"
    case .crashes: "crashes"
    case .notKnown: "not known"
    }
  }

  /// Creates the outcome from the number of times the app handled the delivery.
  ///
  /// - Parameters:
  ///   - certain: the certain times.
  ///   - possible: additional possible times.
  ///   - isOpen: whether the outcome depends on code that cannot be read.
  ///   - otherwise: the outcome if the app did not handle it.
  public init(handled certain: Int, possible: Int = 0, isOpen: Bool = false, otherwise: DeliveryOutcome = .lost) {
    self =
      switch (certain, possible, isOpen) {
      case (0, 0, false): otherwise
      case (1, 0, false): .handledOnce
      case (2..., _, false): .handledTwice
      default: .notKnown
      }
  }
}
