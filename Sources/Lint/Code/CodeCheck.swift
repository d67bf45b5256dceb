import AppPackages
import AppSources
import HomeScreenSimulator
import PropertyLists

/// Every event that an app declares or handles, tried on its shadow: cold, warm and after the system has ended the app.
enum CodeCheck {
  /// What comes to the app: the quick actions of the Info.plist, those that the code sets, a URL of each scheme that it
  /// declares, and a link of a domain that it is entitled to and a notification where anything in the sources handles one.
  ///
  /// - Parameter items: those of the Info.plist, as the menu shows them.
  static func events(_ items: [ShortcutItem], of package: AppPackage, _ document: SourceDocument) -> [CodeEvent] {
    var types: Set<ExactText> = []
    var events: [CodeEvent] = []
    for item in items + document.shortcutItems where types.insert(ExactText(item.type)).inserted {
      events.append(.quickAction(item))
    }
    events += schemes(package).map { .url("\($0)://open") }
    let others = link(package).map { [$0] } ?? []
    return events
      + (others + [.notification(UserNotification(title: "notification"))]).filter {
        isExpected($0, in: document)
      }
  }

  /// Whether some code is there for an event that nothing declares. Code that knows certain activities only, such as those
  /// of its own windows, expects no link; and from iOS 10 on no tap comes to the method for remote notifications.
  private static func isExpected(_ event: CodeEvent, in document: SourceDocument) -> Bool {
    let methods = document.handlers.flatMap(\.methods).filter {
      $0.name != AppCallback.didReceiveRemoteNotification.rawValue
    }
    return methods.flatMap(\.steps).contains { step in
      guard step.subject == event.subject, step.action != .read else { return false }
      return step.comparison.map { $0.mayHold(event) } ?? true
    }
  }

  /// A link of the first domain that the app is entitled to; one of any where no project tells, and none where it is
  /// entitled to none: then no link comes.
  private static func link(_ package: AppPackage) -> CodeEvent? {
    guard let domains = package.linkDomains else { return .universalLink("https://example.com/") }
    // What only managed devices open is tried on none here.
    guard let domain = domains.first(where: { !$0.isUnfilled && $0.modes != [.managed] }) ?? domains.first
    else { return nil }
    let known = domain.isUnfilled ? "example.com" : domain.pattern
    return .universalLink("https://\(domain.isWildcard ? "www" + known.dropFirst() : known)/")
  }

  private static func schemes(_ package: AppPackage) -> [String] {
    var seen: Set<String> = []
    return URLScheme.declared(in: package.infoPlist).filter {
      !$0.isEmpty && !URLScheme.isUnfilled($0) && seen.insert($0.lowercased()).inserted
    }
  }

  /// What becomes of an event on one device.
  static func cell(
    _ event: CodeEvent, _ launch: CodeTrial.Launch, of package: PreparedPackage, _ code: SubjectCode,
    on model: DeviceModel, os: OSVersion
  ) -> CheckCell {
    do {
      return CheckCell(try CodeTrial(event, launch, of: package, code, on: model, os: os))
    } catch {
      let error = error as? SimulatorError
      return CheckCell(.absent, error?.message ?? "not to be tried", fact: error?.fact)
    }
  }
}

extension CheckCell {
  fileprivate init(_ trial: CodeTrial) {
    let verdict: Verdict =
      switch trial.outcome {
      case .handledOnce: .holds
      case .handledTwice, .lost, .crashes, .unhandled: .fails
      case .notKnown, .notSent, .completed, .reached, .withheld, .ended: .unknown
      }
    let reason = trial.reason.map { ": \($0)" } ?? ""
    self.init(verdict, trial.outcome.text + reason, fact: trial.fact)
    places = trial.places
  }
}
