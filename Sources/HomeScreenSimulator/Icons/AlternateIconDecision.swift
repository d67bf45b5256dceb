internal import AppPackages
import PropertyLists

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

  /// Which check it is. What is said about it goes by this name, never by its place in the order.
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

/// Everything that the decision about a request for another icon depends on.
struct AlternateIconQuestion {
  let os: OSVersion
  let deviceClass: DeviceClass
  /// The kinds of device that the app is built for.
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

  /// The literal that acts like nil (ICON-031).
  static let primaryLiteral = "CFBundlePrimaryIcon"

  /// The requested alternate; nil when the primary icon is meant.
  var targetName: String? {
    requestedName == AlternateIconQuestion.primaryLiteral ? nil : requestedName
  }

  /// Whether the request names the icon that is set (ICON-073, ICON-074); names are compared byte for byte (ICON-026).
  var namesCurrentIcon: Bool {
    switch (targetName, currentName) {
    case (nil, nil): true
    case (let target?, let current?): ExactText.isSame(target, current)
    case (nil, _?), (_?, nil): false
    }
  }

  /// Whether the app can change its icon at all.
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

/// Whether an app can change its icon at all, and why not.
public enum AlternateIconSupport: Sendable, Equatable {
  /// Every iPhone or iPad app, whatever its Info.plist says (ICON-013).
  case supported
  /// Built with the visionOS SDK (ICON-014).
  case visionOSBuild
  /// An iPad app built for the Mac (ICON-015).
  case macCatalystBuild
  /// An app for iPhone only on an iPad, from iPadOS 17 on (ICON-176, ICON-179).
  case iPhoneAppOnIPad

  /// What `supportsAlternateIcons` returns.
  public var isSupported: Bool { self == .supported }

  /// The fact behind it.
  public var fact: FactID {
    switch self {
    case .supported: "ICON-013"
    case .visionOSBuild: "ICON-014"
    case .macCatalystBuild: "ICON-015"
    case .iPhoneAppOnIPad: "ICON-176"
    }
  }
}

/// The service that announces icon changes, as one process finds it.
struct IconService: Hashable {
  /// What a request finds.
  enum State: Equatable {
    case free
    /// The app has a change without an answer (ICON-046).
    case outstanding
    /// Busy with itself for a while; the fact that says why.
    case busy(FactID)
    /// Something modal has closed a moment ago (ICON-050); how many requests were refused since then.
    case afterModal(refusals: Int)
  }

  /// The time after something modal has closed.
  private struct Aftermath: Hashable {
    var refusals = 0
    var end: VirtualTime
  }

  /// The app leaves the system in peace for so long until requests work again (ICON-200).
  private static let quietTime = VirtualTime(milliseconds: 1000)

  /// An accepted change waits for its alert, or the alert for its answer (ICON-046); iOS 26.1 and later.
  private var hasOutstandingAlert = false
  /// Until then the service is busy with what has just ended (ICON-047); nil: it is not.
  private var busyEnd: VirtualTime?
  /// Something modal has closed, and requests get errors (ICON-050); nil: they do not.
  private var aftermath: Aftermath?

  /// What a request finds now.
  /// - Parameter fault: the fault that the system has; `none` where it cannot have one.
  func state(at now: VirtualTime, _ fault: IconFault) -> State {
    if hasOutstandingAlert { return .outstanding }
    switch fault {
    case .busy, .busyUntilReboot: return .busy(fault.fact)
    case .afterModal:
      if let aftermath, now < aftermath.end { return .afterModal(refusals: aftermath.refusals) }
    case .none, .upcall: break
    }
    if let busyEnd, now < busyEnd { return .busy("ICON-047") }
    return .free
  }

  mutating func beginAlert() { hasOutstandingAlert = true }

  mutating func endAlert() { hasOutstandingAlert = false }

  /// An icon alert, or the launch, has just ended: for a while the service is busy (ICON-047).
  mutating func isBusy(until end: VirtualTime) { busyEnd = end }

  /// Something modal has closed.
  mutating func modalClosed(at now: VirtualTime) { aftermath = Aftermath(end: now + Self.quietTime) }

  /// A request was refused because of it, which takes the time from its beginning again.
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
