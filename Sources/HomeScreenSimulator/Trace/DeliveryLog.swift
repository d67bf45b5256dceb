internal import AppPackages
import PropertyLists

/// A quick action, a link, a notification or a background fetch on its way to an app, by the events of a trace.
public struct DeliveryRecord: Sendable, Equatable {
  /// A callback that carried it to the app.
  public struct Carrier: Sendable, Equatable {
    /// The method that has it among its arguments.
    public let callback: AppCallback
    /// Whether the app's code has the method.
    public let isImplemented: Bool
  }

  /// The bundle identifier of the app.
  public let app: String?
  /// The type of a quick action; nil: it is something else.
  public let type: String?
  /// What it is: the type of a quick action, a URL, the kind of a notification.
  public let label: String
  /// Its number on the device; nil: the app handled an item that nothing had sent.
  let number: Int?
  /// The system fetches, and an app that has not asked for it need not have a method.
  fileprivate let isFetch: Bool

  /// How often it was sent within the trace: 1, or 0 if it was sent before the trace began, or never.
  public fileprivate(set) var sent = 0
  /// How often the app said that it handled it.
  public fileprivate(set) var handled = 0
  /// The callbacks in which the app said so, in order; nil: in a block, a timer or another piece of its code.
  public fileprivate(set) var handlers: [AppCallback?] = []
  /// A method that the app has for it, but that is never called in this life cycle (LAUNCH-021).
  public fileprivate(set) var unused: AppCallback?
  /// The callbacks that carried it, in order.
  public fileprivate(set) var carriers: [Carrier] = []
  /// The method that must handle it in this life cycle and situation; nil: it was not sent within the trace.
  public fileprivate(set) var method: AppCallback?
  /// All callbacks of the app from the delivery up to the next one, or to the end of the trace.
  public fileprivate(set) var callbacks: [String] = []
  /// How many of the app's methods got a completion handler for it.
  public fileprivate(set) var completionHandlers = 0
  /// How often completion handlers were called.
  public fileprivate(set) var completed = 0
  /// Whether one was called with true.
  fileprivate(set) var hasSucceeded = false
  /// Whether the process has ended since, and not by itself.
  public fileprivate(set) var hasEnded = false
  /// Whether a view or an implemented method got it.
  fileprivate(set) var isReached = false
  /// Whether the system keeps it from an app that the user has quit (LAUNCH-099).
  fileprivate(set) var isWithheld = false
  /// The fact behind its way.
  public fileprivate(set) var fact: FactID?

  /// What happened to it.
  public var outcome: DeliveryOutcome {
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

  /// Whether an app without a method for it is wrong. Servers send silent notifications only to an app that has asked for
  /// them, which a mode in the Info.plist alone does not.
  public var isExpected: Bool {
    !isFetch && carriers.last.map { $0.callback.slot != AppCallback.didReceiveRemoteNotification.slot } ?? true
  }

  /// How it came, as the beginning of a sentence: to the methods that the app has, else to the one that it lacks.
  public var arrival: String {
    let own = carriers.filter(\.isImplemented).map(\.callback.slot)
    if !own.isEmpty { return "“\(label)” came to \(own.joined(separator: " and to "))" }
    return "“\(label)” came to \(carriers.last.map { "\($0.callback.slot), which the app lacks" } ?? "no method")"
  }
}

/// Reads a trace as it grows: what was sent to apps, and what happened to it.
///
/// It shows an item that is handled in a launch method and again in the callback (LAUNCH-005, LAUNCH-006), one that is kept
/// and fires again at the next activation (LAUNCH-036), and one that is lost (LAUNCH-019, LAUNCH-022).
public struct DeliveryLog: Sendable {
  /// What was sent, in order; what was handled though nothing sent it comes in the order of its handling.
  public private(set) var records: [DeliveryRecord] = []
  private let app: String?
  private let listsCallbacks: Bool
  private var indexByNumber: [Int: Int] = [:]
  /// The last one that was sent to each app.
  private var current: [String: Int] = [:]
  /// Those of each app's process.
  private var live: [String: [Int]] = [:]
  private var unsent: [Item: Int] = [:]
  /// Items that the app's code got and has not handled. The first ones may have been handled since.
  private var waiting: [Item: ArraySlice<Int>] = [:]

  /// Items that cannot be distinguished.
  private struct Item: Hashable {
    let app: String?
    let type: ExactText
  }

  /// An empty log.
  ///
  /// - Parameters:
  ///   - app: only what is sent to the app with this bundle identifier; nil: to every app.
  ///   - listsCallbacks: whether each record lists the callbacks that follow it.
  public init(of app: String? = nil, listsCallbacks: Bool = true) {
    self.app = app
    self.listsCallbacks = listsCallbacks
  }

  /// Reads one more event.
  ///
  /// - Returns: the position of the record that it changes; nil: none.
  @discardableResult public mutating func take(_ event: TraceEvent) -> Int? {
    guard app == nil || event.app == app else { return nil }
    switch event.what {
    case .callback:
      if listsCallbacks, let app = event.app, let index = current[app] { records[index].callbacks.append(event.name) }
    case .process(.end):
      // A crash is no excuse.
      for index in live.removeValue(forKey: event.app ?? "") ?? [] { records[index].hasEnded = true }
    case .rootView(.onOpenURL), .rootView(.onContinueUserActivity):
      // A SwiftUI view gets links without a method of a delegate.
      for index in live[event.app ?? ""] ?? [] where records[index].type == nil { records[index].isReached = true }
    // What comes of a request is sent, and counts then.
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

  /// Equal items cannot be distinguished: one that is handled again may be another one that waits.
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
        app: event.app, type: type, label: label, number: number, isFetch: event.detail[.backgroundFetch] != nil,
        fact: event.fact))
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
  /// Everything that was sent to an app within this trace, and what happened to it.
  ///
  /// - Parameter app: only what was sent to the app with this bundle identifier; nil: to every app.
  public func deliveries(to app: String? = nil) -> [DeliveryRecord] {
    var log = DeliveryLog(of: app)
    Work.count(events.count)
    for event in events {
      if event.kind == .delivery { Work.count(20) }
      log.take(event)
    }
    return log.records
  }

  /// The quick actions among ``deliveries(to:)``.
  public func handling(of app: String? = nil) -> [DeliveryRecord] { deliveries(to: app).filter { $0.type != nil } }
}

/// What happened to something that was sent to an app. It is decided here only: `trace.handling`, `assert.handled_once`,
/// exploration, `check`, `why` and lint ask.
public enum DeliveryOutcome: String, Sendable, CaseIterable {
  /// The app handled it, once.
  case handledOnce
  /// The app handled it again: in a second method (LAUNCH-005), or at the next activation (LAUNCH-036).
  case handledTwice
  /// The app handled it, but it was sent before the trace began, or never.
  case notSent
  /// The app called the completion handler with true, and did not say that it handled it.
  case completed
  /// The app's code got it, and did not say that it handled it.
  case unhandled
  /// The app's code got a link, a notification or a fetch, for which nothing says when it is handled.
  case reached
  /// No code of the app got it (LAUNCH-022).
  case lost
  /// The system keeps it from the app.
  case withheld
  /// The process ended before it acted.
  case ended
  /// The app crashes with it.
  case crashes
  /// Something that cannot be read decides it.
  case notKnown

  /// For tables and messages.
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

  /// By how often the app handled it.
  ///
  /// - Parameters:
  ///   - certain: how often for certain.
  ///   - possible: how often it may have, besides.
  ///   - isOpen: whether something decides that cannot be read.
  ///   - otherwise: what it is if the app did not handle it.
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
