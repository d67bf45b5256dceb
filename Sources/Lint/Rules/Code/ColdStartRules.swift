import AppPackages
import AppSources
import Events
import HomeScreenSimulator

/// Rules about the two ways in which a quick action comes to an app: with the launch, or while it runs.
enum ColdStartRules {
  static let all: [any Rule] = [coldLost, handledTwice]

  private static let coldLost = CodeRule(
    RuleDescription(
      "cold-lost", .error, "A quick action that launches the app is lost",
      explanation: """
        In an app with scenes a quick action that launches the app, or connects its scene again, is only in the \
        connection options: windowScene(_:performActionFor:completionHandler:) is not called. Here a scene delegate \
        implements that method, so the action works while the app is in the background. But nothing reads the item \
        of the connection options: if iOS has ended the app before, the action opens it and does nothing else.
        """,
      facts: ["LAUNCH-013", "LAUNCH-017", "LAUNCH-019", "LAUNCH-035"],
      before: """
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
          window = UIWindow(windowScene: scene as! UIWindowScene)
        }
        """,
      after: """
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
          window = UIWindow(windowScene: scene as! UIWindowScene)
          savedItem = options.shortcutItem  // done, and cleared, in sceneDidBecomeActive
        }
        """)
  ) { code, subject in
    guard code.lifeCycle?.usesScenes == true, !code.isOpen,
      let delegate = code.sceneDelegates.first(where: { $0.method(.windowScenePerformAction) != nil }),
      let handler = delegate.method(.windowScenePerformAction)
    else { return [] }
    let connecting = code.document.handlers.flatMap { $0.steps(in: .sceneWillConnect, .configurationForConnecting) }
    guard connecting.isEmpty else { return [] }
    let connect = delegate.method(.sceneWillConnect)
    return [
      CodeFault(
        message: connect.map { "\(Words.name($0)) does not read the quick action that launches the app: it is lost" }
          ?? "“\(delegate.name)” has no scene(_:willConnectTo:options:): a quick action that launches the app is lost",
        place: connect?.place ?? delegate.place,
        help: "Read shortcutItem of the connection options, keep it, and act on it in sceneDidBecomeActive.",
        severity: subject.hasItems ? nil : .note, others: [handler.place])
    ]
  }

  private static let handledTwice = CodeRule(
    RuleDescription(
      "handled-twice", .warning, "A quick action that launches the app is handled twice",
      explanation: """
        Without scenes, a launch method that has handled the quick action must return false, or iOS calls \
        application(_:performActionFor:completionHandler:) with the same item afterwards. With scenes, the item is \
        in the options of application(_:configurationForConnecting:options:) and in those of \
        scene(_:willConnectTo:options:): only one of the two may act on it.
        """,
      facts: ["LAUNCH-005", "LAUNCH-004", "LAUNCH-028"],
      before: """
        if let item = launchOptions?[.shortcutItem] as? UIApplicationShortcutItem { open(item) }
        return true
        """,
      after: """
        if let item = launchOptions?[.shortcutItem] as? UIApplicationShortcutItem {
          open(item)
          return false  // or iOS calls application(_:performActionFor:completionHandler:) too
        }
        return true
        """)
  ) { code, _ in
    guard !code.isOpen, let delegate = code.appDelegate, let lifeCycle = code.lifeCycle else { return [] }
    return lifeCycle.usesScenes ? twiceAtConnection(code, delegate) : twiceAtLaunch(code, delegate).map { [$0] } ?? []
  }

  private static func twiceAtLaunch(_ code: SubjectCode, _ delegate: HandlerClass) -> CodeFault? {
    let launches = [AppCallback.willFinishLaunching, .didFinishLaunching].compactMap { delegate.method($0) }
    // One that says no keeps the other call away, and of one that works it out nobody knows.
    guard launches.allSatisfy({ $0.returned?.kind == .yes }),
      let step = launches.flatMap(\.steps).first(where: { code.acts(on: $0) }),
      let handler = delegate.method(.performAction), handler.steps.contains(where: { code.acts(on: $0) })
    else { return nil }
    return CodeFault(
      message:
        "the quick action that launches the app is handled here, and again by \(Words.name(handler)), because "
        + "true is returned", place: step.place,
      help: "Return false if the launch options have a quick action, or leave it to \(Words.name(handler)).",
      others: [handler.place] + launches.compactMap { $0.returned?.place })
  }

  private static func twiceAtConnection(_ code: SubjectCode, _ delegate: HandlerClass) -> [CodeFault] {
    let choosing = delegate.steps(in: .configurationForConnecting).filter { $0.action == .handle }
    return choosing.prefix(1).flatMap { step in
      code.sceneDelegates.compactMap { scene in
        scene.steps(in: .sceneWillConnect).first { code.acts(on: $0) }
      }.prefix(1).map { other in
        CodeFault(
          message: "the quick action that launches the app is handled here, and again when its scene connects",
          place: step.place, help: "Leave it to scene(_:willConnectTo:options:).", others: [other.place])
      }
    }
  }
}

extension SubjectCode {
  /// Whether a step certainly does something with a quick action, then or later.
  fileprivate func acts(on step: HandlerStep) -> Bool {
    guard step.subject == .shortcutItem, step.condition != .sometimes, step.condition != .whenNotGiven else {
      return false
    }
    switch step.action {
    case .handle: return true
    case .keep:
      return document.stores.contains { $0.identifier == step.store && !$0.reads.isEmpty }
    case .read, .handleKept, .clear, .present, .pass: return false
    }
  }
}
