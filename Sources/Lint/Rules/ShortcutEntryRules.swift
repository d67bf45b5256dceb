import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about entries of static quick actions that remove them, or a part of them, from the menu.
enum ShortcutEntryRules {
  static let all: [any Rule] = [
    ShortcutObstacle(
      RuleDescription(
        "shortcut-type-missing", .error, "A quick action has no type, or an empty one",
        facts: ["QUICK-013", "QUICK-015", "QUICK-003"])),
    ShortcutObstacle(
      RuleDescription(
        "shortcut-title-missing", .error, "A quick action has no title, or an empty one",
        facts: ["QUICK-013", "QUICK-014", "QUICK-004", "QUICK-067"])),
    ShortcutObstacle(
      RuleDescription(
        "shortcut-item-not-dictionary", .error, "An element of UIApplicationShortcutItems is not a dictionary",
        facts: ["QUICK-018", "QUICK-001"])),
    ShortcutWrongType(), ShortcutUserInfoWrongType(), ShortcutKeyUnknown(), ShortcutItemsMisplaced(),
  ]
}

/// Reports the simulator's reasons why an action is not in the menu, each obstacle with its own code.
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

  /// Returns whether a string is empty because of an unknown build setting, which has its own remark.
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
  /// The key with the faulty value; nil for the whole element.
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
    facts: ["QUICK-016", "QUICK-017"])

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
    facts: ["QUICK-017", "QUICK-009"])

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

/// `shortcut-key-unknown`
struct ShortcutKeyUnknown: Rule {
  let description = RuleDescription(
    "shortcut-key-unknown", .warning, "A key for quick actions is unknown, so nothing reads it",
    facts: ["QUICK-010", "ICON-109"], fix: .unsafe)

  func check(_ subject: LintSubject) -> [Finding] {
    topLevel(subject) + subject.actions.actions.flatMap { unknownKeys(of: $0, subject) }
  }

  private func unknownKeys(of action: JudgedAction, _ subject: LintSubject) -> [Finding] {
    guard let entry = action.node.value.dictionary else { return [] }
    let missing = ShortcutItemKey.allCases.filter { $0.isRequired && !entry.contains($0.name) }
    return entry.keys.compactMap { key -> Finding? in
      guard !(ShortcutItemKey.names + ShortcutItemKey.undocumented).contains(where: { ExactText.isSame($0, key) })
      else { return nil }
      var near = ShortcutItemKey.nearest(to: key)
      // That finding already names this key.
      if let near, missing.contains(near) { return nil }
      var value = action.written.value.dictionary?[key]
      var more = ""
      if near == .iconType, let text = value?.string, SystemIconType(plistName: text) == nil {
        // Under its right name, the key would take the action's icon away.
        value = SystemIconType(near: text).map { .string($0.plistName) }
        if value == nil { near = nil }
        more = value?.string.map { " Write its value in full: “\($0)”." } ?? ""
      }
      var finding = finding(
        "\(action.name) has the key “\(Spelling.beginning(of: key))”, which nothing reads", of: action,
        for: action.inMenus, in: subject, help: help(key, near) + more,
        severity: near != nil || key.hasPrefix(ShortcutItemKey.prefix) ? .warning : .note,
        fix: near.flatMap { rename(key, to: $0, value, in: action, entry, subject) })
      finding.location = entry.keyLocation(for: key) ?? finding.location
      return finding
    }
  }

  private func help(_ key: String, _ near: ShortcutItemKey?) -> String {
    let base = InfoPlistKey(key).base
    if ShortcutItemKey.names.contains(base) {
      return "Suffixes only have an effect at the top level: write \(ShortcutItemKey.array)~ipad, with all its items."
    }
    return near.map { "Did you mean \($0.name)?" }
      ?? "Remove the key, or move it into \(ShortcutItemKey.userInfo.name)."
  }

  private func rename(
    _ key: String, to near: ShortcutItemKey, _ value: PropertyListValue?, in action: JudgedAction,
    _ entry: PropertyListDictionary, _ subject: LintSubject
  ) -> Fix? {
    guard !entry.contains(near.name), let value, near.accepts(value) else { return nil }
    let file = action.file(in: subject.package)
    return Fix(
      .unsafe, "Rename “\(key)” to \(near.name)",
      [
        .set(action.path(to: near.name), value, file: file), .remove(action.path(to: key), file: file),
      ])
  }

  // MARK: At the top level

  private static let known = [
    ShortcutItemKey.array, "UIApplicationShortcutWidget", ShortcutItemKey.array + "~ipad",
    ShortcutItemKey.array + "~iphone",
  ]

  /// Finds invalid keys that begin like the keys of quick actions.
  private func topLevel(_ subject: LintSubject) -> [Finding] {
    let written = subject.written
    return written.keys.compactMap { key -> Finding? in
      let base = InfoPlistKey(key).base
      guard key.lowercased().hasPrefix("uiapplicationshortcut"), !Self.known.contains(base),
        !ShortcutItemKey.names.contains(base)
      else { return nil }
      let near = Spelling.nearest(to: key, in: Self.known).first
      return finding(
        "the Info.plist has the key “\(Spelling.beginning(of: key))”, which nothing reads",
        at: written.keyLocation(for: key) ?? written.node(for: key)?.location ?? subject.package.infoPlistLocation,
        help: near.map { "Did you mean \($0)?" })
    }
  }
}

/// `shortcut-items-misplaced`
struct ShortcutItemsMisplaced: Rule {
  let description = RuleDescription(
    "shortcut-items-misplaced", .error, "Quick actions are declared where nothing reads them",
    facts: ["ICON-109", "QUICK-001"])

  func check(_ subject: LintSubject) -> [Finding] {
    var findings: [Finding] = []
    for (key, node) in subject.written.entries {
      if let name = ShortcutItemKey.names.first(where: { ExactText.isSame($0, InfoPlistKey(key).base) }) {
        findings.append(
          finding(
            "\(name) is at the top level of the Info.plist, where nothing reads it",
            at: subject.written.keyLocation(for: key) ?? node.location ?? subject.package.infoPlistLocation,
            help: "Put the keys of an item into a dictionary in the array \(ShortcutItemKey.array)."))
      }
      findings += nested(in: node, "\(key)", subject, depth: 0)
    }
    return findings
  }

  /// The maximum depth of real property lists.
  private static let maximumDepth = 16

  private func nested(in node: PropertyListNode, _ path: String, _ subject: LintSubject, depth: Int) -> [Finding] {
    guard depth < Self.maximumDepth else { return [] }
    if let elements = node.value.array {
      return elements.enumerated().flatMap { nested(in: $1, "\(path)[\($0)]", subject, depth: depth + 1) }
    }
    guard let dictionary = node.value.dictionary else { return [] }
    var findings: [Finding] = []
    for (key, inner) in dictionary.entries {
      if ExactText.isSame(InfoPlistKey(key).base, ShortcutItemKey.array) {
        findings.append(
          finding(
            "\(key) is inside \(path), where nothing reads it",
            at: dictionary.keyLocation(for: key) ?? inner.location ?? subject.package.infoPlistLocation,
            help: "Move the key to the top level of the Info.plist."))
      } else {
        findings += nested(in: inner, "\(path).\(key)", subject, depth: depth + 1)
      }
    }
    return findings
  }
}

/// Findings about quick actions: their devices and locations.
extension Rule {
  /// Creates a finding about a quick action, for the devices, languages and versions of the outcomes.
  func finding(
    _ message: String, of action: JudgedAction, at key: ShortcutItemKey? = nil, for outcomes: [JudgedAction.Outcome],
    in subject: LintSubject, help: String? = nil, severity: Finding.Severity? = nil, fix: Fix? = nil
  ) -> Finding {
    var finding = finding(
      message, at: key.map(action.location) ?? action.node.location ?? subject.package.infoPlistLocation, help: help,
      severity: severity, fix: fix)
    let classes = DeviceClass.allCases.filter { device in outcomes.contains { $0.model.deviceClass == device } }
    finding.devices = subject.families.allSatisfy(classes.contains) ? [] : classes
    if !outcomes.contains(where: \.languages.isEmpty) {
      finding.languages = subject.package.localizedInfo.languages.filter { language in
        outcomes.contains { $0.languages.contains(language) }
      }
      if finding.languages.count == subject.package.localizedInfo.languages.count { finding.languages = [] }
    }
    finding.since = outcomes.map(\.since).min().flatMap { $0 > subject.oldestOS ? $0 : nil }
    finding.until = outcomes.contains { $0.until == nil } ? nil : outcomes.compactMap(\.until).max()
    return finding
  }

  /// Returns the devices that read the action's variant of the key; empty for all.
  func devices(of action: JudgedAction, in subject: LintSubject) -> [DeviceClass] {
    let classes = DeviceClass.allCases.filter { device in
      action.outcomes.contains { $0.model.deviceClass == device }
    }
    return subject.families.allSatisfy(classes.contains) ? [] : classes
  }
}

extension JudgedAction {
  /// Returns the path of one of the quick action's keys in the Info.plist.
  func path(to key: String) -> [PropertyListStep] { [.key(self.key), .index(position), .key(key)] }

  /// Returns the file that contains the quick action.
  func file(in package: AppPackage) -> String { node.location?.file ?? package.infoPlistFile }

  /// The outcomes on devices with a menu of quick actions.
  var inMenus: [Outcome] { outcomes.filter(\.hasMenu) }
}
