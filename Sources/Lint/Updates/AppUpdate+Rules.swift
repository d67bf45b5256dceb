import AppPackages
public import Events
import HomeScreenSimulator

extension AppUpdate {
  /// What is known of the rules about updates, which need two versions and are not among ``Rules/all``.
  public static let rules = [alternateRemoved, shortcutTypeRemoved]

  static let alternateRemoved = RuleDescription(
    "alternate-name-removed", .error, "An update no longer declares an alternate icon that people may have chosen",
    explanation: """
      The system remembers the name of the icon that the user has chosen. If the Info.plist of an update no \
      longer declares that name for the device, the app has its primary icon again, without a message; \
      alternateIconName is nil, and the choice does not come back if a later version declares the name again. \
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
    "shortcut-type-removed", .note, "An update removes a quick action from the menu",
    explanation: """
      A quick action of the old version’s Info.plist is not in the menu of the new one, so users who rely on it no \
      longer find it. Items that an app sets at run time are different: they outlive the update, for good if the \
      new version no longer sets shortcutItems. An item of the old type can therefore still reach the new version, \
      which must handle it, or clear the list.
      """,
    facts: ["QUICK-058", "QUICK-057"])
}
