import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the static quick actions of an app together, and about the app that gets them.
enum ShortcutMenuRules {
  static let all: [any Rule] = [
    ShortcutObstacle(
      RuleDescription(
        "shortcut-too-many", .warning, "A quick action is never in the menu, because four others come first",
        explanation: """
          The menu of an app shows four quick actions at most: those of the Info.plist in their order, then those \
          that the app’s code has set. Any further ones are in no menu, and if the Info.plist has four, those of the \
          code never are.
          """,
        facts: ["QUICK-065", "QUICK-066", "QUICK-068"])),
    ShortcutTypeDuplicate(), SceneManifestMissing(),
  ]
}

/// `shortcut-type-duplicate`
struct ShortcutTypeDuplicate: Rule {
  let description = RuleDescription(
    "shortcut-type-duplicate", .note, "Two quick actions have the same type",
    explanation: """
      The app distinguishes its quick actions by their types. Several can share one and differ in their userInfo, \
      although one sentence of Apple asks for unique ones: a note. If two have the same type and the same userInfo, \
      or none, the app cannot distinguish them: a warning.
      """,
    facts: ["QUICK-030"])

  func check(_ subject: LintSubject) -> [Finding] {
    var first: [ExactText: [JudgedAction]] = [:]
    return subject.actions.actions.compactMap { action -> Finding? in
      guard let type = action.type, action.inMenus.contains(where: \.isShown) else { return nil }
      let key = ExactText("\(action.key)\n\(type)")
      let earlier = first[key] ?? []
      first[key, default: []].append(action)
      guard let other = earlier.first else { return nil }
      let twin = earlier.first { Self.userInfo($0) == Self.userInfo(action) }
      let difference = twin == nil ? "they differ only in their userInfo" : "the app cannot distinguish them"
      var finding = finding(
        "\(action.name) has the type of item \((twin ?? other).position): \(difference)", of: action, at: .type,
        for: action.inMenus, in: subject,
        help: twin == nil
          ? "Let the app look at userInfo too, or give each its own type." : "Give each its own type.",
        severity: twin == nil ? .note : .warning)
      finding.otherLocations = [(twin ?? other).location(of: .type)].compactMap(\.self)
      return finding
    }
  }

  private static func userInfo(_ action: JudgedAction) -> PropertyListDictionary? {
    action.node.value.dictionary?[ShortcutItemKey.userInfo.name]?.dictionary
  }
}

/// `scene-manifest-missing`
struct SceneManifestMissing: Rule {
  let description = RuleDescription(
    "scene-manifest-missing", .warning, "An app built with the iOS 27 SDK names no scene delegate",
    explanation: """
      A UIKit app that is built with the SDK of iOS 27 and has not adopted scenes ends on iOS 27 when it is launched: \
      “UIScene life cycle is required for apps built with this SDK”. It has adopted them if a configuration of \
      UIApplicationSceneManifest names a delegate class for its windows, or if its app delegate implements \
      application(_:configurationForConnecting:options:). A manifest without configurations, as \
      INFOPLIST_KEY_UIApplicationSceneManifest_Generation writes it, is enough for SwiftUI’s App only. Built with an \
      older SDK, the app runs, on iOS 27 too. With scenes, the scene delegate gets quick actions. Where nothing says \
      whether the app is one of UIKit, this is a note; the app’s sources decide it (lint --sources).
      """,
    facts: ["LAUNCH-061", "LAUNCH-158", "LAUNCH-058", "LAUNCH-062"],
    after: """
      <key>UIApplicationSceneManifest</key>
      <dict>
        <key>UIApplicationSupportsMultipleScenes</key> <false/>
        <key>UISceneConfigurations</key>
        <dict>
          <key>UIWindowSceneSessionRoleApplication</key>
          <array>
            <dict>
              <key>UISceneConfigurationName</key> <string>Default Configuration</string>
              <key>UISceneDelegateClassName</key> <string>$(PRODUCT_MODULE_NAME).SceneDelegate</string>
            </dict>
          </array>
        </dict>
      </dict>
      """)

  func check(_ subject: LintSubject) -> [Finding] {
    let info = subject.package.infoPlist
    guard let name = info["DTSDKName"]?.string, let sdk = BuildSDK(name), sdk.requiresScenes,
      let lack = Self.lack(SceneManifest(of: subject.package).adoption),
      subject.code?.lifeCycle != .swiftUI, subject.code?.appDelegate?.method(.configurationForConnecting) == nil
    else { return [] }
    let isForUIKit = subject.code.map { $0.lifeCycle != nil && !$0.isOpen } ?? Self.isForUIKit(info)
    return [
      finding(
        "the app is built with the SDK \(Spelling.beginning(of: name)), and \(lack): "
          + "\(isForUIKit ? "it" : "if it is one of UIKit, it") ends at launch on iOS 27",
        at: subject.package.infoPlistLocation,
        help:
          "Name the scene delegate of the windows with UISceneDelegateClassName in UIApplicationSceneManifest, or let "
          + "the app delegate implement application(_:configurationForConnecting:options:).",
        severity: isForUIKit ? .warning : .note)
    ]
  }

  private static func lack(_ adoption: SceneManifest.Adoption) -> String? {
    switch adoption {
    case .none: "its Info.plist has no scene manifest"
    case .empty: "its scene manifest has no configuration"
    case .otherRoles: "its scene manifest has no configuration for windows"
    case .noDelegate: "its scene manifest names no delegate class for windows"
    case .delegate: nil
    }
  }

  /// SwiftUI's `App` has no main storyboard, and begins with iOS 14 (LAUNCH-080).
  private static func isForUIKit(_ info: PropertyListDictionary) -> Bool {
    let oldest = info["MinimumOSVersion"]?.string.flatMap { try? OSVersion(parsing: $0) }
    return info["UIMainStoryboardFile"] != nil || oldest.map { $0 < LifeCycle.swiftUI.firstOS } ?? false
  }
}
