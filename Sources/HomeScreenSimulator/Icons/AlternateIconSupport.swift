/// Whether an app can change its icon at all, and why not.
public enum AlternateIconSupport: Sendable, Equatable {
  /// Every iPhone or iPad app, whatever its Info.plist says (ICON-013).
  case supported
  /// Built with the visionOS SDK (ICON-014).
  case visionOSBuild
  /// An iPad app built for the Mac (ICON-015).
  case macCatalystBuild
  /// An app for iPhone only on an iPad, from iPadOS 17 on (ICON-176, ICON-179).
  case iPhoneAppOnIPad

  /// What `supportsAlternateIcons` returns.
  public var isSupported: Bool { self == .supported }

  /// The fact behind it.
  public var fact: FactID {
    switch self {
    case .supported: "ICON-013"
    case .visionOSBuild: "ICON-014"
    case .macCatalystBuild: "ICON-015"
    case .iPhoneAppOnIPad: "ICON-176"
    }
  }
}
