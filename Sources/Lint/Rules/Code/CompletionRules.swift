import AppPackages
import AppSources
import Events
import HomeScreenSimulator

/// Rules about the completion handler that comes with a quick action.
enum CompletionRules {
  static let all: [any Rule] = [
    rule(
      RuleDescription(
        "completion-never", .warning, "A quick action’s completion handler is never called",
        explanation: """
          The method that gets a quick action must call its completion handler with whether the app performed it. \
          Here no path through the method does. No consequence is known: the app is not ended, and nothing \
          is logged; but the system waits for an answer that never comes. The async form of the method answers \
          with its return value.
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
        "Call it with true once the action is done, with false if the app does not know it."
      )
    },
    rule(
      RuleDescription(
        "completion-some-paths", .warning, "A quick action’s completion handler is not called on every path",
        explanation: """
          The completion handler of a quick action must be called exactly once, whatever the outcome. Here only some \
          paths through the method call it: an early return or a case of a switch ends the method without it.
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
        "Call it with false before the method ends here."
      )
    },
    rule(
      RuleDescription(
        "completion-twice", .warning, "A quick action’s completion handler is called twice",
        explanation: """
          The completion handler of a quick action must be called exactly once. Here a path through the method calls \
          it twice: the second call has no effect, so the system may have got false for an action that was performed.
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
      let first = use.calls.first.map { " (first in line \($0.line))" } ?? ""
      return (
        use.calls.dropFirst().first ?? method.place,
        "\(Words.name(method)) calls its completion handler a second time\(first): this call has no effect",
        "Return after the first call."
      )
    },
  ]

  /// A rule about one way to treat the handler. It looks at methods that the system calls and no others.
  private static func rule(
    _ description: RuleDescription, _ paths: CompletionUse.Paths,
    _ text: @escaping @Sendable (HandlerMethod, CompletionUse, SubjectCode) -> (SourcePlace, String, String)
  ) -> any Rule {
    CodeRule(description) { code, subject in
      code.called(.performAction, .windowScenePerformAction).compactMap { _, method in
        guard let use = method.completion, use.paths == paths else { return nil }
        let (place, message, help) = text(method, use, code)
        // Nobody can meet what an app without a quick action does with one.
        return CodeFault(
          message: message, place: place, help: help, severity: subject.hasItems ? nil : .note,
          others: place == method.place ? [] : [method.place])
      }
    }
  }
}

/// How messages name what stands in sources.
enum Words {
  /// `“windowScene(_:performActionFor:completionHandler:)”`
  static func name(_ method: HandlerMethod) -> String { "“\(method.written)”" }

  /// The method that the system calls, spelled as the code around it is.
  static func name(_ callback: AppCallback, like written: String) -> String {
    // Selectors of Objective-C have no brackets.
    "“\(written.contains("(") ? callback.swiftName : callback.selector)”"
  }
}
