import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the handling of quick actions, and about those that the code sets.
enum ActionCodeRules {
  static let all: [any Rule] = [presentTooEarly, ShortcutTypeUnhandled(), itemsSetOffMain]

  private static let presentTooEarly = CodeRule(
    RuleDescription(
      "present-too-early", .warning, "Something is presented before there is a view to present it on",
      facts: ["LAUNCH-040", "LAUNCH-039", "LAUNCH-038", "LAUNCH-035"])
  ) { code, _ in
    code.called(.willFinishLaunching, .didFinishLaunching, .configurationForConnecting, .sceneWillConnect)
      .flatMap { _, method in
        method.steps.filter { $0.action == .present && !$0.isLater }.map { step in
          let words = step.condition == .sometimes ? "may present" : "presents"
          return CodeFault(
            message: "\(Words.name(method)) \(words) something before the app’s window shows its view",
            place: step.place,
            help: "Present it when the app has become active.",
            severity: step.subject == .none || step.condition == .sometimes ? .note : nil, others: step.via)
        }
      }
  }

  private static let itemsSetOffMain = CodeRule(
    RuleDescription(
      "items-set-off-main", .warning, "Quick actions are set off the main thread", facts: ["QUICK-120"])
  ) { code, _ in
    code.document.dynamicItems.filter { $0.thread == .other }.map { change in
      CodeFault(
        message: "“\(change.function)” sets the quick actions off the main thread", place: change.place,
        help: "Set the quick actions on the main queue.")
    }
  }
}

/// `shortcut-type-unhandled`
struct ShortcutTypeUnhandled: Rule {
  let description = RuleDescription(
    "shortcut-type-unhandled", .warning, "The code never checks for the type of a quick action",
    facts: ["QUICK-030", "LAUNCH-044"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard let code = subject.code, !code.isOpen, let known = Self.comparedTypes(code) else { return [] }
    let literals = code.document.literals.filter { $0.kind == .actionType }
    return subject.declaredTypes.compactMap { type, location in
      // Many apps compare the part after the bundle identifier.
      guard !subject.package.isUnresolved(type),
        !known.contains(where: { type.utf8.reversed().starts(with: $0.text.utf8.reversed()) }),
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

  /// Returns all types that the code compares with, or nil if it may also handle others.
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
    // An action that is only stored is compared, too.
    let kept = steps.filter { $0.action == .keep }.compactMap(\.comparison)
    if kept.contains(where: \.isInverted) { return nil }
    for text in kept.flatMap(\.texts) {
      guard let literal = text.text.literal else { return nil }
      known.insert(ExactText(literal))
    }
    return known
  }
}

/// Rules about the two ways of delivering a quick action: with the launch, or while the app runs.
enum ColdStartRules {
  static let all: [any Rule] = [coldLost, handledTwice]

  private static let coldLost = CodeRule(
    RuleDescription(
      "cold-lost", .error, "A quick action that launches the app is lost",
      facts: ["LAUNCH-013", "LAUNCH-017", "LAUNCH-019", "LAUNCH-035"]),
    if: .lost(.cold, .jetsam)
  ) { code, subject in
    guard code.lifeCycle?.usesScenes == true, !code.isOpen,
      let delegate = code.sceneDelegates.first(where: { $0.method(.windowScenePerformAction) != nil }),
      let handler = delegate.method(.windowScenePerformAction)
    else { return [] }
    let isRead = code.document.handlers.contains { handler in
      [AppCallback.sceneWillConnect, .configurationForConnecting].contains { callback in
        handler.method(callback)?.steps.contains { $0.subject == .shortcutItem } == true
      }
    }
    if isRead { return [] }
    let connect = delegate.method(.sceneWillConnect)
    return [
      CodeFault(
        message: connect.map { "\(Words.name($0)) does not read the quick action that launches the app: it is lost" }
          ?? "“\(delegate.name)” has no scene(_:willConnectTo:options:): a quick action that launches the app is lost",
        place: connect?.place ?? delegate.place,
        help: "Read shortcutItem of the connection options, store it, and perform it in sceneDidBecomeActive.",
        severity: subject.hasItems ? nil : .note, others: [handler.place])
    ]
  }

  private static let handledTwice = CodeRule(
    RuleDescription(
      "handled-twice", .warning, "A quick action that launches the app is handled twice",
      facts: ["LAUNCH-005", "LAUNCH-004", "LAUNCH-028"]),
    if: .handledTwice(.cold, .jetsam)
  ) { code, _ in
    guard !code.isOpen, let delegate = code.appDelegate, let lifeCycle = code.lifeCycle else { return [] }
    return lifeCycle.usesScenes ? twiceAtConnection(code, delegate) : twiceAtLaunch(code, delegate).map { [$0] } ?? []
  }

  private static func twiceAtLaunch(_ code: SubjectCode, _ delegate: HandlerClass) -> CodeFault? {
    let launches = [AppCallback.willFinishLaunching, .didFinishLaunching].compactMap { delegate.method($0) }
    // A method that returns false prevents the other call; a computed result is unknown.
    guard launches.allSatisfy({ $0.returned?.kind == .yes }),
      let step = launches.flatMap(\.steps).first(where: { code.acts(on: $0) }),
      let handler = delegate.method(.performAction),
      // Two writes of one value into one store are one action later.
      handler.steps.contains(where: { code.acts(on: $0) && (step.action != .keep || $0.store != step.store) })
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
          place: step.place, help: "Leave the quick action to scene(_:willConnectTo:options:).", others: [other.place])
      }
    }
  }
}

extension SubjectCode {
  /// Returns whether a step certainly handles a quick action, now or later.
  fileprivate func acts(on step: HandlerStep) -> Bool {
    guard step.subject == .shortcutItem, step.condition != .sometimes, step.condition != .whenNotGiven else {
      return false
    }
    switch step.action {
    case .handle: return true
    case .keep: return document.stores.contains { $0.identifier == step.store && !$0.reads.isEmpty }
    case .read, .handleKept, .clear, .present, .pass, .offer: return false
    }
  }
}

/// Rules about quick actions that are kept for later.
enum KeptItemRules {
  static let all: [any Rule] = [
    CodeRule(
      RuleDescription(
        "stale-item", .warning, "A stored quick action is never cleared, so it is performed again",
        facts: ["LAUNCH-036", "LAUNCH-035"])
    ) { code, _ in
      stores(code).filter { $0.clears.isEmpty && !$0.reads.contains(where: \.isCleared) }.compactMap { store in
        guard let read = store.reads.first(where: { !repeating.isDisjoint(with: $0.methods) }) else { return nil }
        return CodeFault(
          message: "“\(store.identifier)” stores the quick action and is never cleared: “\(read.function)” performs it "
            + "each time the app becomes active", place: read.place, help: "Set the property to nil after the action.",
          others: store.writes)
      }
    },
    CodeRule(
      RuleDescription(
        "never-read", .warning, "A quick action is stored, but nothing reads it", facts: ["LAUNCH-035", "LAUNCH-013"])
    ) { code, subject in
      stores(code).filter { code.isNeverRead($0.identifier) }.compactMap { store in
        guard let write = store.writes.first else { return nil }
        let type = store.identifier.split(separator: ".").dropLast().joined(separator: ".")
        return CodeFault(
          message: "the quick action is stored in “\(store.identifier)”, but nothing reads it", place: write,
          help: store.readsOfOthers.isEmpty
            ? "Perform the action once the scene is active, or do not store it."
            : "The code reads another object, made with “\(type)()”: use the shared object there, too.",
          severity: subject.hasItems ? nil : .note,
          others: store.readsOfOthers + store.writes.dropFirst() + [store.place])
      }
    },
  ]

  /// Returns the stores of quick actions, if all code that can access them was read.
  private static func stores(_ code: SubjectCode) -> [ItemStore] {
    guard code.document.unread.allSatisfy({ $0.reason == .unparsed }) else { return [] }
    return code.document.stores.filter { $0.subject == .shortcutItem && !$0.escapes && !$0.writes.isEmpty }
  }

  /// The methods that the system calls repeatedly in a process.
  private static let repeating: Set<String> = Set(
    [
      AppCallback.applicationDidBecomeActive, .applicationWillEnterForeground, .sceneDidBecomeActive,
      .sceneWillEnterForeground,
    ].map(\.rawValue) + ["onChangeOfScenePhase"])
}
