import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the entries of static quick actions that keep them out of the menu, or lose a part of them.
enum ShortcutEntryRules {
  static let all: [any Rule] = [
    ShortcutObstacle(
      RuleDescription(
        "shortcut-type-missing", .error, "A quick action has no type, or an empty one",
        explanation: """
          UIApplicationShortcutItemType is required: the app gets it when the user taps the action. An entry without \
          it, or with an empty string, is not displayed on any iPhone or iPad; the others are. Nothing is logged. \
          The type can be any string and does not need to be registered.
          """,
        facts: ["QUICK-013", "QUICK-015", "QUICK-003"],
        before: """
          <dict>
            <key>UIApplicationShortcutItemTitle</key> <string>New Note</string>
          </dict>
          """,
        after: """
          <dict>
            <key>UIApplicationShortcutItemType</key> <string>com.example.new-note</string>
            <key>UIApplicationShortcutItemTitle</key> <string>New Note</string>
          </dict>
          """)),
    ShortcutObstacle(
      RuleDescription(
        "shortcut-title-missing", .error, "A quick action has no title, or an empty one",
        explanation: """
          UIApplicationShortcutItemTitle is required: it is the line in the menu. An entry without it, or with an \
          empty string, is not displayed on any iPhone or iPad; the others are. Nothing is logged. A translation \
          that is empty has the same effect in its language.
          """,
        facts: ["QUICK-013", "QUICK-014", "QUICK-004", "QUICK-067"],
        before: """
          <key>UIApplicationShortcutItemType</key> <string>com.example.new-note</string>
          <key>UIApplicationShortcutItemTitle</key> <string></string>
          """,
        after: """
          <key>UIApplicationShortcutItemType</key> <string>com.example.new-note</string>
          <key>UIApplicationShortcutItemTitle</key> <string>New Note</string>
          """)),
    ShortcutObstacle(
      RuleDescription(
        "shortcut-item-not-dictionary", .error, "An element of UIApplicationShortcutItems is not a dictionary",
        explanation: """
          UIApplicationShortcutItems is an array of dictionaries, one for each quick action. An element of another \
          class is skipped, and its action is in no menu.
          """,
        facts: ["QUICK-018", "QUICK-001"],
        before: "<array><string>com.example.new-note</string></array>",
        after: """
          <array>
            <dict>
              <key>UIApplicationShortcutItemType</key> <string>com.example.new-note</string>
              <key>UIApplicationShortcutItemTitle</key> <string>New Note</string>
            </dict>
          </array>
          """)),
    ShortcutWrongType(), ShortcutUserInfoWrongType(), ShortcutKeyUnknown(), ShortcutItemsMisplaced(),
  ]
}

/// Passes on what the simulator says keeps an action out of the menu, each obstacle under its own code.
struct ShortcutObstacle: Rule {
  let description: RuleDescription

  init(_ description: RuleDescription) { self.description = description }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      let outcomes = action.inMenus
      var seen: Set<ActionObstacle> = []
      let obstacles = outcomes.flatMap(\.obstacles).filter { $0.rule == code.rawValue && seen.insert($0).inserted }
      return obstacles.compactMap { obstacle -> Finding? in
        guard !Self.isToldOfSetting(obstacle, action, subject) else { return nil }
        return finding(
          "\(action.name) is not in the menu: \(obstacle.text)", of: action, at: obstacle.key,
          for: outcomes.filter { $0.obstacles.contains(obstacle) }, in: subject, help: action.advice(for: obstacle))
      }
    }
  }

  /// A text is empty because a build setting is not known: the remark about that setting says so already.
  private static func isToldOfSetting(_ obstacle: ActionObstacle, _ action: JudgedAction, _ subject: LintSubject)
    -> Bool
  {
    guard case .empty(let key) = obstacle, let text = action.written.value.dictionary?[key.name]?.string,
      text.contains("$")
    else { return false }
    let place = action.location(of: key)
    return subject.package.warnings.contains {
      ($0.code == .unknownSetting || $0.code == .badMacro) && $0.location == place
    }
  }
}

extension ActionObstacle {
  /// The key whose value is at fault; nil where it is the element as a whole.
  fileprivate var key: ShortcutItemKey? {
    switch self {
    case .empty(let key), .wrongType(let key, _): key
    case .notDictionary, .missing, .emptyTranslation, .beyondFour, .noMenu: nil
    }
  }
}

/// `shortcut-wrong-type`
struct ShortcutWrongType: Rule {
  let description = RuleDescription(
    "shortcut-wrong-type", .error, "A key of a quick action has a value of the wrong class",
    explanation: """
      All keys of a quick action are strings, except the dictionary UIApplicationShortcutItemUserInfo. A type or \
      title of another class counts as missing, and the action is in no menu: an error. A subtitle or icon of \
      another class counts as absent, and the action is shown without it: a warning.
      """,
    facts: ["QUICK-016", "QUICK-017"], before: "<key>UIApplicationShortcutItemType</key> <integer>1</integer>",
    after: "<key>UIApplicationShortcutItemType</key> <string>1</string>")

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.flatMap { action -> [Finding] in
      ShortcutItemKey.allCases.compactMap { key -> Finding? in
        guard key != .userInfo, let value = action.node.value.dictionary?[key.name], !key.accepts(value)
        else { return nil }
        let type = value.typeNameWithArticle
        let consequence = key.isRequired ? "is not in the menu" : "loses its \(key.rawValue)"
        return finding(
          "\(action.name) \(consequence): its \(key.name) is \(type), not \(key.wanted)", of: action, at: key,
          for: action.inMenus, in: subject, help: "Write \(key.name) as \(key.wanted).",
          severity: key.isRequired ? .error : .warning)
      }
    }
  }
}

/// `shortcut-userinfo-wrong-type`
struct ShortcutUserInfoWrongType: Rule {
  let description = RuleDescription(
    "shortcut-userinfo-wrong-type", .warning, "UIApplicationShortcutItemUserInfo is not a dictionary",
    explanation: """
      UIApplicationShortcutItemUserInfo is a dictionary that the app gets back as userInfo. A value of another class \
      counts as absent: the action is in the menu, and the app gets nil.
      """,
    facts: ["QUICK-017", "QUICK-009"],
    before: "<key>UIApplicationShortcutItemUserInfo</key> <string>https://example.com</string>",
    after: """
      <key>UIApplicationShortcutItemUserInfo</key>
      <dict><key>url</key> <string>https://example.com</string></dict>
      """)

  func check(_ subject: LintSubject) -> [Finding] {
    subject.actions.actions.compactMap { action -> Finding? in
      let key = ShortcutItemKey.userInfo
      guard let value = action.node.value.dictionary?[key.name], !key.accepts(value) else { return nil }
      return finding(
        "\(action.name) gives the app no userInfo: its \(key.name) is \(value.typeNameWithArticle), not \(key.wanted)",
        of: action, at: key, for: action.inMenus, in: subject,
        help: "Put the value into a dictionary, under a key that the app looks for.")
    }
  }
}
