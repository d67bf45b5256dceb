import PropertyLists

/// A key of the Info.plist that a build generates from a setting `INFOPLIST_KEY_…`, of which there is a fixed list.
///
/// Anything else with that prefix is a setting like any other: nothing becomes of it. There is none for icons and none
/// for quick actions.
struct GeneratedInfoPlistKey {
  enum ValueKind {
    case string, boolean, list
  }

  static let settingPrefix = "INFOPLIST_KEY_"

  /// Behind the prefix.
  let name: String
  /// In the Info.plist.
  let key: String
  let kind: ValueKind

  /// Nil for a name that Xcode does not know.
  init?(setting: String) {
    guard setting.hasPrefix(Self.settingPrefix) else { return nil }
    name = String(setting.dropFirst(Self.settingPrefix.count))
    if Self.booleans.contains(name) {
      kind = .boolean
    } else if Self.lists.contains(name) {
      kind = .list
    } else if Self.strings.contains(name) || Self.isUsageDescription(name) {
      kind = .string
    } else {
      return nil
    }
    switch name {
    case "UISupportedInterfaceOrientations_iPad": key = "UISupportedInterfaceOrientations~ipad"
    case "UISupportedInterfaceOrientations_iPhone": key = "UISupportedInterfaceOrientations~iphone"
    default: key = name
    }
  }

  /// The value as the Info.plist has it; nil when the setting is empty.
  func value(_ text: String) -> PropertyListValue? {
    guard !text.isEmpty else { return nil }
    switch kind {
    case .string: return .string(text)
    case .boolean: return .boolean(BuildSettings.isTrue(text))
    case .list: return .array(of: BuildSettingStringList(text).words.map { .string($0) })
    }
  }

  /// The two that generate a whole dictionary.
  static let sceneManifest = settingPrefix + "UIApplicationSceneManifest_Generation"
  static let launchScreen = settingPrefix + "UILaunchScreen_Generation"

  private static let booleans: Set<String> = [
    "GCSupportsControllerUserInteraction", "GCSupportsGameMode", "ITSAppUsesNonExemptEncryption", "LSBackgroundOnly",
    "LSSupportsOpeningDocumentsInPlace", "LSUIElement", "MetalCaptureEnabled", "NSSupportsLiveActivities",
    "NSSupportsLiveActivitiesFrequentUpdates", "UIApplicationSupportsIndirectInputEvents", "UIRequiresFullScreen",
    "UIStatusBarHidden", "UISupportsDocumentBrowser", "WKRunsIndependentlyOfCompanionApp", "WKWatchOnly",
  ]

  private static let lists: Set<String> = [
    "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations", "UISupportedInterfaceOrientations_iPad",
    "UISupportedInterfaceOrientations_iPhone", "WKSupportsLiveActivityLaunchAttributeTypes",
  ]

  private static let strings: Set<String> = [
    "CFBundleDisplayName", "CLKComplicationPrincipalClass", "ITSEncryptionExportComplianceCode",
    "LSApplicationCategoryType", "NSHumanReadableCopyright", "NSLocationTemporaryUsageDescriptionDictionary",
    "NSMainNibFile", "NSMainStoryboardFile", "NSPrincipalClass", "NSSensorKitPrivacyPolicyURL", "NSStickerSharingLevel",
    "UILaunchStoryboardName", "UIMainStoryboardFile", "UIStatusBarStyle", "UIUserInterfaceStyle",
    "WKCompanionAppBundleIdentifier", "WKExtensionDelegateClassName",
  ]

  /// Xcode knows a setting for each purpose string of its systems, and gets new ones with them.
  private static func isUsageDescription(_ name: String) -> Bool {
    name.hasSuffix("UsageDescription") && ["NS", "NFC", "OSBundle"].contains { name.hasPrefix($0) }
  }
}
