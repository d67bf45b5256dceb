package import HomeScreenSimulator

/// The invariants that must hold in every story of every app. They are checked against the device's trace, without a
/// second model.
package enum Invariant: String, Sendable, CaseIterable {
  /// The app does not crash.
  case noCrash
  /// The watchdog does not end the app.
  case noHang
  /// The main queue settles.
  case comesToRest
  /// Everything that is sent to the app reaches one of its methods.
  case reachesTheApp
  /// Each quick action is handled exactly once.
  case handledOnce
  /// Only chosen quick actions are handled.
  case onlyWhatWasChosen
  /// The completion handler of each quick action is called exactly once.
  case completedOnce
  /// Every presented view controller is shown.
  case presented
  /// Each icon request is answered.
  case iconAnswered
  /// The last icon request did not fail because of its timing.
  case iconNotLost

  /// The properties of an invariant.
  struct Row {
    let name: String
    /// The expected behaviour, in the words of a comment.
    let expected: String
    /// The fact that the invariant rests on, if the event does not name a more specific one.
    let fact: FactID?
    /// The function of `explore.rules` that checks the invariant in a scenario.
    let rule: String
  }

  /// The name in reports and definitions: `handled once`.
  package var name: String { row.name }

  /// The fact that the invariant rests on.
  package var fact: FactID? { row.fact }

  /// The function of `explore.rules` that checks the invariant in a scenario.
  package var rule: String { row.rule }

  var row: Row {
    switch self {
    case .noCrash:
      Row(name: "no crash", expected: "the app does not crash", fact: nil, rule: "no_crash")
    case .noHang:
      Row(name: "no hang", expected: "the watchdog does not end the app", fact: "LAUNCH-067", rule: "no_hang")
    case .comesToRest:
      Row(
        name: "comes to rest", expected: "the app’s main queue comes to rest", fact: "LAUNCH-067",
        rule: "comes_to_rest")
    case .reachesTheApp:
      Row(
        name: "reaches the app", expected: "every event sent to the app reaches one of its methods", fact: "LAUNCH-013",
        rule: "reaches_the_app")
    case .handledOnce:
      Row(
        name: "handled once", expected: "each quick action is handled exactly once", fact: "LAUNCH-036",
        rule: "handled_once")
    case .onlyWhatWasChosen:
      Row(
        name: "only what was chosen", expected: "only chosen items are handled", fact: "LAUNCH-036",
        rule: "only_what_was_chosen")
    case .completedOnce:
      Row(
        name: "completed once", expected: "the completion handler of a quick action is called exactly once",
        fact: "LAUNCH-046", rule: "completed_once")
    case .presented:
      Row(
        name: "presented", expected: "everything that the app presents is shown", fact: "LAUNCH-040",
        rule: "presented")
    case .iconAnswered:
      Row(
        name: "icon answered", expected: "the handler of each request for an icon is called", fact: "ICON-020",
        rule: "icon_answered")
    case .iconNotLost:
      Row(
        name: "icon not lost", expected: "no request for an icon fails because of its timing",
        fact: "ICON-041", rule: "icon_not_lost")
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
