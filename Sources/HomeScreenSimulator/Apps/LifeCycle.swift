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
