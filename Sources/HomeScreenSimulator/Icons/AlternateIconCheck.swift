/// One step of the decision about a request for another icon.
public struct AlternateIconCheck: Sendable {
  /// What a check finds.
  enum Finding {
    case passed
    /// The request fails; nothing is stored, no alert appears (ICON-001).
    case failed(NSErrorValue, fact: FactID)
    /// The request succeeds at once, without alert.
    case succeedsAtOnce
    /// Neither this check nor those behind it concern the request.
    case restDoesNotConcern
    /// This iOS version does not have the check.
    case notInThisVersion
  }

  /// What checks are called. The raw values are the words of the JSON form.
  public enum Name: String, Sendable, CaseIterable {
    case support
    case activity
    case policy
    case identity
    case change
    case alert
    case alternate
    case dictionary
    case declaration
  }

  /// Which check it is. Whoever has something to say about it goes by this name, never by its place in the order.
  public let name: Name
  /// What it asks, as a sentence that is true when the check passes.
  public let title: String
  /// The fact it implements.
  public let fact: FactID
  let find: @Sendable (AlternateIconQuestion) -> Finding

  /// All checks in their order (ICON-001): the steps of the ledger. What follows, storing the name and the alert, is no
  /// check.
  ///
  /// From the order follow ICON-002 (inactive comes before undeclared), ICON-003 (unsupported comes before both),
  /// ICON-004 (an outstanding alert comes before undeclared) and ICON-049 (inactive comes before an outstanding alert).
  /// No check looks at a picture (ICON-006).
  static let all: [AlternateIconCheck] = [
    AlternateIconCheck(name: .support, title: "alternate icons are supported", fact: "ICON-044") { question in
      let support = question.support
      return support.isSupported ? .passed : .failed(.featureUnsupported, fact: support.fact)
    },
    AlternateIconCheck(name: .activity, title: "the app is active", fact: "ICON-041") { question in
      question.applicationState == .active ? .passed : .failed(.operationCancelled, fact: "ICON-041")
    },
    AlternateIconCheck(name: .policy, title: "the device's policy allows it", fact: "ICON-045") { question in
      question.educationMode ? .failed(.featureUnsupported, fact: "ICON-045") : .passed
    },
    AlternateIconCheck(name: .identity, title: "the app runs under its own identity", fact: "ICON-054") { question in
      guard let signedAs = question.signedAs, signedAs != question.bundleIdentifier else { return .passed }
      return .failed(.identityMismatch, fact: "ICON-054")
    },
    AlternateIconCheck(name: .change, title: "the name differs from the current one", fact: "ICON-074") { question in
      guard question.os >= .systemIconAlert else { return .notInThisVersion }
      return question.namesCurrentIcon ? .succeedsAtOnce : .passed
    },
    AlternateIconCheck(name: .alert, title: "no icon alert of the app is outstanding", fact: "ICON-046") { question in
      guard question.os >= .systemIconAlert else { return .notInThisVersion }
      switch question.alertService {
      case .free: return .passed
      case .outstanding: return .failed(.resourceTemporarilyUnavailable, fact: "ICON-046")
      case .busy(let fact): return .failed(.resourceTemporarilyUnavailable, fact: fact)
      case .afterModal(refusals: 0): return .failed(.resourceTemporarilyUnavailable, fact: "ICON-050")
      case .afterModal: return .failed(.operationCancelled, fact: "ICON-050")
      }
    },
    AlternateIconCheck(name: .alternate, title: "the name is an alternate's, not nil", fact: "ICON-005") { question in
      question.targetName == nil ? .restDoesNotConcern : .passed
    },
    AlternateIconCheck(name: .dictionary, title: "there is an icons dictionary for this device", fact: "ICON-038") {
      question in
      question.icons.hasDictionary ? .passed : .failed(.iconNameNotFound, fact: "ICON-038")
    },
    AlternateIconCheck(name: .declaration, title: "the name is declared in it", fact: "ICON-039") { question in
      guard let name = question.targetName, !question.icons.declares(name) else { return .passed }
      return .failed(.iconNameNotFound, fact: "ICON-039")
    },
  ]
}
