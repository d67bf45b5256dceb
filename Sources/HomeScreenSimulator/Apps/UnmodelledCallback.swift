/// A method of UIKit that an app can implement and that no event of the simulator leads to: what ``AppCallback`` lacks.
/// Whoever writes one has not misspelt it.
public struct UnmodelledCallback: Sendable {
  /// The protocol or class that declares it: `UIApplicationDelegate`.
  public let owner: String
  /// The Objective-C selector: `applicationDidReceiveMemoryWarning:`.
  public let selector: String

  /// The name as scripts would write it: the selector with `_` between its parts.
  public var slot: String {
    var name = selector
    while name.hasSuffix(":") { name.removeLast() }
    return name.replacing(":", with: "_")
  }

  /// All of them, up to the SDK of iOS 27, those included that are deprecated: iOS still calls them in an app that has no
  /// newer method.
  public static let all: [UnmodelledCallback] = table.flatMap { owner, selectors in
    selectors.map { UnmodelledCallback(owner: owner, selector: $0) }
  }

  private static let table: KeyValuePairs<String, [String]> = [
    "UIApplicationDelegate": [
      "applicationDidFinishLaunching:",
      "application:handleOpenURL:",
      "application:openURL:sourceApplication:annotation:",
      "applicationDidReceiveMemoryWarning:",
      "applicationSignificantTimeChange:",
      "application:willChangeStatusBarOrientation:duration:",
      "application:didChangeStatusBarOrientation:",
      "application:willChangeStatusBarFrame:",
      "application:didChangeStatusBarFrame:",
      "application:didRegisterUserNotificationSettings:",
      "application:didRegisterForRemoteNotificationsWithDeviceToken:",
      "application:didFailToRegisterForRemoteNotificationsWithError:",
      "application:didReceiveRemoteNotification:",
      "application:didReceiveLocalNotification:",
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:",
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:",
      "application:handleActionWithIdentifier:forRemoteNotification:completionHandler:",
      "application:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:",
      "application:handleEventsForBackgroundURLSession:completionHandler:",
      "application:handleWatchKitExtensionRequest:reply:",
      "applicationShouldRequestHealthAuthorization:",
      "application:handlerForIntent:",
      "application:handleIntent:completionHandler:",
      "applicationProtectedDataWillBecomeUnavailable:",
      "applicationProtectedDataDidBecomeAvailable:",
      "application:supportedInterfaceOrientationsForWindow:",
      "application:shouldAllowExtensionPointIdentifier:",
      "application:viewControllerWithRestorationIdentifierPath:coder:",
      "application:didFailToContinueUserActivityWithType:error:",
      "application:didUpdateUserActivity:",
      "application:userDidAcceptCloudKitShareWithMetadata:",
      "applicationShouldAutomaticallyLocalizeKeyCommands:",
    ],
    "UISceneDelegate": [
      "scene:restoreInteractionStateWithUserActivity:",
      "scene:didFailToContinueUserActivityWithType:error:",
      "scene:didUpdateUserActivity:",
    ],
    "UIWindowSceneDelegate": [
      "windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:",
      "windowScene:didUpdateEffectiveGeometry:",
      "windowScene:userDidAcceptCloudKitShareWithMetadata:",
      "preferredWindowingControlStyleForScene:",
    ],
    "UNUserNotificationCenterDelegate": [
      "userNotificationCenter:willPresentNotification:withCompletionHandler:",
      "userNotificationCenter:openSettingsForNotification:",
    ],
    "UIViewController": [
      "viewWillAppear:",
      "viewIsAppearing:",
      "viewWillDisappear:",
      "viewDidDisappear:",
      "viewWillLayoutSubviews",
      "viewDidLayoutSubviews",
      "viewWillTransitionToSize:withTransitionCoordinator:",
      "viewSafeAreaInsetsDidChange",
      "viewLayoutMarginsDidChange",
      "viewWillUnload",
      "viewDidUnload",
    ],
  ]
}
