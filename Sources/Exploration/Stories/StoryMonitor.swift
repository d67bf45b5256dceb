import HomeScreenSimulator
import PropertyLists

/// Reads the trace of a story as it grows: what is broken for good, and what is still to come.
struct StoryMonitor {
  /// Something on its way to the app, and what became of it.
  private struct Sent {
    let number: Int
    let isItem: Bool
    /// It is no background fetch.
    let isNoFetch: Bool
    let label: String
    var fact: FactID?
    var carriers: [(slot: String, isImplemented: Bool)] = []
    var isReached = false
    var handled = 0
    var completed = 0
    /// It came to methods that get a completion handler.
    var toComplete = 0
    var succeeded = false
    /// Its process has ended, and not by itself: what it was about to do is nobody's fault.
    var isGone = false

    /// The app has to have a method for it. The system fetches, and servers send silent notifications, only for an app that
    /// has asked for it, which a mode in the Info.plist alone does not.
    var isRequired: Bool {
      isNoFetch
        && carriers.last.map { !ExactText.isSame($0.slot, AppCallback.didReceiveRemoteNotification.slot) } ?? true
    }

    /// To the methods that the app has; else to the one that it should have had.
    var came: String {
      let own = carriers.filter(\.isImplemented).map(\.slot)
      if !own.isEmpty { return "“\(label)” came to \(own.joined(separator: " and to "))" }
      return "“\(label)” came to \(carriers.last.map { "\($0.slot), which the app lacks" } ?? "no method")"
    }
  }

  private let app: String
  private let declaresHandling: Bool
  private let without: Set<String>
  private let hasOwnInvariants: Bool
  private var position = 0
  private var sent: [Sent] = []
  /// Requests for icons without an answer.
  private var waitingRequests = 0
  /// Why the last request failed, if it was for the moment at which it came.
  private var lostRequest: FactID?
  /// What is broken, whatever may still come.
  private(set) var violation: Violation?

  init(_ subject: ExploredApp, app: String) {
    self.app = app
    declaresHandling = subject.declaresHandling
    without = subject.without
    hasOwnInvariants = !subject.invariants.isEmpty
  }

  /// Reads what was added.
  mutating func read(_ trace: Trace) {
    while position < trace.count {
      take(trace[position])
      position += 1
    }
  }

  private mutating func take(_ event: TraceEvent) {
    guard event.app == nil || event.app == app else { return }
    switch event.what {
    case .delivery(let what): take(what, event)
    case .process(.crash):
      let isHang = event.detail[.code] == .string(AppCrash.Code.watchdog.rawValue)
      fail(
        isHang ? .noHang : .noCrash, event.fact, "the app ended by itself: \(event.detail)",
        detail: isHang ? "" : Self.place(of: event.detail.description))
    case .process(.end):
      waitingRequests = 0
      lostRequest = nil
      for index in sent.indices { sent[index].isGone = true }
    case .presentation(.refused):
      fail(.presented, event.fact, "the app presented “\(event.detail)”, but it was not shown")
    case .icon(.requested): waitingRequests += 1
    case .icon(.completed): waitingRequests -= 1
    case .icon(.stored), .icon(.alreadySet): lostRequest = nil
    case .icon(.refused):
      // The last request counts: one that fails for another reason is not lost.
      let isLost = event.detail[.code] == .integer(Self.tooEarly) || event.detail[.code] == .integer(Self.busy)
      lostRequest = isLost ? event.fact ?? Invariant.iconNotLost.fact : nil
    case .rootView(.onOpenURL), .rootView(.onContinueUserActivity):
      // A SwiftUI view gets links without a method of a delegate.
      for index in sent.indices where !sent[index].isItem { sent[index].isReached = true }
    case .callback, .log, .alert, .menu, .icon, .presentation, .view, .rootView, .process, .quirk: break
    }
  }

  /// The codes of requests that come while the app is not active (ICON-041), and while the service is busy (ICON-046).
  private static let tooEarly = 3072, busy = 35

  private mutating func take(_ what: TraceEventName.DeliveryEvent, _ event: TraceEvent) {
    // What comes of it is sent, and counts then.
    guard what != .requested else { return }
    guard case .integer(let number)? = event.detail[.delivery] else {
      if what == .handled {
        fail(.onlyWhatWasChosen, event.fact, "the app handled an item that was not chosen: \(event.detail)")
      }
      return
    }
    let index: Int
    if let known = sent.lastIndex(where: { $0.number == number }) {
      index = known
    } else {
      let type = event.detail[.type]
      guard case .fields(let fields) = event.detail, fields.count > 1 else { return }
      index = sent.count
      sent.append(
        Sent(
          number: number, isItem: type != nil, isNoFetch: event.detail[.backgroundFetch] == nil,
          label: fields[1].value.description, fact: event.fact))
    }
    switch what {
    case .requested: break
    case .sent: sent[index].fact = event.fact ?? sent[index].fact
    case .withheld:
      // The system's own decision about an app that the user has quit (LAUNCH-099).
      if event.detail[TraceWordKey<DeliveryObstacle>.reason] != nil { sent.remove(at: index) }
    case .delivered:
      guard let callback: AppCallback = event.detail[.callback] else { return }
      let isImplemented = event.detail[.implemented] == .boolean(true)
      sent[index].isReached = sent[index].isReached || isImplemented
      sent[index].carriers.append((callback.slot, isImplemented))
      if isImplemented, callback == .performAction || callback == .windowScenePerformAction {
        sent[index].toComplete += 1
      }
    case .handled:
      // Equal items are not to be told apart: one that is handled again may be another that waits.
      let waiting = sent.firstIndex {
        $0.isItem && $0.handled == 0 && !$0.isGone && ExactText.isSame($0.label, sent[index].label)
      }
      let handled = sent[index].handled == 0 ? index : waiting ?? index
      sent[handled].handled += 1
      if sent[handled].handled > 1 {
        fail(.handledOnce, sent[handled].fact, "\(sent[handled].came); it was handled \(sent[handled].handled) times")
      }
    case .completed, .completedAgain:
      sent[index].completed += 1
      if event.detail[.outcome] == .boolean(true) { sent[index].succeeded = true }
      if what == .completedAgain {
        fail(.completedOnce, event.fact, "the completion handler of “\(sent[index].label)” was called a second time")
      }
    }
  }

  /// Which crashes are the same: those at one place of the code, whatever else their texts say (`notes.lua:12`); those
  /// without a place by all of it.
  private static func place(of text: String) -> String {
    text.firstMatch(of: /[^\s:]+:[0-9]+(?=:)/).map { String($0.0) } ?? text
  }

  private mutating func fail(_ invariant: Invariant, _ fact: FactID?, _ text: String, detail: String = "") {
    guard violation == nil, !without.contains(invariant.name) else { return }
    violation = Violation(invariant, fact, text, detail: detail)
  }

  /// Something that the trace does not tell is broken.
  mutating func add(_ other: Violation) {
    if violation == nil, !without.contains(other.key.invariant) { violation = other }
  }

  // MARK: What is still to come

  /// What would be broken if nothing more came, each failure once, most important first. Only when nothing is on its way
  /// this is so.
  var outstanding: [Violation] {
    var violations: [Violation] = []
    func add(_ violation: Violation) {
      if !violations.contains(where: { $0.key == violation.key }) { violations.append(violation) }
    }
    for one in sent where !one.isGone {
      if !one.isReached, one.isRequired, !one.carriers.isEmpty, wants(.reachesTheApp) {
        add(Violation(.reachesTheApp, one.fact, "\(one.came)"))
      }
      if one.isItem, one.handled == 0, declaresHandling, !one.succeeded, one.isReached || one.carriers.isEmpty,
        wants(.handledOnce)
      {
        add(Violation(.handledOnce, one.fact, "\(one.came); it was never handled"))
      }
      if one.completed < one.toComplete, wants(.completedOnce) {
        add(Violation(.completedOnce, nil, "\(one.came); its completion handler was never called"))
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

  /// What of the past counts for the future: what is still to come, and what would break when it came again. The last
  /// items stay, because a later declaration is counted for one of them.
  func feed(_ hash: inout FNV1a64) {
    var items: [String] = []
    for one in sent.reversed() where one.isItem {
      // Of equal items the last one is meant when one is handled.
      let isLast = !items.contains { ExactText.isSame($0, one.label) }
      if isLast { items.append(one.label) }
      guard isLast || (!one.isGone && (one.handled == 0 || one.completed < one.toComplete)) else { continue }
      hash.feed(one.label)
      hash.feed(Int64(one.handled))
      hash.feed(Int64(one.toComplete - one.completed))
      hash.feed(Int64((one.isGone ? 1 : 0) + (one.isReached ? 2 : 0) + (one.succeeded ? 4 : 0)))
    }
    for one in sent where !one.isItem && !one.isReached && !one.isGone {
      hash.feed(one.label)
    }
    // The app's own invariants compare what was sent with what became of it.
    if hasOwnInvariants { hash.feed(Int64(sent.reduce(0) { $0 + ($1.isGone ? 0 : 1) })) }
    hash.feed(Int64(waitingRequests))
    hash.feed(lostRequest?.rawValue)
  }
}
