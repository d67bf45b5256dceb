/// The rows that the system adds to the menu of an icon.
package enum SystemRow: Sendable, CaseIterable {
  case widgetSizes
  case newWindow
  case showAllWindows
  case editHomeScreen
  case shareApp
  case sendBetaFeedback
  case requireAuthentication
  case removeApp
  case deleteApp
  case addToHomeScreen
  case prioritiseDownload
  case pauseDownload
  case resumeDownload
  case cancelDownload
  /// Of a folder (QUICK-095).
  case renameFolder
  case removeFolder
}

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
