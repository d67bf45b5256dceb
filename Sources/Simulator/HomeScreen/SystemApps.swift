/// Apple's own apps, by their bundle identifiers.
enum SystemApps {
  /// Whether an app is one of them; they have no share row (QUICK-082).
  static func contains(_ identifier: String) -> Bool { identifier.hasPrefix("com.apple.") }

  /// Those that cannot be locked (QUICK-087): Calculator, Camera, Clock, Contacts, Find My, Maps, Shortcuts, Settings,
  /// Stocks.
  static let withoutLock: Set<String> = [
    "com.apple.calculator", "com.apple.camera", "com.apple.mobiletimer", "com.apple.MobileAddressBook",
    "com.apple.findmy", "com.apple.Maps", "com.apple.shortcuts", "com.apple.Preferences", "com.apple.stocks",
  ]
}
