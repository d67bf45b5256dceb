package import AppPackages
package import AppSources
import PropertyLists

extension Device {
  /// Returns the deliveries in a trace of this device. If an app runs the code of its sources, they decide why a quick
  /// action or a link is lost, and whether its outcome is known.
  package func deliveries(in trace: Trace) -> [DeliveryRecord] {
    let records = trace.deliveries()
    return records.map { record in
      let isHandled = [.handledOnce, .handledTwice].contains(record.outcome)
      guard isHandled || [.lost, .unhandled, .completed, .reached].contains(record.outcome),
        record.type != nil || record.isLink && records.count(where: { $0.label == record.label }) == 1,
        let app = apps.first(where: { $0.bundleIdentifier == record.app }), let code = app.code as? SourceDrivenCode,
        code.takesDoubtful || !isHandled, let package = try? app.package
      else { return record }
      let link: CodeEvent = record.label.hasPrefix("http") ? .universalLink(record.label) : .url(record.label)
      let verdict = CodeVerdict(
        record.type.map { .quickAction(ShortcutItem(type: $0, localizedTitle: $0)) } ?? link,
        code.handlings.filter { record.type == nil ? $0.event == link : $0.delivery == record.number },
        delivery: record.type.flatMap { _ in record.number }, sentTo: record.method, of: code, in: package)
      guard [.lost, .notKnown].contains(verdict.outcome) else { return record }
      var judged = record
      judged.reason = verdict.text
      // The trace shows whether code ran for a quick action, and only that a link reached a method.
      if verdict.outcome == .notKnown || record.type == nil { judged.judged = verdict.outcome }
      return judged
    }
  }
}

/// What the sources decide about an event: for `check`, `why`, `trace.handling`, `assert.handled_once` and the REPL.
package struct CodeVerdict {
  package private(set) var outcome: DeliveryOutcome
  /// The reason, if the outcome does not explain it.
  package private(set) var reason: String?
  /// The lines of source that decide, the main one first.
  package private(set) var places: [SourcePlace]
  /// Whether no code gets a notification, so that a tap only opens the app.
  package private(set) var onlyOpens = false

  private let event: CodeEvent
  private let appCode: SourceDrivenCode
  private var code: SubjectCode { appCode.code }

  /// The reason for values and conditions that cannot be read, such as the result of a launch method or clearing an item.
  private static let openReason = "what this line does is only known at run time"

  /// The reason for an event that goes to a framework, alone or in the options of a launch.
  private static let passedReason = "it is passed to code that was not read"

  private static let unsetReason = "code that was not read may set the notification centre’s delegate"

  private static let conditionReason = "it depends on a run-time condition"

  private static let windowReason = "the window of the app delegate is nil in an app with scenes, and no code sets it"

  private static let unheardReason = "no code that was read uses what this line posts or stores"

  private static let choiceReason = "it is unknown which scene delegate gets it"

  /// Judges an event.
  ///
  /// - Parameters:
  ///   - handlings: the times when the sources would have handled it.
  ///   - delivery: the number of its delivery; nil if it is the only one.
  ///   - method: the method that must handle it; nil if it was not sent.
  package init(
    _ event: CodeEvent, _ handlings: [SourceDrivenCode.Handling], delivery: Int? = nil, sentTo method: AppCallback?,
    of appCode: SourceDrivenCode, in package: AppPackage
  ) {
    (self.event, self.appCode) = (event, appCode)
    let certain = handlings.filter { $0.isCertain && !$0.isPassed }
    // Code that was not read decides before a comparison that does not know the event.
    let isPassed = certain.isEmpty && handlings.contains(where: \.isPassed)
    let passes = handlings.filter { $0.isPassed && !$0.isDecided }
    places = (!isPassed ? handlings : passes.isEmpty ? handlings.filter(\.isPassed) : passes).map(\.place)
    let open = appCode.openPlaces.first { delivery == nil || $0.delivery == delivery }?.place
    outcome = DeliveryOutcome(handled: certain.count, possible: handlings.count - certain.count, isOpen: open != nil)
    if let method, handlings.isEmpty { explainLoss(method) }
    if outcome == .notKnown, handlings.isEmpty, let place = appCode.offerPlace {
      // Code that takes the event from the options decides before a later line does.
      (reason, places) = (Self.passedReason, [place])
    } else if outcome == .notKnown, handlings.isEmpty, let base = code.unreadBase, method?.receiver == .appDelegate {
      // What a launch method returns does not matter if only this class can have code for the event.
      reason = "\(base) may handle it"
    } else if outcome == .notKnown {
      // A line that is uncertain itself explains more than a value that cannot be read.
      let isOpen = open != nil && certain.count == handlings.count
      let needsWindow = places.first.map(code.needsUnsetWindow) == true
      let isUnheard = places.first.map(code.isUnheard) == true
      reason =
        isOpen
        ? Self.openReason
        : needsWindow
          ? Self.windowReason
          : isUnheard ? Self.unheardReason : !passes.isEmpty ? Self.passedReason : Self.conditionReason
      places = (isOpen ? [open].compactMap(\.self) : []) + (handlings.isEmpty ? [] : places)
    } else if outcome == .lost, let doubt = doubtOfLoss(method, in: package) {
      (outcome, reason, places) = (.notKnown, doubt.reason, doubt.places)
    } else if outcome == .lost, let (store, place) = appCode.forgotten {
      (reason, places) = ("it is stored in “\(store)”, and nothing reads it", [place])
    } else if outcome == .handledOnce, let method, let doubt = doubtOfHandling(method) {
      (outcome, reason) = (.notKnown, doubt)
      if doubt == Self.choiceReason, let place = code.scenePlace { places.insert(place, at: 0) }
    } else if outcome == .handledOnce, method?.receiver == .sceneDelegate, let window = code.lostWindow(in: package) {
      (outcome, reason, places) = (.notKnown, "no code keeps this window, so the screen stays black", [window])
    }
  }

  /// The verdict in words: the reason and the line.
  var text: String { (reason ?? "") + (places.first.map { " at \($0.file):\($0.line)" } ?? "") }

  private var mayReachViews: Bool { event.subject == .url || event.subject == .userActivity }

  /// Returns why a loss is uncertain, with the lines that decide; nil if it is certain.
  private mutating func doubtOfLoss(_ method: AppCallback?, in package: AppPackage) -> (
    reason: String, places: [SourcePlace]
  )? {
    if method?.receiver == .sceneDelegate, let base = code.firstSceneDelegate.flatMap(code.unreadBase) {
      return ("\(base) may handle it", places)
    }
    if method?.receiver == .sceneDelegate, let name = code.unreadSceneDelegate {
      let gap = package.sourceFiles()?.isWhole == false ? ": sources of the target are missing in this copy" : ""
      return ("the scene delegate “\(name)” was not read\(gap)", places)
    }
    if let part = code.unreadPart { return ("\(part) may handle it", places) }
    if code.lifeCycle == .swiftUI, code.views == nil, mayReachViews {
      return ("no view that was read takes links", places)
    }
    if code.appDelegate == nil, code.firstSceneDelegate == nil, code.views == nil {
      return ("the sources have no delegate", places)
    }
    if code.lifeCycle == nil, appCode.hasScenes { return ("it is uncertain whether the app has scenes", places) }
    if let place = appCode.offerPlace { return (Self.passedReason, [place]) }
    if let place = appCode.keptPlace {
      return ("it is stored here, and code that was not followed may use it", [place])
    }
    if method?.receiver == .sceneDelegate {
      // The app delegate of a SwiftUI app may return a configuration that was not read.
      let choice = code.lifeCycle == .swiftUI ? code.appDelegate?.method(.configurationForConnecting) : nil
      let isOpen = choice.map {
        $0.sceneDelegate == nil && $0.configuration?.literal == nil && $0.configuration != .null
      }
      // If no delegate has code for the event, it does not matter which one gets it.
      let mayTake = code.sceneDelegates.contains { delegate in
        code.unreadBase(of: delegate) != nil
          || method.flatMap(delegate.method)?.steps.contains { $0.subject == event.subject } ?? false
      }
      if code.hasSeveralSceneDelegates && mayTake || isOpen == true {
        return (Self.choiceReason, code.scenePlace.map { [$0] } ?? places)
      }
    }
    if package.isUnresolved(event.name) { return ("it contains a build setting that is unknown", []) }
    if case .url(let url) = event, let session = code.document.webSession(for: url) {
      return ("a web sign-in session gets the URLs of this scheme", [session.place])
    }
    guard event.subject == .notification else { return nil }
    // Many apps only want to show notifications while they run, and SDKs may add the method.
    if let centre = code.silentNotificationDelegate {
      let method = AppCallback.didReceiveNotificationResponse.swiftName
      // Reports differ on whether the older method gets the tap then (LAUNCH-089).
      if code.lifeCycle == .appDelegate, let older = code.appDelegate?.method(.didReceiveRemoteNotification),
        older.isIdle != true
      {
        return ("iOS may call \(older.written) for a tap", [older.place])
      }
      onlyOpens = true
      return ("\(centre.name) has no \(method), so a tap only opens the app", [centre.place])
    }
    if let unused = code.unusedDelegate, unused.roles.contains(.notificationDelegate) {
      return ("it is unknown whether \(unused.name) is the notification centre’s delegate", [unused.place])
    }
    return code.lacksNotificationDelegate
      ? (Self.unsetReason, []) : nil
  }

  /// Returns why a method may not get the event: its `#if`, or the scene delegate that the app delegate chooses.
  private func doubtOfHandling(_ method: AppCallback) -> String? {
    if let condition = code.conditionInDoubt(of: method.rawValue) {
      return "\(method.swiftName) is inside “#if \(condition)”"
    }
    let isSet = code.document.handlers.contains { $0.roles.contains(.notificationDelegate) }
    if method == .didReceiveNotificationResponse, !isSet { return Self.unsetReason }
    guard method.receiver == .sceneDelegate, code.hasSeveralSceneDelegates,
      let choice = code.appDelegate?.method(.configurationForConnecting), choice.sceneDelegate == nil,
      choice.configuration?.literal == nil
    else { return nil }
    return Self.choiceReason
  }

  /// Finds the line that should have handled the event, or the class that lacks the method.
  private mutating func explainLoss(_ method: AppCallback) {
    let handler = method.receiver == .sceneDelegate ? code.firstSceneDelegate : code.appDelegate
    let opener = mayReachViews ? code.views?.methods.first { $0.name == "onOpenURL" } : nil
    if handler == nil, let opener { return explainIdling(of: opener) }
    // A view is not the cause. The app delegate is not if the event goes to scenes, unless it makes their configuration.
    if handler == nil, let entry = code.document.entry, entry.kind == .swiftUI {
      let choice = mayReachViews ? nil : code.appDelegate?.method(.configurationForConnecting)
      let kind = method.receiver == .sceneDelegate ? "scene" : "app"
      places = [choice?.place ?? code.unusedDelegate?.place ?? entry.place]
      reason =
        choice.map { "\($0.written) sets no delegateClass" }
        ?? code.unusedDelegate.map { "nothing creates \($0.name): no @UIApplicationDelegateAdaptor names it" }
        ?? (mayReachViews ? "no view has onOpenURL" : "no \(kind) delegate is set")
      return
    }
    if handler == nil, method.receiver == .sceneDelegate, let lack = code.lackOfSceneDelegate {
      (places, reason) = ([lack.place], lack.reason)
      return
    }
    guard let handler = handler ?? code.appDelegate else { return }
    if let own = handler.methods.first(where: { $0.name == method.rawValue }) {
      explainIdling(of: own)
    } else {
      (places, reason) = ([handler.place], "\(handler.name) has no \(method.swiftName)")
    }
  }

  /// Explains that the method handles only one other event, or does nothing with this one.
  private mutating func explainIdling(of method: HandlerMethod) {
    let texts = Set(appCode.otherTexts.map { ExactText($0.text.shown) })
    let isOnly = texts.count == 1 && appCode.idlePlace == nil
    places = [appCode.idlePlace ?? appCode.otherTexts.last?.place ?? appCode.lastPlace ?? method.place]
    // A launch method that returns false keeps the system from calling this one.
    let written = (appCode.lastMethod ?? method).written
    reason = isOnly ? "only “\(texts.first?.text ?? "")” is handled" : "\(written) does nothing with it"
  }
}
