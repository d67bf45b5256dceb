import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the receiver of a quick action: a missing one, one that the system never calls, one with a wrong name.
enum HandlerRules {
  static let all: [any Rule] = [noHandler, adaptorWithoutConfiguration, deadHandler, nearMiss, override]

  // MARK: No handler

  private static let noHandler = CodeRule(
    RuleDescription(
      "no-handler", .error, "The app has quick actions, but nothing handles them",
      facts: ["LAUNCH-022", "LAUNCH-021", "LAUNCH-015", "LAUNCH-002"]),
    if: .lost(.cold, .warm, .jetsam)
  ) { code, subject in
    guard subject.hasItems, !code.isOpen, let lifeCycle = code.lifeCycle else { return [] }
    let fault =
      switch lifeCycle {
      case .appDelegate: code.appDelegate.flatMap { withoutScenes(code, $0) }
      case .scene: withScenes(code)
      case .swiftUI:
        code.appDelegate == nil
          ? code.document.entry.map { entry in
            CodeFault(
              message: "the app has quick actions, but SwiftUI’s App does not pass them on", place: entry.place,
              help: "Give the App an app delegate with @UIApplicationDelegateAdaptor that names a scene delegate in "
                + "application(_:configurationForConnecting:options:).")
          } : withScenes(code)
      }
    guard var fault else { return [] }
    // Quick actions that only code sets may be missing too.
    if subject.declaredTypes.isEmpty { fault.severity = .warning }
    return [fault]
  }

  private static func withoutScenes(_ code: SubjectCode, _ delegate: HandlerClass) -> CodeFault? {
    guard delegate.method(.performAction) == nil else { return nil }
    let launch = [AppCallback.willFinishLaunching, .didFinishLaunching].first { !delegate.steps(in: $0).isEmpty }
      .flatMap(delegate.method)
    return CodeFault(
      message: launch.map {
        "\(Words.name($0)) handles a quick action that launches the app, but nothing handles one that arrives while the app runs"
      } ?? "the app has quick actions, but “\(delegate.name)” does not implement "
        + "\(Words.name(.performAction, like: delegate.methods.first?.written ?? "("))",
      place: launch?.place ?? delegate.place)
  }

  private static func withScenes(_ code: SubjectCode) -> CodeFault? {
    let delegates = code.sceneDelegates
    // What iOS cannot load may have the method.
    guard code.misnamedDelegate == nil, let first = delegates.first,
      delegates.allSatisfy({ $0.method(.windowScenePerformAction) == nil })
    else {
      return nil
    }
    let missing = Words.name(.windowScenePerformAction, like: first.methods.first?.written ?? "(")
    let help = "Implement \(missing) in “\(first.name)”."
    if let dead = code.appDelegate?.method(.performAction) {
      return CodeFault(
        message: "\(Words.name(dead)) is never called in an app with scenes, but no scene delegate has \(missing)",
        place: dead.place, help: help, others: [first.place])
    }
    let connect = delegates.lazy.compactMap { $0.method(.sceneWillConnect) }.first
    let isHandledCold = delegates.contains { !$0.steps(in: .sceneWillConnect).isEmpty }
    return CodeFault(
      message: isHandledCold
        ? "a quick action is handled when it connects the scene, but lost while the app runs: no scene delegate has "
          + missing : "the app has quick actions, but no scene delegate has \(missing)",
      place: connect?.place ?? first.place, help: help)
  }

  private static let adaptorWithoutConfiguration = CodeRule(
    RuleDescription(
      "adaptor-without-configuration", .error,
      "SwiftUI’s app delegate names no scene delegate, so quick actions are lost",
      facts: ["LAUNCH-026", "LAUNCH-027"]),
    if: .lost(.cold, .warm, .jetsam)
  ) { code, subject in
    guard code.lifeCycle == .swiftUI, subject.hasItems, !code.isOpen, let delegate = code.appDelegate,
      delegate.method(.configurationForConnecting) == nil, code.sceneDelegates.isEmpty
    else { return [] }
    let dead = delegate.method(.performAction)
    return [
      CodeFault(
        message: dead.map { "\(Words.name($0)) is never called in a SwiftUI app, and no scene delegate is named" }
          ?? "the app has quick actions, but “\(delegate.name)” names no scene delegate that could get them",
        place: dead?.place ?? delegate.place,
        help: "Implement “\(AppCallback.configurationForConnecting.swiftName)” and set delegateClass.",
        severity: subject.declaredTypes.isEmpty ? .warning : nil)
    ]
  }

  // MARK: Methods that are never called

  private static let deadHandler = CodeRule(
    RuleDescription(
      "dead-handler", .note,
      "The app delegate’s code for quick actions or links never runs, because the app has scenes",
      facts: ["LAUNCH-021", "LAUNCH-012", "LAUNCH-032"])
  ) { code, subject in
    guard code.lifeCycle?.usesScenes == true, !code.isOpen, let delegate = code.appDelegate else { return [] }
    var faults = deadLinks(code, delegate)
    // An older system calls these methods.
    guard subject.oldestOS >= LifeCycle.scene.firstOS else { return faults }
    let living = code.sceneDelegates.lazy.compactMap { $0.method(.windowScenePerformAction) }.first
    if let dead = delegate.method(.performAction), let living {
      faults.append(
        CodeFault(
          message: "\(Words.name(dead)) is never called in an app with scenes; \(Words.name(living)) is",
          place: dead.place, help: "Remove it.", others: [living.place]))
    }
    if let step = delegate.steps(in: .willFinishLaunching, .didFinishLaunching).first {
      faults.append(
        CodeFault(
          message: "in an app with scenes the launch options contain no quick action", place: step.place,
          help: "Read the item from the connection options of \(Words.name(.sceneWillConnect, like: "(")).",
          severity: living == nil ? .warning : nil))
    }
    return faults
  }

  /// Returns the app delegate’s methods for links and activities that no scene delegate has.
  private static func deadLinks(_ code: SubjectCode, _ delegate: HandlerClass) -> [CodeFault] {
    guard code.lifeCycle == .scene, code.unreadSceneDelegate == nil, code.misnamedDelegate == nil,
      let first = code.sceneDelegates.first
    else {
      return []
    }
    let pairs: [(AppCallback, AppCallback, String)] = [
      (.openURL, .sceneOpenURLContexts, "a link"), (.continueUserActivity, .sceneContinueUserActivity, "an activity"),
    ]
    return pairs.compactMap { old, new, event in
      guard let dead = delegate.method(old), code.sceneDelegates.allSatisfy({ $0.method(new) == nil }) else {
        return nil
      }
      let missing = Words.name(new, like: first.methods.first?.written ?? "(")
      return CodeFault(
        message: "the system never calls \(Words.name(dead)) in an app with scenes, and no scene delegate has "
          + "\(missing): \(event) that arrives while the app runs is lost",
        place: dead.place, help: "Implement \(missing) in “\(first.name)”.", others: [first.place])
    }
  }

  private static let nearMiss = CodeRule(
    RuleDescription(
      "selector-near-miss", .warning,
      "A delegate’s method nearly matches one that the system calls, but is never called",
      facts: ["LAUNCH-002", "LAUNCH-015", "LAUNCH-022"])
  ) { code, _ in
    code.document.handlers.filter { !$0.roles.contains(.plugin) }.flatMap { handler in
      handler.nearMisses.filter { !$0.isSwift2 }.map { miss in
        let meant = AppCallback(rawValue: miss.meant).map { Words.name($0, like: miss.written) } ?? "“\(miss.meant)”"
        if meant.contains("“\(miss.written)”") {
          return CodeFault(
            message: "“\(miss.written)” of “\(handler.name)” is never called: the class does not conform to "
              + "UIWindowSceneDelegate", place: miss.place,
            help: "Write UIWindowSceneDelegate instead of UISceneDelegate.")
        }
        return CodeFault(
          message: "“\(miss.written)” of “\(handler.name)” is never called: the system calls \(meant)",
          place: miss.place, help: "Write \(meant), or use a different name.")
      }
    }
  }

  private static let override = CodeRule(
    RuleDescription(
      "category-override", .warning, "A category replaces a method that the app delegate itself may have",
      facts: ["LAUNCH-002"])
  ) { code, _ in
    code.document.overrides.filter { !$0.callsOriginal }.map { override in
      let category = override.category.isEmpty ? "a class extension" : "the category “\(override.category)”"
      return CodeFault(
        message: "“\(override.selector)” in \(category) replaces the method of “\(override.className)”",
        place: override.place)
    }
  }
}

/// Rules about the completion handler of a quick action.
enum CompletionRules {
  static let all: [any Rule] = [
    rule(
      RuleDescription(
        "completion-never", .warning, "A quick action’s completion handler is never called",
        facts: ["LAUNCH-044", "LAUNCH-046", "LAUNCH-049"]), .none
    ) { method, _, _ in
      (
        method.place, "\(Words.name(method)) never calls its completion handler",
        "Call the handler with true after the action is done, or with false if the app does not know the action."
      )
    },
    rule(
      RuleDescription(
        "completion-some-paths", .warning, "A quick action’s completion handler is not called on every path",
        facts: ["LAUNCH-044", "LAUNCH-046"]), .some
    ) { method, use, _ in
      (
        use.missing ?? method.place, "on this path \(Words.name(method)) does not call its completion handler",
        "Call the completion handler with false before the method ends here."
      )
    },
    rule(
      RuleDescription(
        "completion-twice", .warning, "A quick action’s completion handler is called twice",
        facts: ["LAUNCH-047", "LAUNCH-044"]), .twice
    ) { method, use, code in
      let first = use.calls.first.map { " (first on line \($0.line))" } ?? ""
      return (
        use.calls.dropFirst().first ?? method.place,
        "\(Words.name(method)) calls its completion handler a second time\(first): the system is answered only once",
        "Return after the first call."
      )
    },
  ]

  /// Returns a rule about one use of the handler, only in methods that the system calls.
  private static func rule(
    _ description: RuleDescription, _ paths: CompletionUse.Paths,
    _ text: @escaping @Sendable (HandlerMethod, CompletionUse, SubjectCode) -> (SourcePlace, String, String)
  ) -> any Rule {
    CodeRule(description) { code, subject in
      code.called(.performAction, .windowScenePerformAction).compactMap { _, method in
        guard let use = method.completion, use.paths == paths else { return nil }
        let (place, message, help) = text(method, use, code)
        // Without a quick action, users never see the effect.
        return CodeFault(
          message: message, place: place, help: help, severity: subject.hasItems ? nil : .note,
          others: place == method.place ? [] : [method.place])
      }
    }
  }
}

/// The names of code in messages.
enum Words {
  /// Returns the name as written: `“windowScene(_:performActionFor:completionHandler:)”`
  static func name(_ method: HandlerMethod) -> String { "“\(method.written)”" }

  /// Returns the name of the system's method, in the language of the code around it.
  static func name(_ callback: AppCallback, like written: String) -> String {
    // Objective-C selectors have no parentheses.
    "“\(written.contains("(") ? callback.swiftName : callback.selector)”"
  }
}

/// `source-unread`
enum SourceReadingRules {
  static let all: [any Rule] = [
    CodeRule(
      RuleDescription(
        "source-unread", .note, "A source of the app could not be read")
    ) { code, _ in
      code.document.unread.map { unread in
        CodeFault(
          message: text(unread.reason), place: unread.place,
          severity: [.crashed, .tooDeep].contains(unread.reason) ? .warning : nil)
      }
    }
  ]

  private static func text(_ reason: UnreadSource.Reason) -> String {
    switch reason {
    case .unreadable: "the source is missing, or access is denied"
    case .outside: "the source is a link that leads out of the project"
    case .tooLarge: "the source is too long"
    case .notUTF8: "the source is not UTF-8"
    case .tooDeep: "brackets are nested too deeply for the source reader"
    case .unparsed: "from here on, the reader cannot parse the source; the rest was read"
    case .crashed: "the source reader crashed while it read this file; all other files were read"
    }
  }
}
