package import AppPackages
import PropertyLists

/// The SDK of an app's build.
public struct BuildSDK: Sendable, Hashable {
  /// The platform of an SDK.
  public enum Platform: String, Sendable, CaseIterable {
    case iOS
    case visionOS
    /// An iPad app built for the Mac.
    case macCatalyst
  }

  /// The platform of the apps that the SDK builds.
  public let platform: Platform
  /// The version of that platform, such as `27.0`.
  public let version: OSVersion

  /// Creates an SDK from its platform and version; whether Apple released it is not checked.
  public init(_ platform: Platform, _ version: OSVersion) { (self.platform, self.version) = (platform, version) }

  private static let prefixes: [(prefix: String, platform: Platform)] = [
    ("iphonesimulator", .iOS), ("iphoneos", .iOS), ("xrsimulator", .visionOS), ("xros", .visionOS),
    ("visionos", .visionOS), ("maccatalyst", .macCatalyst), ("macosx", .macCatalyst), ("ios", .iOS),
  ]

  /// Parses `27.0` (iOS), `iphoneos27.0`, `xros2.0`, `visionOS 2.0`, `macosx15.0` or `macCatalyst 18.0`.
  ///
  /// - Throws: ``SimulatorError`` `bad-sdk` for any other string.
  public init(parsing text: String) throws(SimulatorError) {
    guard let sdk = BuildSDK(text) else {
      throw SimulatorError(
        .badSDK, "“\(Spelling.beginning(of: text))” is not an SDK",
        hint: "Write \"27.0\", or the name that Xcode gives it: \"iphoneos27.0\".")
    }
    self = sdk
  }

  /// Parses like ``init(parsing:)``, but returns nil for any other string.
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

  /// Whether apps built with this SDK need scenes: true from SDK 27 on. Since 26, the SDKs of macOS, iOS and visionOS
  /// have the same version numbers (LAUNCH-062, LAUNCH-063).
  public var requiresScenes: Bool { version >= .scenesRequired }
}

extension XcodeChoice {
  /// Whether apps built with this Xcode need scenes. Xcode and its SDK have the same version number.
  package var requiresScenes: Bool { version.number.major >= OSVersion.scenesRequired.major }
}

/// The way in which an app is notified of its launch and of changes of its state.
public enum LifeCycle: String, Sendable, CaseIterable {
  /// The app delegate gets all events, without scenes.
  case appDelegate
  /// UIKit scenes, iOS 13 and later: process events go to the app delegate, the rest to the scene delegate.
  case scene
  /// SwiftUI's `App`, iOS 14 and later: the scene life cycle (LAUNCH-026).
  case swiftUI

  /// Whether the scene delegate is notified of changes of state.
  public var usesScenes: Bool { self != .appDelegate }

  /// The first version that supports the life cycle (LAUNCH-080).
  public var firstOS: OSVersion {
    switch self {
    case .appDelegate: .oldest
    case .scene: .scenes
    case .swiftUI: .v14
    }
  }
}
