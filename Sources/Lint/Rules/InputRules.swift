import AppPackages
public import Events

/// What is told beside the findings of rules about an app: inputs that cannot be read, and settings of lint itself. They
/// are selected, listed and explained as rules are.
public enum InputRules {
  /// An input, a project or a build that gives no app to look at.
  public static let unreadableInput = RuleDescription(
    "unreadable-input", .error, "A path, a project or a build cannot be read",
    explanation: """
      A path, or one build of it, cannot be opened, so no rule checked it: the file is missing or damaged, \
      the Info.plist that a configuration names is missing, or there is no app for iPhone or iPad. All \
      other paths are still checked. An Info.plist that the build itself generates is only a note: \
      name the file that it is generated from with --setting INFOPLIST_FILE=path.
      """)

  /// An entry of `lint.suppressed` that says nothing about why.
  public static let suppressionWithoutReason = RuleDescription(
    "suppression-without-reason", .note, "A suppression has no reason",
    explanation: """
      An entry of lint.suppressed in homescreen.lua hides findings without saying why. In a year it will be \
      unclear whether it can be removed; write a short reason.
      """,
    before: #"suppressed = { "icon-dimension" }"#,
    after: #"suppressed = { { code = "icon-dimension", reason = "old icons, redrawn in autumn" } }"#)

  /// An entry of `lint.suppressed` that no finding needs any more.
  public static let unusedSuppression = RuleDescription(
    "unused-suppression", .note, "A suppression hides nothing",
    explanation: """
      An entry of lint.suppressed in homescreen.lua matches no finding: the fault was fixed, or the code or \
      path is misspelt. Remove it; otherwise the fault can come back unnoticed.
      """)

  /// All of them.
  public static let all = [unreadableInput, suppressionWithoutReason, unusedSuppression]
}
