import HomeScreenSimulator
import PropertyLists

/// Reads the trace of a story as it grows, and records violations and pending events.
struct StoryMonitor {
  private let app: String
  private let declaresHandling: Bool
  private let without: Set<String>
  private let hasOwnInvariants: Bool
  private var position = 0
  private var log: DeliveryLog
  /// The number of icon requests without an answer.
  private var waitingRequests = 0
  /// The fact that explains a failure of the last request, if its timing caused it.
  private var lostRequest: FactID?
  /// The violation, which later events cannot undo.
  private(set) var violation: Violation?

  init(_ subject: ExploredApp, app: String) {
    self.app = app
    log = DeliveryLog(of: app, listsCallbacks: false)
    declaresHandling = subject.declaresHandling
    without = subject.without
    hasOwnInvariants = !subject.invariants.isEmpty
  }

  /// Reads the new events.
  mutating func read(_ trace: Trace) {
    while position < trace.count {
      take(trace[position])
      position += 1
    }
  }

  private mutating func take(_ event: TraceEvent) {
    guard event.app == nil || event.app == app else { return }
    let index = log.take(event)
    switch event.what {
    case .delivery(let what): take(what, event, index)
    case .process(.crash):
      let isHang = event.detail[.code] == .string(AppCrash.Code.watchdog.rawValue)
      fail(
        isHang ? .noHang : .noCrash, event.fact, "the app terminated unexpectedly: \(event.detail)",
        detail: isHang ? "" : Self.place(of: event.detail.description))
    case .process(.end):
      waitingRequests = 0
      lostRequest = nil
    case .presentation(.refused):
      fail(.presented, event.fact, "the app presented “\(event.detail)”, but it was not shown")
    case .icon(.requested): waitingRequests += 1
    case .icon(.completed): waitingRequests -= 1
    case .icon(.stored), .icon(.alreadySet): lostRequest = nil
    case .icon(.refused):
      // Only the last request counts, and only if its timing made it fail.
      let isLost = event.detail[.code] == .integer(Self.tooEarly) || event.detail[.code] == .integer(Self.busy)
      lostRequest = isLost ? event.fact ?? Invariant.iconNotLost.fact : nil
    case .callback, .log, .alert, .menu, .icon, .presentation, .view, .rootView, .process, .quirk: break
    }
  }

  /// The error codes of requests while the app is not active (ICON-041), and while the service is busy (ICON-046).
  private static let tooEarly = 3072, busy = 35

  private mutating func take(_ what: TraceEventName.DeliveryEvent, _ event: TraceEvent, _ index: Int?) {
    guard let index else { return }
    let one = log.records[index]
    if what == .handled, event.detail[.delivery] == nil {
      fail(.onlyWhatWasChosen, event.fact, "the app handled an item that was not chosen: \(event.detail)")
    } else if what == .handled, one.outcome == .handledTwice {
      fail(.handledOnce, one.fact, "\(one.arrival); it was handled \(one.handled) times")
    } else if what == .completedAgain {
      fail(.completedOnce, event.fact, "the completion handler of “\(one.label)” was called a second time")
    }
  }

  /// Returns the identity of a crash: its place in the code (`notes.lua:12`), or its whole text if it has no place.
  private static func place(of text: String) -> String {
    text.firstMatch(of: /[^\s:]+:[0-9]+(?=:)/).map { String($0.0) } ?? text
  }

  private mutating func fail(_ invariant: Invariant, _ fact: FactID?, _ text: String, detail: String = "") {
    guard violation == nil, !without.contains(invariant.name) else { return }
    violation = Violation(invariant, fact, text, detail: detail)
  }

  /// Adds a violation that the trace does not show.
  mutating func add(_ other: Violation) {
    if violation == nil, !without.contains(other.key.invariant) { violation = other }
  }

  // MARK: Pending events

  /// The violations if nothing else is pending: each failure once, most important first.
  var outstanding: [Violation] {
    var violations: [Violation] = []
    func add(_ violation: Violation) {
      if !violations.contains(where: { $0.key == violation.key }) { violations.append(violation) }
    }
    for one in log.records where !one.hasEnded {
      switch one.outcome {
      case .lost where !one.carriers.isEmpty:
        if one.isExpected, wants(.reachesTheApp) { add(Violation(.reachesTheApp, one.fact, one.arrival)) }
      case .lost, .unhandled:
        if one.type != nil, declaresHandling, wants(.handledOnce) {
          add(Violation(.handledOnce, one.fact, "\(one.arrival); it was never handled"))
        }
      case .handledOnce, .handledTwice, .notSent, .completed, .reached, .withheld, .ended, .crashes, .notKnown: break
      }
      if one.completed < one.completionHandlers, wants(.completedOnce) {
        add(Violation(.completedOnce, nil, "\(one.arrival); its completion handler was never called"))
      }
    }
    if waitingRequests > 0, wants(.iconAnswered) {
      add(Violation(.iconAnswered, nil, "a request for another icon was never answered"))
    }
    if let lostRequest, wants(.iconNotLost) {
      add(
        Violation(
          .iconNotLost, lostRequest, "the icon was not changed, because the request came at the wrong moment"))
    }
    return violations
  }

  private func wants(_ invariant: Invariant) -> Bool { !without.contains(invariant.name) }

  /// Hashes the part of the past that affects the future: pending events, and events that would break an invariant if
  /// they occurred again. Of equal items, the last one is always included, because a later `didHandle` refers to it.
  func feed(_ hash: inout FNV1a64) {
    var items: [String] = []
    for one in log.records.reversed() where one.type != nil && one.outcome != .withheld {
      // If several items are equal, handling refers to the last one.
      let isLast = !items.contains { ExactText.isSame($0, one.label) }
      if isLast { items.append(one.label) }
      guard isLast || (!one.hasEnded && (one.handled == 0 || one.completed < one.completionHandlers)) else { continue }
      hash.feed(one.label)
      hash.feed(Int64(one.handled))
      hash.feed(Int64(one.completionHandlers - one.completed))
      hash.feed(one.outcome.rawValue)
      hash.feed(Int64(one.hasEnded ? 1 : 0))
    }
    for one in log.records where one.type == nil && one.outcome == .lost { hash.feed(one.label) }
    // The app's own invariants compare the events that were sent with how they were handled.
    if hasOwnInvariants { hash.feed(Int64(log.records.count { !$0.hasEnded && $0.outcome != .withheld })) }
    hash.feed(Int64(waitingRequests))
    hash.feed(lostRequest?.rawValue)
  }
}
