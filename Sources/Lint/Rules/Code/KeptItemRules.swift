import AppPackages
import AppSources
import Events
import HomeScreenSimulator

/// Rules about quick actions that are kept for later.
enum KeptItemRules {
  static let all: [any Rule] = [
    CodeRule(
      RuleDescription(
        "stale-item", .warning, "A quick action that is kept is never cleared, so it acts again",
        explanation: """
          The item that launched the app is stored and performed when the app becomes active. Nothing clears \
          the stored item: the next time the app becomes active, for any reason, the action is performed again.
          """,
        facts: ["LAUNCH-036", "LAUNCH-035"],
        before: """
          func sceneDidBecomeActive(_ scene: UIScene) {
            if let item = savedItem { open(item) }
          }
          """,
        after: """
          func sceneDidBecomeActive(_ scene: UIScene) {
            if let item = savedItem { open(item) }
            savedItem = nil
          }
          """)
    ) { code, _ in
      stores(code).filter { $0.clears.isEmpty && !$0.reads.contains(where: \.isCleared) }.compactMap { store in
        guard let read = store.reads.first(where: { !repeating.isDisjoint(with: $0.methods) }) else { return nil }
        return CodeFault(
          message: "“\(store.identifier)” keeps the quick action and is never cleared: “\(read.function)” acts on it "
            + "each time the app becomes active", place: read.place, help: "Set it to nil once the action is done.",
          others: store.writes)
      }
    },
    CodeRule(
      RuleDescription(
        "never-read", .warning, "A quick action is stored, but nothing reads it",
        explanation: """
          The item is stored in a property, but no code of the app reads that property: the quick action opens the \
          app and does nothing else.
          """,
        facts: ["LAUNCH-035", "LAUNCH-013"],
        before: "savedItem = connectionOptions.shortcutItem  // never read",
        after: """
          savedItem = connectionOptions.shortcutItem
          // and in sceneDidBecomeActive:
          if let item = savedItem { open(item) }
          savedItem = nil
          """)
    ) { code, subject in
      stores(code).filter(\.reads.isEmpty).compactMap { store in
        guard let write = store.writes.first else { return nil }
        return CodeFault(
          message: "the quick action is stored in “\(store.identifier)”, but nothing reads it", place: write,
          help: "Perform it once the scene is active, or do not store it.", severity: subject.hasItems ? nil : .note,
          others: Array(store.writes.dropFirst()) + [store.place])
      }
    },
  ]

  /// Those of quick actions, where all code that can reach them was read.
  private static func stores(_ code: SubjectCode) -> [ItemStore] {
    guard code.document.unread.allSatisfy({ $0.reason == .unparsed }) else { return [] }
    return code.document.stores.filter { $0.subject == .shortcutItem && !$0.escapes && !$0.writes.isEmpty }
  }

  /// What the system calls again and again while a process lives.
  private static let repeating: Set<String> = Set(
    [
      AppCallback.applicationDidBecomeActive, .applicationWillEnterForeground, .sceneDidBecomeActive,
      .sceneWillEnterForeground,
    ].map(\.rawValue) + ["onChangeOfScenePhase"])
}
