import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about what an app needs to launch if it is built with the SDK of iOS 27.
enum SceneRules {
  static let all: [any Rule] = [SceneManifestMissing(), LaunchScreenMissing(), SceneWindowMissing()]
}

/// `scene-manifest-missing`
struct SceneManifestMissing: Rule {
  let description = RuleDescription(
    "scene-manifest-missing", .error,
    "An app built with the iOS 27 SDK is terminated at launch, because it has no scenes",
    explanation: """
      iOS 27 terminates a UIKit app at launch if it is built with the iOS 27 SDK and has not adopted scenes: \
      “UIScene life cycle is required for apps built with this SDK”. An app has adopted scenes if a configuration of \
      UIApplicationSceneManifest names a delegate class for its windows, or if its app delegate implements \
      application(_:configurationForConnecting:options:). A manifest without configurations, as \
      INFOPLIST_KEY_UIApplicationSceneManifest_Generation writes it, is enough for SwiftUI’s App only. Built with an \
      older SDK, the app also runs on iOS 27: then the finding is a warning. The version of Xcode comes from --xcode, \
      the build, .xcode-version, a CI workflow or LastUpgradeCheck; without any of these, it is 26. If public reports \
      disagree, the finding is never an error. If only the app’s code decides and it was not read, the finding is a \
      note (lint --sources reads the code). With scenes, the scene delegate gets quick actions and links: check shows \
      each of them.
      """,
    facts: [
      "LAUNCH-061", "LAUNCH-158", "LAUNCH-058", "LAUNCH-062", "LAUNCH-159", "LAUNCH-174", "LAUNCH-191", "LAUNCH-192",
      "LAUNCH-193",
    ],
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
    let verdict = subject.sceneRequirement
    if verdict.answer == .launches { return [] }
    let isRequired = subject.xcode.requiresScenes
    let severity: Finding.Severity
    let words: String
    switch verdict.answer {
    case .launches: return []
    case .ends:
      // No Xcode since 10.2 builds Swift 3, so such an app must be migrated first.
      let isOld =
        VersionNumber(subject.package.settings["SWIFT_VERSION"] ?? "").map { $0.major < 4 } ?? subject.code?.isSwift2
        ?? false
      (severity, words) = (
        isRequired ? .error : subject.isHelper || isOld ? .note : .warning, "iOS 27 terminates it at launch"
      )
    case .contradicted:
      (severity, words) = (isRequired ? .warning : .note, "it is uncertain whether the app launches on iOS 27")
    case .notKnown:
      let hasUnknownDelegate = subject.code.map { $0.appDelegate == nil && $0.document.entry != nil } ?? false
      let isForUIKit = subject.package.isDotNet || hasUnknownDelegate || Self.isForUIKit(subject.package.infoPlist)
      guard isRequired || isForUIKit && (subject.package.build != nil || subject.package.isDotNet) else { return [] }
      (severity, words) = (isRequired && isForUIKit ? .warning : .note, "iOS 27 may terminate it at launch")
    }
    var finding = finding(
      isRequired
        ? "the app is built with \(subject.xcode.text) and \(verdict.reason): \(words)"
        : "\(verdict.reason): \(words) if Xcode 27 builds the app"
          + (subject.xcode.isForOldProject ? "" : "; \(subject.xcode.text) builds it now"),
      at: verdict.places.first, help: verdict.help, severity: severity)
    // Apps with one app delegate have one cause.
    finding.cause = verdict.places.dropFirst().first
    finding.otherLocations = Array(verdict.places.dropFirst())
    return [finding]
  }

  /// Returns whether the app uses UIKit: SwiftUI's `App` has no main storyboard, and requires iOS 14 (LAUNCH-080).
  private static func isForUIKit(_ info: PropertyListDictionary) -> Bool {
    let oldest = info["MinimumOSVersion"]?.string.flatMap { try? OSVersion(parsing: $0) }
    return info["UIMainStoryboardFile"] != nil || oldest.map { $0 < LifeCycle.swiftUI.firstOS } ?? false
  }
}

/// `launch-screen-missing`
struct LaunchScreenMissing: Rule {
  private static let keys = ["UILaunchStoryboardName", "UILaunchStoryboards", "UILaunchScreen", "UILaunchScreens"]

  let description = RuleDescription(
    "launch-screen-missing", .warning, "An app built with the iOS 27 SDK has no launch screen",
    explanation: """
      The App Store rejects an app that is built with the iOS 27 SDK and whose Info.plist has none of \
      UILaunchStoryboardName, UILaunchStoryboards, UILaunchScreen and UILaunchScreens. UIRequiresFullScreen does not \
      replace them. INFOPLIST_KEY_UILaunchScreen_Generation = YES writes UILaunchScreen.
      """,
    facts: ["LAUNCH-190"], after: "<key>UILaunchScreen</key> <dict/>")

  func check(_ subject: LintSubject) -> [Finding] {
    let package = subject.package
    guard package.origin != .infoPlist,
      !package.infoPlist.keys.contains(where: { Self.keys.contains(InfoPlistKey($0).base) }),
      subject.xcode.requiresScenes
    else { return [] }
    return [
      finding(
        "the app is built with \(subject.xcode.text), and its Info.plist has no launch screen",
        at: package.infoPlistLocation, help: "Add UILaunchScreen, or name a storyboard with UILaunchStoryboardName.")
    ]
  }
}
