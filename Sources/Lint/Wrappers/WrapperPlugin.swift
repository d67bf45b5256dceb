import HomeScreenSimulator

/// A plugin that handles quick actions or icons for apps that are written in another language than the system’s.
struct WrapperPlugin: Sendable {
  /// What the plugin is part of, and which file of a project names it.
  enum Framework: String, Sendable, CaseIterable {
    case reactNative = "React Native"
    case expo = "Expo"
    case capacitor = "Capacitor"
    case cordova = "Cordova"
    case flutter = "Flutter"
  }

  /// As the project’s files name it.
  let name: String
  let framework: Framework
  /// What it does, and in which life cycle: the rest of a sentence that begins with its name.
  let words: String
  let facts: [FactID]
  /// Whether it gets quick actions, which matters to apps with scenes.
  let handlesActions: Bool
  /// Whether it gets those that launch an app with scenes, too; nil where that depends on its version.
  let servesScenes: Bool?
  /// What CocoaPods calls it; nil where its versions are in no `Podfile.lock`.
  var pod: String? { Self.pods[name] }

  private static let pods = [
    "react-native-quick-actions": "RNQuickAction", "react-native-change-icon": "react-native-change-icon",
    "expo-quick-actions": "ExpoQuickActions", "@capawesome/capacitor-app-shortcuts": "CapawesomeCapacitorAppShortcuts",
    "@capawesome/capacitor-app-icon": "CapawesomeCapacitorAppIcon",
    "@capacitor-community/app-icon": "CapacitorCommunityAppIcon",
  ]

  private init(
    _ name: String, _ framework: Framework, actions words: String, servesScenes: Bool?, _ facts: [FactID]
  ) {
    (self.name, self.framework, self.words, self.facts) = (name, framework, words, facts)
    (handlesActions, self.servesScenes) = (true, servesScenes)
  }

  private init(_ name: String, _ framework: Framework, icons words: String, _ facts: [FactID] = ["ICON-010"]) {
    (self.name, self.framework, self.words, self.facts) = (name, framework, words, facts)
    (handlesActions, servesScenes) = (false, nil)
  }

  private static let byAppDelegate = "handles quick actions that the app delegate gets, but none in an app with scenes"
  private static let changesIcon = "changes the icon"
  private static let hidesAlert =
    "changes the icon, on request with the private selector that hides the alert"

  /// Those that are known.
  static let all: [WrapperPlugin] = [
    WrapperPlugin(
      "react-native-quick-actions", .reactNative,
      actions: byAppDelegate + ": the app’s own delegate must pass them on, and a cold start is read from the launch "
        + "options", servesScenes: false, ["LAUNCH-021", "LAUNCH-012"]),
    WrapperPlugin("react-native-change-icon", .reactNative, icons: changesIcon),
    WrapperPlugin("react-native-dynamic-app-icon", .reactNative, icons: changesIcon),
    WrapperPlugin(
      "expo-quick-actions", .expo,
      actions:
        "handles quick actions as a subscriber of Expo’s app delegate; with scenes it depends on what Expo’s scene "
        + "delegate passes on, and the one that launches the app may be missed", servesScenes: nil,
      ["LAUNCH-013", "LAUNCH-021"]),
    WrapperPlugin("expo-dynamic-app-icon", .expo, icons: changesIcon),
    WrapperPlugin("expo-alternate-app-icons", .expo, icons: hidesAlert, ["ICON-082", "STORE-028"]),
    WrapperPlugin(
      "@capawesome/capacitor-app-shortcuts", .capacitor,
      actions: byAppDelegate + ": the app’s own delegate must pass them on", servesScenes: false,
      ["LAUNCH-021", "LAUNCH-012"]),
    WrapperPlugin("@capawesome/capacitor-app-icon", .capacitor, icons: changesIcon),
    WrapperPlugin("@capacitor-community/app-icon", .capacitor, icons: hidesAlert, ["ICON-082", "ICON-083"]),
    WrapperPlugin(
      "cordova-plugin-3dtouch", .cordova, actions: byAppDelegate + ", in a category of it", servesScenes: false,
      ["LAUNCH-021"]),
    WrapperPlugin(
      "quick_actions", .flutter,
      actions: "handles quick actions; its first versions only for the app delegate, later ones for scenes too",
      servesScenes: nil, ["LAUNCH-022", "LAUNCH-021"]),
    WrapperPlugin("flutter_dynamic_icon", .flutter, icons: hidesAlert, ["ICON-082", "ICON-083"]),
    WrapperPlugin("flutter_dynamic_icon_plus", .flutter, icons: changesIcon),
  ]
}
