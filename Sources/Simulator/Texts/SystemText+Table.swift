/// Titles and identifiers of the system's rows, by version and language.
enum SystemRowTexts {
  /// The row's title in the device's language (QUICK-108): the three that are known in simplified Chinese (QUICK-107),
  /// else English.
  static func title(_ row: SystemRow, os: OSVersion, locale: String, appName: String, lock: Lock) -> String {
    if os >= .v14, locale == "zh-Hans" || locale.hasPrefix("zh-Hans-") || locale == "zh_Hans", let title = chinese(row)
    {
      return title
    }
    switch row {
    case .widgetSizes: return "Widget Size"  // QUICK-114
    case .newWindow: return "New Window"
    case .showAllWindows: return "Show All Windows"
    case .editHomeScreen: return os < .editRowRenamed ? "Rearrange Apps" : "Edit Home Screen"  // QUICK-076
    case .shareApp: return os < .scenes ? "Share \(appName)" : "Share App"  // QUICK-093
    case .sendBetaFeedback: return "Send Beta Feedback"
    case .requireAuthentication: return (lock.isOn ? "Don't Require " : "Require ") + lock.method  // QUICK-086
    case .removeApp: return "Remove App"
    case .deleteApp: return "Delete App"
    case .addToHomeScreen: return "Add to Home Screen"
    case .prioritiseDownload: return "Prioritise Download"  // QUICK-119
    case .pauseDownload: return "Pause Download"
    case .resumeDownload: return "Resume Download"
    case .cancelDownload: return "Cancel Download"
    }
  }

  /// The app lock, as its row names it.
  struct Lock {
    let method: String
    let isOn: Bool
  }

  private static func chinese(_ row: SystemRow) -> String? {
    switch row {
    case .editHomeScreen: "编辑主屏幕"
    case .shareApp: "分享App"
    case .removeApp: "移除App"
    default: nil
    }
  }

  /// What UI tests find the row by, with Apple's misspelling on iOS 13 (QUICK-079, QUICK-080); nil where none is known.
  static func identifier(_ row: SystemRow, os: OSVersion) -> String? {
    guard os >= .scenes else { return nil }
    let prefix = "com.apple.springboardhome.application-"
    switch row {
    case .editHomeScreen: return prefix + (os < .v14 ? "shotcut" : "shortcut") + "-item.rearrange-icons"  // QUICK-075
    case .removeApp: return prefix + "shortcut-item.remove-app"  // QUICK-077
    case .deleteApp: return os < .v14 ? prefix + "shotcut-item.delete-app" : nil
    case .shareApp: return prefix + "shortcut-item.share"  // QUICK-083
    case .sendBetaFeedback:
      return "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback"  // QUICK-085
    case .widgetSizes, .newWindow, .showAllWindows, .requireAuthentication, .addToHomeScreen, .prioritiseDownload,
      .pauseDownload, .resumeDownload, .cancelDownload:
      return nil
    }
  }
}
