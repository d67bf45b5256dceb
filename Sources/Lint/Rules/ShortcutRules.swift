/// Rules about quick actions.
enum ShortcutRules {
  static let all: [any Rule] =
    ShortcutEntryRules.all + ShortcutIconRules.all + ShortcutPictureRules.all + ShortcutTextRules.all
    + ShortcutMenuRules.all
}
