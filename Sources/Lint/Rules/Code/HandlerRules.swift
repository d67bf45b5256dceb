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
      explanation: """
        A quick action is in the menu of the app, but no method that the system calls handles quick actions: a tap on \
        the action opens the app and does nothing else. In an app with scenes, the system calls the scene delegate’s \
        windowScene(_:performActionFor:completionHandler:), and never the app delegate’s method, even if the scene \
        delegate has none. In an app without scenes, it calls the app delegate’s \
        application(_:performActionFor:completionHandler:).
        """,
      facts: ["LAUNCH-022", "LAUNCH-021", "LAUNCH-015", "LAUNCH-002"],
      before: """
        class AppDelegate: UIResponder, UIApplicationDelegate {  // of an app with scenes: never called
          func application(
            _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
            completionHandler: @escaping (Bool) -> Void
          ) { completionHandler(open(shortcutItem)) }
        }
        """,
      after: """
        class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          func windowScene(
            _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
            completionHandler: @escaping (Bool) -> Void
          ) { completionHandler(open(shortcutItem)) }
        }
        """),
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
    guard let first = delegates.first, delegates.allSatisfy({ $0.method(.windowScenePerformAction) == nil }) else {
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
      explanation: """
        An app with the SwiftUI life cycle has scenes. Its app delegate, which @UIApplicationDelegateAdaptor \
        creates, gets no quick action; a scene delegate does, and SwiftUI only has one if the app delegate’s \
        application(_:configurationForConnecting:options:) sets its class. Without that method a quick action opens \
        the app and does nothing else, whatever the app delegate or a scene delegate implements.
        """,
      facts: ["LAUNCH-026", "LAUNCH-027"],
      before: """
        class AppDelegate: NSObject, UIApplicationDelegate {
          func application(
            _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
            completionHandler: @escaping (Bool) -> Void
          ) { … }
        }
        """,
      after: """
        class AppDelegate: NSObject, UIApplicationDelegate {
          func application(
            _ application: UIApplication, configurationForConnecting session: UISceneSession,
            options: UIScene.ConnectionOptions
          ) -> UISceneConfiguration {
            let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
            configuration.delegateClass = SceneDelegate.self
            return configuration
          }
        }
        """),
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
      explanation: """
        In an app with scenes the system calls the scene delegate with a quick action. The app delegate’s \
        application(_:performActionFor:completionHandler:) is never called, and its launch options contain no item. \
        Such code is left over from before the app adopted scenes, and changing it has no effect. The system also \
        passes links and activities, such as those of Handoff and Spotlight, only to the scene delegate: if it lacks \
        scene(_:openURLContexts:) or scene(_:continue:), they are lost while the app runs.
        """,
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
    guard code.lifeCycle == .scene, code.unreadSceneDelegate == nil, let first = code.sceneDelegates.first else {
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
      explanation: """
        The system looks up methods of a delegate by their exact names and silently skips those that the delegate \
        does not have. Here a method differs from one of them in a label or a few letters. It is never called.
        """,
      facts: ["LAUNCH-002", "LAUNCH-015", "LAUNCH-022"],
      before: "func application(_ app: UIApplication, performActionForShortcutItem item: UIApplicationShortcutItem, …)",
      after: "func application(_ app: UIApplication, performActionFor item: UIApplicationShortcutItem, …)")
  ) { code, _ in
    code.document.handlers.filter { !$0.roles.contains(.plugin) }.flatMap { handler in
      handler.nearMisses.filter { !$0.isSwift2 }.map { miss in
        let meant = AppCallback(rawValue: miss.meant).map { Words.name($0, like: miss.written) } ?? "“\(miss.meant)”"
        return CodeFault(
          message: "“\(miss.written)” of “\(handler.name)” is never called: the system calls \(meant)",
          place: miss.place, help: "Write \(meant), or use a different name.")
      }
    }
  }

  private static let override = CodeRule(
    RuleDescription(
      "category-override", .warning, "A category replaces a method that the app delegate itself may have",
      explanation: """
        A category’s method replaces a method with the same selector in the class or in another category. It is \
        undefined which of them is called; the others never are. In a plugin, such a category silently disables the \
        code of the app that installs the plugin.
        """,
      facts: ["LAUNCH-002"],
      before: """
        @implementation AppDelegate (QuickActions)
        - (void)applicationDidBecomeActive:(UIApplication *)application {}
        @end
        """,
      after: "// Listen to UIApplicationDidBecomeActiveNotification, or exchange the method and call the original.")
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
        explanation: """
          The method that gets a quick action must call its completion handler and pass whether the app performed the \
          action. Here no path through the method does. No consequence is known: iOS does not terminate the app, \
          and nothing is logged. The async form of the method answers with its return value.
          """,
        facts: ["LAUNCH-044", "LAUNCH-046", "LAUNCH-049"],
        before: """
          func windowScene(
            _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
            completionHandler: @escaping (Bool) -> Void
          ) {
            open(shortcutItem)
          }
          """,
        after: """
          func windowScene(
            _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
            completionHandler: @escaping (Bool) -> Void
          ) {
            completionHandler(open(shortcutItem))
          }
          """), .none
    ) { method, _, _ in
      (
        method.place, "\(Words.name(method)) never calls its completion handler",
        "Call the handler with true after the action is done, or with false if the app does not know the action."
      )
    },
    rule(
      RuleDescription(
        "completion-some-paths", .warning, "A quick action’s completion handler is not called on every path",
        explanation: """
          The completion handler of a quick action must be called exactly once, whatever the outcome. Here the method \
          calls it on some paths only: an early return or a case of a switch ends the method without the call.
          """,
        facts: ["LAUNCH-044", "LAUNCH-046"],
        before: """
          guard let page = Page(shortcutItem.type) else { return }
          show(page)
          completionHandler(true)
          """,
        after: """
          guard let page = Page(shortcutItem.type) else { return completionHandler(false) }
          show(page)
          completionHandler(true)
          """), .some
    ) { method, use, _ in
      (
        use.missing ?? method.place, "on this path \(Words.name(method)) does not call its completion handler",
        "Call the completion handler with false before the method ends here."
      )
    },
    rule(
      RuleDescription(
        "completion-twice", .warning, "A quick action’s completion handler is called twice",
        explanation: """
          The completion handler of a quick action must be called exactly once. Here a path through the method calls \
          it twice. The system is answered only once, so it may have got false for an action that was performed.
          """,
        facts: ["LAUNCH-047", "LAUNCH-044"],
        before: """
          if !isLoggedIn { completionHandler(false) }
          open(shortcutItem)
          completionHandler(true)
          """,
        after: """
          guard isLoggedIn else { return completionHandler(false) }
          open(shortcutItem)
          completionHandler(true)
          """), .twice
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
        "source-unread", .note, "A source of the app could not be read",
        explanation: """
          The rules about code cannot see this file, or a part of it. They may miss a fault, and rules that check \
          whether something is missing report nothing. If the source reader crashed, that is a bug in the \
          reader; all other files were read.
          """)
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
