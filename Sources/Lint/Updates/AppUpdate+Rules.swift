import AppPackages
public import Events
import HomeScreenSimulator

extension AppUpdate {
  /// What is known of the rules about updates, which need two versions and are not among ``Rules/all``.
  public static let rules = [alternateRemoved, shortcutTypeRemoved]

  static let alternateRemoved = RuleDescription(
    "alternate-name-removed", .error, "An update no longer declares an alternate icon that people may have chosen",
    explanation: """
      The system remembers the name of the icon that a person has chosen. When an update arrives whose Info.plist no \
      longer declares that name for their device, the app is shown with its primary icon again, without a message; \
      alternateIconName is nil, and the choice does not come back when a later version declares the name once more. \
      Letter case counts, and so does the iPad’s own dictionary. Renaming an icon is removing it.
      """,
    facts: ["ICON-154", "ICON-153", "ICON-026"],
    before: """
      old:  <key>Night</key><dict>…</dict>
      new:  <key>Midnight</key><dict>…</dict>
      """,
    after: """
      new:  <key>Midnight</key><dict>…</dict>
            <key>Night</key><dict>…</dict>
      """)

  static let shortcutTypeRemoved = RuleDescription(
    "shortcut-type-removed", .note, "An update takes a quick action out of the menu",
    explanation: """
      A quick action of the old version’s Info.plist is not in the menu of the new one, so whoever uses it looks for it \
      in vain. Items that an app sets while it runs are another matter: they outlive the update, for good if the new \
      version does not set shortcutItems any more. An item of the old type can therefore still reach the new version, \
      which has to handle it, or clear the list.
      """,
    facts: ["QUICK-058", "QUICK-057"])
}
