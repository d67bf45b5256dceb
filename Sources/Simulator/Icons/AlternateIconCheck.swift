/// One step of the decision about a request for another icon.
public struct AlternateIconCheck: Sendable {
  /// What a check finds.
  enum Finding {
    case passed
    /// The request fails; nothing is stored, no alert appears (ICON-001).
    case failed(NSErrorValue, fact: FactID)
    /// The request succeeds at once, without alert.
    case succeedsAtOnce
    /// The checks up to the given number do not concern this request.
    case skipTo(Int)
    /// This iOS version does not have the check.
    case notInThisVersion
  }

  /// Its place in the order, from 1 on.
  public let number: Int
  /// What it asks, as a sentence that is true when the check passes.
  public let title: String
  /// The fact it implements.
  public let fact: FactID
  let find: @Sendable (AlternateIconQuestion) -> Finding

  /// All checks in their order (ICON-001): steps 1 to 9 of the ledger. What follows, storing the name and the alert,
  /// is no check.
  ///
  /// From the order follow ICON-002 (inactive comes before undeclared), ICON-003 (unsupported comes before both),
  /// ICON-004 (an outstanding alert comes before undeclared) and ICON-049 (inactive comes before an outstanding alert).
  /// No check looks at a picture (ICON-006).
  static let all: [AlternateIconCheck] = [
    AlternateIconCheck(number: 1, title: "alternate icons are supported", fact: "ICON-044") { question in
      let support = question.support
      return support.isSupported ? .passed : .failed(.featureUnsupported, fact: support.fact)
    },
    AlternateIconCheck(number: 2, title: "the app is active", fact: "ICON-041") { question in
      question.applicationState == .active ? .passed : .failed(.operationCancelled, fact: "ICON-041")
    },
    AlternateIconCheck(number: 3, title: "the device's policy allows it", fact: "ICON-045") { question in
      question.educationMode ? .failed(.featureUnsupported, fact: "ICON-045") : .passed
    },
    AlternateIconCheck(number: 4, title: "the app runs under its own identity", fact: "ICON-054") { question in
      guard let signedAs = question.signedAs, signedAs != question.bundleIdentifier else { return .passed }
      return .failed(.identityMismatch, fact: "ICON-054")
    },
    AlternateIconCheck(number: 5, title: "the name differs from the current one", fact: "ICON-074") { question in
      guard question.os >= .systemIconAlert else { return .notInThisVersion }
      return question.namesCurrentIcon ? .succeedsAtOnce : .passed
    },
    AlternateIconCheck(number: 6, title: "no icon alert of the app is outstanding", fact: "ICON-046") { question in
      guard question.os >= .systemIconAlert else { return .notInThisVersion }
      switch question.alertService {
      case .free: return .passed
      case .outstanding: return .failed(.resourceTemporarilyUnavailable, fact: "ICON-046")
      case .busy(let fact): return .failed(.resourceTemporarilyUnavailable, fact: fact)
      case .afterModal(refusals: 0): return .failed(.resourceTemporarilyUnavailable, fact: "ICON-050")
      case .afterModal: return .failed(.operationCancelled, fact: "ICON-050")
      }
    },
    AlternateIconCheck(number: 7, title: "the name is an alternate's, not nil", fact: "ICON-005") { question in
      question.targetName == nil ? .skipTo(10) : .passed
    },
    AlternateIconCheck(number: 8, title: "there is an icons dictionary for this device", fact: "ICON-038") { question in
      question.icons.hasDictionary ? .passed : .failed(.iconNameNotFound, fact: "ICON-038")
    },
    AlternateIconCheck(number: 9, title: "the name is declared in it", fact: "ICON-039") { question in
      guard let name = question.targetName, !question.icons.declares(name) else { return .passed }
      return .failed(.iconNameNotFound, fact: "ICON-039")
    },
  ]
}
