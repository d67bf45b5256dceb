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
    facts: [
      "LAUNCH-061", "LAUNCH-158", "LAUNCH-058", "LAUNCH-062", "LAUNCH-159", "LAUNCH-174", "LAUNCH-191", "LAUNCH-192",
      "LAUNCH-193",
    ])

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
          + (subject.xcode.isForOldProject ? "" : "; it is checked with \(subject.xcode.text(of: subject.package))"),
      at: verdict.places.first, help: verdict.help, severity: severity)
    // The message depends on whether the code was read; the finding is the same.
    finding.subjects = ["UIApplicationSceneManifest"]
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
    "launch-screen-missing", .warning, "An app built with the iOS 27 SDK has no launch screen", facts: ["LAUNCH-190"])

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
