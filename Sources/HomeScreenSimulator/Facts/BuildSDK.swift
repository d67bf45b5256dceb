import PropertyLists

/// The SDK that an app was built with.
public struct BuildSDK: Sendable, Hashable {
  /// The platform of an SDK.
  public enum Platform: String, Sendable, CaseIterable {
    case iOS
    case visionOS
    /// An iPad app built for the Mac.
    case macCatalyst
  }

  /// What the apps that it builds run on.
  public let platform: Platform
  /// The version of that platform, such as `27.0`.
  public let version: OSVersion

  /// The SDK of a platform in a version; whether Apple ever released it is not checked.
  public init(_ platform: Platform, _ version: OSVersion) {
    self.platform = platform
    self.version = version
  }

  private static let prefixes: [(prefix: String, platform: Platform)] = [
    ("iphonesimulator", .iOS), ("iphoneos", .iOS), ("xrsimulator", .visionOS), ("xros", .visionOS),
    ("visionos", .visionOS), ("maccatalyst", .macCatalyst), ("macosx", .macCatalyst), ("ios", .iOS),
  ]

  /// Reads `27.0` (iOS), `iphoneos27.0`, `xros2.0`, `visionOS 2.0`, `macosx15.0` or `macCatalyst 18.0`.
  ///
  /// - Throws: ``SimulatorError`` `bad-sdk` for any other text.
  public init(parsing text: String) throws(SimulatorError) {
    guard let sdk = BuildSDK(text) else {
      throw SimulatorError(
        .badSDK, "“\(Spelling.beginning(of: text))” is not an SDK",
        hint: "Write \"27.0\", or the name that Xcode gives it: \"iphoneos27.0\".")
    }
    self = sdk
  }

  /// As ``init(parsing:)``, but nil for any other text.
  public init?(_ text: String) {
    guard text.utf8.count <= 32 else { return nil }
    let lower = text.lowercased()
    for (prefix, platform) in BuildSDK.prefixes where lower.hasPrefix(prefix) {
      let rest = lower.dropFirst(prefix.count).drop { $0 == " " }
      guard let version = OSVersion(String(rest)) else { return nil }
      self.init(platform, version)
      return
    }
    guard let version = OSVersion(lower) else { return nil }
    self.init(.iOS, version)
  }

  /// Whether apps that it builds need scenes: the SDK of the 27 releases or later; Xcode gives macOS, iOS and visionOS
  /// one number from 26 on (LAUNCH-062, LAUNCH-063).
  public var requiresScenes: Bool { version >= .scenesRequired }
}

/// How an app hears of its launch and of coming and going.
public enum LifeCycle: String, Sendable, CaseIterable {
  /// The app delegate hears everything; there are no scenes.
  case appDelegate
  /// UIKit scenes, iOS 13 and later: process events go to the app delegate, the rest to the scene delegate.
  case scene
  /// SwiftUI's `App`, iOS 14 and later: the scene life cycle (LAUNCH-026).
  case swiftUI

  /// Whether the scene delegate hears of coming and going.
  public var usesScenes: Bool { self != .appDelegate }

  /// The first version that has it (LAUNCH-080).
  public var firstOS: OSVersion {
    switch self {
    case .appDelegate: .oldest
    case .scene: .scenes
    case .swiftUI: .v14
    }
  }
}
