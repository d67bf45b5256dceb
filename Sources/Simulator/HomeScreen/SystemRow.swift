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
}
