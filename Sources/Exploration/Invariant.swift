package import HomeScreenSimulator

/// The invariants that must hold in every story of every app. They are checked against the device's trace, without a
/// second model. The raw value is the function of `explore.rules` that checks the invariant in a scenario.
package enum Invariant: String, Sendable, CaseIterable {
  /// The app does not crash.
  case noCrash = "no_crash"
  /// The watchdog does not end the app.
  case noHang = "no_hang"
  /// The main queue settles.
  case comesToRest = "comes_to_rest"
  /// Everything that is sent to the app reaches one of its methods.
  case reachesTheApp = "reaches_the_app"
  /// Each quick action is handled exactly once.
  case handledOnce = "handled_once"
  /// Only chosen quick actions are handled.
  case onlyWhatWasChosen = "only_what_was_chosen"
  /// The completion handler of each quick action is called exactly once.
  case completedOnce = "completed_once"
  /// Every presented view controller is shown.
  case presented
  /// Each icon request is answered.
  case iconAnswered = "icon_answered"
  /// The last icon request did not fail because of its timing.
  case iconNotLost = "icon_not_lost"

  /// The name in reports and definitions: `handled once`.
  package var name: String { rawValue.replacing("_", with: " ") }

  /// The fact that the invariant rests on, if the event does not name a more specific one.
  package var fact: FactID? { row.fact }

  /// The expected behaviour, in the words of a comment, and the fact.
  var row: (expected: String, fact: FactID?) {
    switch self {
    case .noCrash: ("the app does not crash", nil)
    case .noHang: ("the watchdog does not end the app", "LAUNCH-067")
    case .comesToRest: ("the app’s main queue comes to rest", "LAUNCH-067")
    case .reachesTheApp: ("every event sent to the app reaches one of its methods", "LAUNCH-013")
    case .handledOnce: ("each quick action is handled exactly once", "LAUNCH-036")
    case .onlyWhatWasChosen: ("only chosen items are handled", "LAUNCH-036")
    case .completedOnce: ("the completion handler of a quick action is called exactly once", "LAUNCH-046")
    case .presented: ("everything that the app presents is shown", "LAUNCH-040")
    case .iconAnswered: ("the handler of each request for an icon is called", "ICON-020")
    case .iconNotLost: ("no request for an icon fails because of its timing", "ICON-041")
    }
  }
}

/// The violation of an invariant in a story.
struct Violation: Equatable {
  /// The identity of a failure: the invariant, the fact and the place of a crash, or the app's own invariant.
  struct Key: Hashable {
    let invariant: String
    let fact: String
    /// The place of a crash, which distinguishes failures of one invariant.
    var detail = ""
  }

  let key: Key
  /// The actual behaviour, in one sentence.
  let text: String

  init(_ invariant: Invariant, _ fact: FactID?, _ text: String, detail: String = "") {
    key = Key(invariant: invariant.name, fact: (fact ?? invariant.fact)?.rawValue ?? "", detail: detail)
    self.text = text
  }

  /// Creates the violation of an app's own invariant.
  init(own name: String, fact: String?, _ text: String) {
    key = Key(invariant: name, fact: fact ?? "")
    self.text = text
  }
}
