import AppPackages
import AppSources
import Events
import HomeScreenSimulator

/// Rules about who gets a quick action: nobody, a method that the system does not call, or one of another name.
enum HandlerRules {
  static let all: [any Rule] = [noHandler, adaptorWithoutConfiguration, deadHandler, nearMiss, override]

  // MARK: Nobody

  private static let noHandler = CodeRule(
    RuleDescription(
      "no-handler", .error, "The app has quick actions, but nothing handles them",
      explanation: """
        A quick action is in the menu of the app, but no method that the system calls gets it: a tap on it opens the \
        app and does nothing else. In an app with scenes the scene delegate gets it, in \
        windowScene(_:performActionFor:completionHandler:); the app delegate’s method is never called there, even if \
        the scene delegate has none. In an app without scenes it is the app delegate’s \
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
        """)
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
              help: "Give it an app delegate with @UIApplicationDelegateAdaptor that names a scene delegate in "
                + "application(_:configurationForConnecting:options:).")
          } : withScenes(code)
      }
    guard var fault else { return [] }
    // Those that only code sets may not be there either.
    if subject.declaredTypes.isEmpty { fault.severity = .warning }
    return [fault]
  }

  private static func withoutScenes(_ code: SubjectCode, _ delegate: HandlerClass) -> CodeFault? {
    guard delegate.method(.performAction) == nil else { return nil }
    let launch = [AppCallback.willFinishLaunching, .didFinishLaunching].compactMap { delegate.method($0) }.first {
      !$0.steps.filter { $0.subject == .shortcutItem }.isEmpty
    }
    return CodeFault(
      message: launch.map {
        "\(Words.name($0)) handles a quick action that launches the app, but nothing handles one that comes while it runs"
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
        """)
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

  // MARK: Nobody calls it

  private static let deadHandler = CodeRule(
    RuleDescription(
      "dead-handler", .note, "The app delegate’s code for quick actions never runs, because the app has scenes",
      explanation: """
        In an app with scenes the system calls the scene delegate with a quick action. The app delegate’s \
        application(_:performActionFor:completionHandler:) is never called, and its launch options contain no item. \
        Such code is left over from a time without scenes, and changing it has no effect.
        """,
      facts: ["LAUNCH-021", "LAUNCH-012"])
  ) { code, subject in
    guard code.lifeCycle?.usesScenes == true, subject.oldestOS >= LifeCycle.scene.firstOS, !code.isOpen,
      let delegate = code.appDelegate
    else { return [] }
    var faults: [CodeFault] = []
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
          help: "The item is in the connection options of \(Words.name(.sceneWillConnect, like: "(")).",
          severity: living == nil ? .warning : nil))
    }
    return faults
  }

  private static let nearMiss = CodeRule(
    RuleDescription(
      "selector-near-miss", .warning, "A delegate’s method nearly matches one of the system, so nothing calls it",
      explanation: """
        The system looks up methods of a delegate by their exact names and silently skips those that the delegate \
        does not have. Here a method differs from one of them in a label or a few letters. It is never called.
        """,
      facts: ["LAUNCH-002", "LAUNCH-015", "LAUNCH-022"],
      before: "func application(_ app: UIApplication, performActionForShortcutItem item: UIApplicationShortcutItem, …)",
      after: "func application(_ app: UIApplication, performActionFor item: UIApplicationShortcutItem, …)")
  ) { code, _ in
    code.document.handlers.filter { !$0.roles.contains(.plugin) }.flatMap { handler in
      handler.nearMisses.map { miss in
        let meant = AppCallback(rawValue: miss.meant).map { Words.name($0, like: miss.written) } ?? "“\(miss.meant)”"
        return CodeFault(
          message: "“\(miss.written)” of “\(handler.name)” is never called: the method of the system is \(meant)",
          place: miss.place, help: "Write \(meant), or use a different name.")
      }
    }
  }

  private static let override = CodeRule(
    RuleDescription(
      "category-override", .warning, "A category replaces a method that the app delegate itself may have",
      explanation: """
        A method of a category replaces one with the same selector that the class or another category has: which \
        of them is called is undefined, and the others never are. In a plugin, such a category silently disables \
        the code of the app that installs it.
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
        message: "“\(override.selector)” in \(category) replaces that of “\(override.className)”",
        place: override.place)
    }
  }
}
