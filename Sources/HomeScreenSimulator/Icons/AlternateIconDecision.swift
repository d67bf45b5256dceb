/// What the system decides about a request for another icon, check by check.
public struct AlternateIconDecision: Sendable {
  /// How one check ended.
  public enum Status: Sendable, Equatable {
    case passed
    case failed
    /// The request ended here with success, without alert (ICON-074).
    case succeededAtOnce
    /// It does not concern this request: the primary icon needs no declaration (ICON-005).
    case skipped
    /// This iOS version does not have it.
    case notInThisVersion
    /// An earlier check ended the request.
    case notReached
  }

  /// A check and how it ended.
  public struct Step: Sendable {
    /// Its place in the order, from 1 on.
    public let number: Int
    /// What was asked.
    public let check: AlternateIconCheck
    /// How it ended, or why it was not asked.
    public let status: Status
    /// Whether a check that was not reached would have failed as well: mending the first fault alone is not enough.
    public let wouldFail: Bool
  }

  /// What comes of the request.
  public enum Result: Sendable, Equatable {
    /// The name is stored (nil: the primary icon), the alert follows, then the handler gets nil.
    case accepted(name: String?)
    /// Nothing changes, no alert; the handler gets nil (ICON-074).
    case alreadySet
    /// Nothing changes, no alert; the handler gets the error.
    case refused(NSErrorValue)

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }

  /// All checks in their order.
  public let steps: [Step]
  /// What comes of the request, with the name that is stored or the error that the handler gets.
  public let result: Result
  /// The fact that decided.
  public let fact: FactID
  /// The check that ended the request; nil when all passed.
  public let decidingCheck: AlternateIconCheck.Name?

  /// Runs the checks in order; the first one that fails ends the request (ICON-001).
  ///
  /// - Parameter looksAhead: also asks the checks behind that one, which the system does not.
  init(_ question: AlternateIconQuestion, looksAhead: Bool = false) {
    var steps: [Step] = []
    steps.reserveCapacity(AlternateIconCheck.all.count)
    var end: (result: Result, fact: FactID, check: AlternateIconCheck.Name)?
    var skipsRest = false
    for check in AlternateIconCheck.all {
      let status: Status
      var wouldFail = false
      if end != nil {
        status = .notReached
        if looksAhead, end?.result.isRefusal == true, !skipsRest {
          switch check.find(question) {
          case .failed: wouldFail = true
          // What lies behind these would not be asked either.
          case .succeedsAtOnce, .restDoesNotConcern: skipsRest = true
          case .passed, .notInThisVersion: break
          }
        }
      } else if skipsRest {
        status = .skipped
      } else {
        switch check.find(question) {
        case .passed: status = .passed
        case .notInThisVersion: status = .notInThisVersion
        case .restDoesNotConcern:
          status = .skipped
          skipsRest = true
        case .succeedsAtOnce:
          status = .succeededAtOnce
          end = (.alreadySet, check.fact, check.name)
        case .failed(let error, let fact):
          status = .failed
          end = (.refused(error), fact, check.name)
        }
      }
      steps.append(Step(number: steps.count + 1, check: check, status: status, wouldFail: wouldFail))
    }
    self.steps = steps
    result = end?.result ?? .accepted(name: question.targetName)
    fact = end?.fact ?? (question.targetName == nil ? "ICON-017" : "ICON-025")
    decidingCheck = end?.check
  }
}
