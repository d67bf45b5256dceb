import AppPackages
public import Events

/// What is told beside the findings of rules about an app: inputs that cannot be read, and settings of lint itself. They
/// are selected, listed and explained as rules are.
public enum InputRules {
  /// An input, a project or a build that gives no app to look at.
  public static let unreadableInput = RuleDescription(
    "unreadable-input", .error, "A path, a project or a build cannot be read",
    explanation: """
      What was named, or one build of it, cannot be opened, so that no rule has looked at it: the file is missing or \
      damaged, the Info.plist that a configuration names is not there, or there is no app for iPhone or iPad. \
      Everything else that was named is checked nevertheless. An Info.plist that the build itself makes is \
      only noted: give the file that it is made from with --setting INFOPLIST_FILE=path.
      """)

  /// An entry of `lint.suppressed` that says nothing about why.
  public static let suppressionWithoutReason = RuleDescription(
    "suppression-without-reason", .note, "A suppression gives no reason",
    explanation: """
      An entry of lint.suppressed in homescreen.lua hides findings and does not say why. Whoever reads it in a year \
      cannot tell whether it may go; write a few words as its reason.
      """,
    before: #"suppressed = { "icon-dimension" }"#,
    after: #"suppressed = { { code = "icon-dimension", reason = "old icons, drawn anew in autumn" } }"#)

  /// An entry of `lint.suppressed` that no finding needs any more.
  public static let unusedSuppression = RuleDescription(
    "unused-suppression", .note, "A suppression hides no finding",
    explanation: """
      An entry of lint.suppressed in homescreen.lua matches no finding: the fault was mended, or the code or path is \
      misspelt. As long as it stands there, the fault can come back unseen; remove it.
      """)

  /// All of them.
  public static let all = [unreadableInput, suppressionWithoutReason, unusedSuppression]
}
