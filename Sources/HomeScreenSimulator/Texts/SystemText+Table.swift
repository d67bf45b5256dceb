extension SystemText {
  /// All texts of the system, each one's rows together.
  static let table: [Row] = [
    // Alerts. The sentence of the icon alert is the English one in every language (ICON-061, ICON-080, ICON-202).
    Row(.iconChanged, "You have changed the icon for “%@”."),
    Row(.ok, "OK"),  // ICON-060
    Row(.cancel, "Cancel"),
    Row(.removeQuestion, "Remove “%@”?"),
    Row(.deleteQuestion, "Delete “%@”?"),
    Row(.deleteApp, "Delete App"),
    Row(.removeFromHomeScreen, "Remove from Home Screen"),
    Row(.delete, "Delete"),
    Row(.remove, "Remove"),
    Row(.folderName, "Folder"),  // QUICK-146

    // Rows of menus.
    Row(.row(.widgetSizes), "Widget Size"),  // QUICK-114
    Row(.row(.newWindow), "New Window"),
    Row(.row(.showAllWindows), "Show All Windows"),
    Row(.row(.editHomeScreen), "Rearrange Apps"),
    Row(.row(.editHomeScreen), from: .editRowRenamed, "Edit Home Screen"),  // QUICK-076
    Row(.row(.editHomeScreen), from: .v14, in: .simplifiedChinese, "编辑主屏幕"),  // QUICK-107
    Row(.row(.shareApp), "Share %@"),  // QUICK-093
    Row(.row(.shareApp), from: .scenes, "Share App"),
    Row(.row(.shareApp), from: .v14, in: .simplifiedChinese, "分享App"),  // QUICK-107
    Row(.row(.sendBetaFeedback), "Send Beta Feedback"),
    Row(.row(.requireAuthentication), "Require %@"),  // QUICK-086
    Row(.unlockRow, "Don't Require %@"),
    Row(.row(.removeApp), "Remove App"),
    Row(.row(.removeApp), from: .v14, in: .simplifiedChinese, "移除App"),  // QUICK-107
    Row(.row(.deleteApp), "Delete App"),
    Row(.row(.addToHomeScreen), "Add to Home Screen"),
    Row(.row(.prioritiseDownload), "Prioritise Download"),  // QUICK-119
    Row(.row(.pauseDownload), "Pause Download"),
    Row(.row(.resumeDownload), "Resume Download"),
    Row(.row(.cancelDownload), "Cancel Download"),
    Row(.row(.renameFolder), "Rename"),  // QUICK-095
    Row(.row(.removeFolder), "Remove Folder"),  // QUICK-149

    // Identifiers of rows (QUICK-075, QUICK-077, QUICK-083), with Apple's misspelling on iOS 13 (QUICK-079, QUICK-080);
    // of the others none is known.
    Row(
      .rowIdentifier(.editHomeScreen), from: .scenes,
      "com.apple.springboardhome.application-shotcut-item.rearrange-icons"),
    Row(
      .rowIdentifier(.editHomeScreen), from: .v14,
      "com.apple.springboardhome.application-shortcut-item.rearrange-icons"),
    Row(
      .rowIdentifier(.removeApp), from: .scenes, "com.apple.springboardhome.application-shortcut-item.remove-app"),
    Row(.rowIdentifier(.deleteApp), from: .scenes, "com.apple.springboardhome.application-shotcut-item.delete-app"),
    Row(.rowIdentifier(.deleteApp), from: .v14, nil),
    Row(.rowIdentifier(.shareApp), from: .scenes, "com.apple.springboardhome.application-shortcut-item.share"),
    Row(
      .rowIdentifier(.sendBetaFeedback), from: .scenes,
      "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback"),  // QUICK-085

    // Errors (ICON-039, ICON-041, ICON-044, ICON-046).
    Row(.cocoaReason(4), "The file doesn’t exist."),
    Row(.cocoaReason(3072), "The operation was cancelled."),
    Row(
      .cocoaReason(3328), "The requested operation couldn’t be completed because the feature is not supported."),
    Row(.posixReason(5), "Input/output error"),  // ICON-205
    Row(.posixReason(35), "Resource temporarily unavailable"),
    Row(.failed, "The operation couldn’t be completed. %@"),
    Row(.errorNumber, "(%@ error %@.)"),  // ICON-054

    // Lines of the console, and what crash reports quote.
    Row(.presentationRefused, "Warning: Attempt to present <%@> on <%@> %@"),  // LAUNCH-037, LAUNCH-038
    Row(
      .presentationRefused, from: .v14, "[Presentation] Attempt to present <%1$@> on <%2$@> (from <%2$@>) %3$@"),
    Row(.notInHierarchy, "whose view is not in the window hierarchy!"),  // LAUNCH-037
    Row(.notInHierarchy, from: .v14, "whose view is not in the window hierarchy."),  // LAUNCH-038
    Row(.mainThreadOnly, "%@ must be used from main thread only"),  // ICON-022
    Row(.mainThreadCall, "Call must be made on main thread"),  // LAUNCH-048
    Row(.cannotOpenURL, "-canOpenURL: failed for URL: \"%@\" - error: \"%@\""),  // LAUNCH-130
    Row(.noAppForURL, "(null)"),  // LAUNCH-131
    Row(.noAppForURL, from: .v10, "The operation couldn’t be completed. (OSStatus error -10814.)"),
    Row(
      .openURLRefused, from: .v18,
      """
      BUG IN CLIENT OF UIKIT: The caller of UIApplication.openURL(_:) needs to migrate to the non-deprecated \
      UIApplication.open(_:options:completionHandler:). Force returning false (NO).
      """),  // LAUNCH-134
    Row(.databaseNoise, "Error Domain=NSOSStatusErrorDomain Code=-54 \"process may not map database\""),  // ICON-055
    Row(.upcallNotLoaded, "[CoreServicesUIUpcallEmbedded] couldn't load upcall bundle principal class"),  // ICON-052
    Row(
      .scenesAdvised, from: .sceneAdvice,
      """
      CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert in a \
      future version.
      """),  // LAUNCH-059, LAUNCH-060
    Row(.scenesAdvised, from: OSVersion(19), nil),
    Row(
      .scenesAdvised, from: .v26,
      "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."),
    Row(.scenesAdvised, from: .scenesRequired, nil),
    Row(
      .scenesRequired,
      """
      Application failed to launch: UIScene life cycle is required for apps built with this SDK. See "Transitioning to \
      the UIKit scene-based life cycle".
      """),  // LAUNCH-061
  ]
}
