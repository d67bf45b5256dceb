import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// `shortcut-key-unknown`
struct ShortcutKeyUnknown: Rule {
  let description = RuleDescription(
    "shortcut-key-unknown", .warning, "A key about quick actions that nothing reads",
    explanation: """
      The system reads seven keys of a quick action: Type, Title, Subtitle, IconType, IconFile, IconSymbolName and \
      UserInfo, each with the prefix UIApplicationShortcutItem and in exactly this spelling. Anything else is \
      silently ignored. UIApplicationShortcutItemTargetContentIdentifier is not one of them, nor is a key that ends \
      in ~ipad: device suffixes only count at the top level of the Info.plist.
      """,
    facts: ["QUICK-010", "ICON-109"],
    before: "<key>UIApplicationShortcutItemSubTitle</key> <string>Empty</string>",
    after: "<key>UIApplicationShortcutItemSubtitle</key> <string>Empty</string>", fix: .unsafe)

  func check(_ subject: LintSubject) -> [Finding] {
    topLevel(subject) + subject.actions.actions.flatMap { unknownKeys(of: $0, subject) }
  }

  private func unknownKeys(of action: JudgedAction, _ subject: LintSubject) -> [Finding] {
    guard let entry = action.node.value.dictionary else { return [] }
    let missing = ShortcutItemKey.allCases.filter { $0.isRequired && !entry.contains($0.name) }
    return entry.keys.compactMap { key -> Finding? in
      guard !ShortcutItemKey.names.contains(where: { ExactText.isSame($0, key) }) else { return nil }
      let near = ShortcutItemKey.nearest(to: key)
      // That finding names this key already.
      if let near, missing.contains(near) { return nil }
      var finding = finding(
        "\(action.name) has the key “\(Spelling.beginning(of: key))”, which nothing reads", of: action,
        for: action.inMenus, in: subject, help: help(key, near),
        severity: near != nil || key.hasPrefix(ShortcutItemKey.prefix) ? .warning : .note,
        fix: near.flatMap { rename(key, to: $0, in: action, entry, subject) })
      finding.location = entry.keyLocation(for: key) ?? finding.location
      return finding
    }
  }

  private func help(_ key: String, _ near: ShortcutItemKey?) -> String {
    if key == ShortcutItemKey.prefix + "TargetContentIdentifier" {
      return "Remove it: only code can set the target content identifier, on UIMutableApplicationShortcutItem."
    }
    let base = InfoPlistKey(key).base
    if ShortcutItemKey.names.contains(base) {
      return "Suffixes only count at the top level: write \(ShortcutItemKey.array)~ipad, with all its items."
    }
    return near.map { "Did you mean \($0.name)?" } ?? "Remove it, or move it into \(ShortcutItemKey.userInfo.name)."
  }

  private func rename(
    _ key: String, to near: ShortcutItemKey, in action: JudgedAction, _ entry: PropertyListDictionary,
    _ subject: LintSubject
  ) -> Fix? {
    guard !entry.contains(near.name), let value = action.written.value.dictionary?[key], near.accepts(value)
    else { return nil }
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

  /// Keys that begin as those of quick actions do, and are none.
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
    explanation: """
      UIApplicationShortcutItems belongs to the top level of the Info.plist, alone or with a suffix such as ~ipad. \
      Inside another dictionary, such as CFBundleIcons or UIApplicationSceneManifest, it declares nothing; nor do the \
      keys of an item outside of the array. No iPhone or iPad shows such an action.
      """,
    facts: ["ICON-109", "QUICK-001"],
    before: """
      <key>CFBundleIcons</key>
      <dict><key>UIApplicationShortcutItems</key> <array>…</array></dict>
      """,
    after: """
      <key>CFBundleIcons</key> <dict>…</dict>
      <key>UIApplicationShortcutItems</key> <array>…</array>
      """)

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

  /// Real property lists are not deeper.
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
            help: "Move it to the top level of the Info.plist."))
      } else {
        findings += nested(in: inner, "\(path).\(key)", subject, depth: depth + 1)
      }
    }
    return findings
  }
}
