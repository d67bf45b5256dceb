internal import AppPackages
import PropertyLists

/// The system's decision about an icon request, check by check.
public struct AlternateIconDecision: Sendable {
  /// The outcome of a check.
  public enum Status: Sendable, Equatable {
    case passed
    case failed
    /// The request ended here with success, without an alert (ICON-074).
    case succeededAtOnce
    /// The check does not apply to this request: the primary icon needs no declaration (ICON-005).
    case skipped
    /// This iOS version does not have the check.
    case notInThisVersion
    /// An earlier check ended the request.
    case notReached
  }

  /// A check and its outcome.
  public struct Step: Sendable {
    /// The position in the order, from 1.
    public let number: Int
    /// The check.
    public let check: AlternateIconCheck
    /// The outcome, or the reason for skipping the check.
    public let status: Status
    /// Whether a check that was not reached would also have failed: fixing the first fault is not enough.
    public let wouldFail: Bool
  }

  /// The result of the request.
  public enum Result: Sendable, Equatable {
    /// The name is stored (nil: the primary icon), the alert appears, then the handler gets nil.
    case accepted(name: String?)
    /// Nothing changes, and no alert appears; the handler gets nil (ICON-074).
    case alreadySet
    /// Nothing changes, and no alert appears; the handler gets the error.
    case refused(NSErrorValue)

    var isRefusal: Bool { if case .refused = self { true } else { false } }
  }

  /// All checks, in order.
  public let steps: [Step]
  /// The result of the request, with the stored name or the error for the handler.
  public let result: Result
  /// The fact that decided.
  public let fact: FactID
  /// The check that ended the request; nil when all passed.
  public let decidingCheck: AlternateIconCheck.Name?

  /// Runs the checks in order; the first one that fails ends the request (ICON-001).
  ///
  /// - Parameter looksAhead: whether to also run the checks after the failed one, unlike the system.
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
          // The system skips the remaining checks after one of these.
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

/// A check in the decision about an icon request.
public struct AlternateIconCheck: Sendable {
  /// The finding of a check.
  enum Finding {
    case passed
    /// The request fails: nothing is stored, and no alert appears (ICON-001).
    case failed(NSErrorValue, fact: FactID)
    /// The request succeeds at once, without an alert.
    case succeedsAtOnce
    /// Neither this check nor the following ones apply to the request.
    case restDoesNotConcern
    /// This iOS version does not have the check.
    case notInThisVersion
  }

  /// The name of a check. The raw values are the words in the JSON form.
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

  /// The name of the check. Texts about it use this name, not its position in the order.
  public let name: Name
  /// The condition of the check, as a sentence that is true if it passes.
  public let title: String
  /// The fact it implements.
  public let fact: FactID
  let find: @Sendable (AlternateIconQuestion) -> Finding

  /// All checks, in order (ICON-001): the steps of the ledger. Storing the name and showing the alert are not checks.
  ///
  /// The order implies ICON-002 (inactive comes before undeclared), ICON-003 (unsupported comes before both), ICON-004
  /// (an outstanding alert comes before undeclared) and ICON-049 (inactive comes before an outstanding alert). No check
  /// looks at a picture (ICON-006).
  static let all: [AlternateIconCheck] = [
    AlternateIconCheck(name: .support, title: "alternate icons are supported", fact: "ICON-044") { question in
      let support = question.support
      return support.isSupported ? .passed : .failed(.featureUnsupported, fact: support.fact)
    },
    AlternateIconCheck(name: .activity, title: "the app is active", fact: "ICON-041") { question in
      question.applicationState == .active ? .passed : .failed(.operationCancelled, fact: "ICON-041")
    },
    AlternateIconCheck(name: .policy, title: "the device's policy allows it", fact: "ICON-045") { question in
      question.educationMode ? .failed(.forbiddenByPolicy, fact: "ICON-045") : .passed
    },
    AlternateIconCheck(name: .identity, title: "the app runs under its own identity", fact: "ICON-054") { question in
      guard let signedAs = question.signedAs, signedAs != question.bundleIdentifier else { return .passed }
      return .failed(.identityMismatch, fact: "ICON-054")
    },
    AlternateIconCheck(name: .change, title: "the name differs from the current one", fact: "ICON-074") { question in
      guard question.os >= .systemIconAlert else { return .notInThisVersion }
      return question.namesCurrentIcon && !question.alertsForSameIcon ? .succeedsAtOnce : .passed
    },
    AlternateIconCheck(name: .alert, title: "no icon alert is outstanding, and its service is free", fact: "ICON-046") {
      question in
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
      question.icons.hasDictionary ? .passed : .failed(.iconsDictionaryMissing, fact: "ICON-038")
    },
    AlternateIconCheck(name: .declaration, title: "the name is declared in it", fact: "ICON-039") { question in
      guard let name = question.targetName, !question.icons.declares(name) else { return .passed }
      return .failed(.iconNameNotFound, fact: "ICON-039")
    },
  ]
}

/// The inputs of the decision about an icon request.
struct AlternateIconQuestion {
  let os: OSVersion
  let deviceClass: DeviceClass
  /// The device families that the app supports.
  let deviceFamilies: [DeviceClass]
  let sdk: BuildSDK?
  let applicationState: ApplicationState
  let educationMode: Bool
  let bundleIdentifier: String
  let signedAs: String?
  let currentName: String?
  let requestedName: String?
  let alertService: IconService.State
  let icons: IconDeclarations
  /// The condition of this name on the device; `why` cannot set it (ICON-296).
  var alertsForSameIcon = false

  /// The literal that acts like nil (ICON-031).
  static let primaryLiteral = "CFBundlePrimaryIcon"

  /// The requested alternate; nil for the primary icon.
  var targetName: String? { requestedName == AlternateIconQuestion.primaryLiteral ? nil : requestedName }

  /// Whether the request names the current icon (ICON-073, ICON-074); names are compared byte for byte (ICON-026).
  /// Here, ``AlternateIconQuestion/primaryLiteral`` does not name the primary icon (ICON-031).
  var namesCurrentIcon: Bool {
    switch (requestedName, currentName) {
    case (nil, nil): true
    case (let target?, let current?): ExactText.isSame(target, current)
    case (nil, _?), (_?, nil): false
    }
  }

  /// Whether the app can change its icon.
  var support: AlternateIconSupport {
    switch sdk?.platform {
    case .visionOS: return .visionOSBuild
    case .macCatalyst: return .macCatalystBuild
    case .iOS, nil: break
    }
    let isForIPhoneOnly = deviceFamilies == [.iPhone]
    return deviceClass == .iPad && isForIPhoneOnly && os >= .iPhoneAppsOnIPadRefused ? .iPhoneAppOnIPad : .supported
  }
}

/// Whether an app can change its icon, or why not.
public enum AlternateIconSupport: Sendable, Equatable {
  /// An iPhone or iPad app, with any Info.plist (ICON-013).
  case supported
  /// Built with the visionOS SDK (ICON-014).
  case visionOSBuild
  /// An iPad app built for the Mac (ICON-015).
  case macCatalystBuild
  /// An iPhone-only app on an iPad, from iPadOS 17 on (ICON-176, ICON-179).
  case iPhoneAppOnIPad

  /// The value of `supportsAlternateIcons`.
  public var isSupported: Bool { self == .supported }

  /// The fact about this answer.
  public var fact: FactID {
    switch self {
    case .supported: "ICON-013"
    case .visionOSBuild: "ICON-014"
    case .macCatalystBuild: "ICON-015"
    case .iPhoneAppOnIPad: "ICON-176"
    }
  }
}

/// The service that announces icon changes, as seen by one process.
struct IconService: Hashable {
  /// The state of the service for a request.
  enum State: Equatable {
    case free
    /// The app has a change without an answer (ICON-046).
    case outstanding
    /// The service is busy for a while, with the fact that explains it.
    case busy(FactID)
    /// A modal controller has just closed (ICON-050), with the number of requests refused since then.
    case afterModal(refusals: Int)
  }

  /// The time after a modal controller has closed.
  private struct Aftermath: Hashable {
    var refusals = 0
    var end: VirtualTime
  }

  /// The time without requests after which requests work again (ICON-200).
  private static let quietTime = VirtualTime(milliseconds: 1000)

  /// Whether an accepted change waits for its alert, or the alert for its answer (ICON-046); iOS 26.1 and later.
  private var hasOutstandingAlert = false
  /// The time until which the service is busy with the last change or launch (ICON-047); nil if it is not busy.
  private var busyEnd: VirtualTime?
  /// The time after a modal controller has closed, in which requests fail (ICON-050); nil at other times.
  private var aftermath: Aftermath?

  /// Returns the state for a request at this time.
  /// - Parameter fault: the fault that the system has; `none` if it cannot have one.
  func state(at now: VirtualTime, _ fault: IconFault) -> State {
    if hasOutstandingAlert { return .outstanding }
    switch fault {
    case .busy, .busyUntilReboot: return .busy(fault.fact)
    case .afterModal: if let aftermath, now < aftermath.end { return .afterModal(refusals: aftermath.refusals) }
    case .none, .upcall: break
    }
    if let busyEnd, now < busyEnd { return .busy("ICON-047") }
    return .free
  }

  mutating func beginAlert() { hasOutstandingAlert = true }

  mutating func endAlert() { hasOutstandingAlert = false }

  /// Makes the service busy for a while after an icon alert or the launch (ICON-047).
  mutating func isBusy(until end: VirtualTime) { busyEnd = end }

  /// Records that a modal controller has closed.
  mutating func modalClosed(at now: VirtualTime) { aftermath = Aftermath(end: now + Self.quietTime) }

  /// Records a request that was refused because a modal controller has closed. The time without requests starts again.
  mutating func refused(at now: VirtualTime) {
    aftermath?.refusals += 1
    aftermath?.end = now + Self.quietTime
  }

  func write(to state: inout DeviceState, at path: String, now: VirtualTime) {
    state.write("\(path).isOutstanding", isSet: hasOutstandingAlert)
    if let busyEnd, now < busyEnd { state.write("\(path).busyFor", busyEnd - now) }
    guard let aftermath, now < aftermath.end else { return }
    state.write("\(path).refusesFor", aftermath.end - now)
    state.write("\(path).refusals", aftermath.refusals)
  }
}
