import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about what is done with a quick action, and about those that the code sets.
enum ActionCodeRules {
  static let all: [any Rule] = [presentTooEarly, ShortcutTypeUnhandled(), itemsSetOffMain]

  private static let presentTooEarly = CodeRule(
    RuleDescription(
      "present-too-early", .warning, "Something is presented before there is a view to present it on",
      explanation: """
        While the app launches, or its scene connects, the root view controller’s view is in no window yet. Whatever \
        is presented then is dropped with a line on the console, “whose view is not in the window hierarchy”, and \
        its completion block never runs. Store the action, and perform it when the scene has become active.
        """,
      facts: ["LAUNCH-040", "LAUNCH-039", "LAUNCH-038", "LAUNCH-035"],
      before: """
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
          if let item = options.shortcutItem { window?.rootViewController?.present(page(for: item), animated: true) }
        }
        """,
      after: """
        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
          savedItem = options.shortcutItem  // presented in sceneDidBecomeActive
        }
        """)
  ) { code, _ in
    code.called(.willFinishLaunching, .didFinishLaunching, .configurationForConnecting, .sceneWillConnect)
      .flatMap { _, method in
        method.steps.filter { $0.action == .present && !$0.isLater }.map { step in
          CodeFault(
            message: "\(Words.name(method)) presents something before the app’s window shows its view",
            place: step.place,
            help: "Do it when the app has become active.",
            severity: step.subject == .none || step.condition == .sometimes ? .note : nil, others: step.via)
        }
      }
  }

  private static let itemsSetOffMain = CodeRule(
    RuleDescription(
      "items-set-off-main", .warning, "Quick actions are set off the main thread",
      explanation: """
        UIApplication belongs to the main thread. Quick actions that were set on another one are sometimes lost: \
        the menu keeps the old ones.
        """,
      facts: ["QUICK-120"],
      before: "DispatchQueue.global().async { UIApplication.shared.shortcutItems = items }",
      after: "DispatchQueue.main.async { UIApplication.shared.shortcutItems = items }")
  ) { code, _ in
    code.document.dynamicItems.filter { $0.thread == .other }.map { change in
      CodeFault(
        message: "“\(change.function)” sets the quick actions off the main thread", place: change.place,
        help: "Do it on the main queue.")
    }
  }
}

/// `shortcut-type-unhandled`
struct ShortcutTypeUnhandled: Rule {
  let description = RuleDescription(
    "shortcut-type-unhandled", .warning, "The code never compares with the type of a quick action",
    explanation: """
      The app distinguishes its quick actions by their types, but never compares with the type of this one: a tap on \
      it opens the app and does nothing else. The code spells it differently, or the code for it is missing.
      """,
    facts: ["QUICK-030", "LAUNCH-044"],
    before: """
      <key>UIApplicationShortcutItemType</key>
      <string>com.example.new</string>       <!-- the code: case "com.example.New": -->
      """,
    after: """
      <key>UIApplicationShortcutItemType</key>
      <string>com.example.New</string>
      """)

  func check(_ subject: LintSubject) -> [Finding] {
    guard let code = subject.code, !code.isOpen, let known = Self.comparedTypes(code) else { return [] }
    let literals = code.document.literals.filter { $0.kind == .actionType }
    return subject.declaredTypes.compactMap { type, location in
      // Many apps compare what stands behind the bundle identifier.
      guard !known.contains(where: { type.utf8.reversed().starts(with: $0.text.utf8.reversed()) }),
        !literals.contains(where: { $0.nearness == .same && ExactText.isSame($0.declared, type) })
      else { return nil }
      let near = literals.first { ExactText.isSame($0.declared, type) }
      var found = finding(
        "the code compares the type of a quick action with others, but never with “\(type)”", at: location,
        help: near.map { "The code has “\($0.text)”." })
      found.otherLocations = [near?.place].compactMap(\.self).map(code.location)
      return found
    }
  }

  /// All types that the code compares with; nil where that is not all that it may do with one.
  private static func comparedTypes(_ code: SubjectCode) -> Set<ExactText>? {
    let steps = code.document.handlers.flatMap(\.methods).flatMap(\.steps).filter { $0.subject == .shortcutItem }
    let acting = steps.filter { [.handle, .handleKept].contains($0.action) }
    guard !acting.isEmpty, !steps.contains(where: { $0.action == .pass }) else { return nil }
    var known: Set<ExactText> = []
    for step in acting {
      guard let comparison = step.comparison, comparison.isComplete, !comparison.hasDefault else { return nil }
      for text in comparison.texts {
        guard let literal = text.text.literal else { return nil }
        known.insert(ExactText(literal))
      }
    }
    return known
  }
}
