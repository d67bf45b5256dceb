/// `UISceneSession.Role`: what a scene is for.
public enum SceneRole: String, Sendable, CaseIterable {
  /// A window on the device's own screen.
  case application
  /// What an external display shows instead of the device's screen (LAUNCH-141).
  case externalDisplay
  /// What a car shows of the app (LAUNCH-142).
  case carPlay

  /// The name of UIKit's constant, which is the key in the scene manifest. The one of external displays changed with iOS 16
  /// (LAUNCH-141).
  public func name(on os: OSVersion) -> String {
    switch self {
    case .application: "UIWindowSceneSessionRoleApplication"
    case .externalDisplay:
      os < .v16 ? "UIWindowSceneSessionRoleExternalDisplay" : "UIWindowSceneSessionRoleExternalDisplayNonInteractive"
    case .carPlay: "CPTemplateApplicationSceneSessionRoleApplication"
    }
  }

  /// The role of a name of UIKit's, of any version; nil for another text.
  public init?(named name: String) {
    let names = SceneRole.allCases.flatMap { role in [OSVersion.scenes, .newest].map { (role.name(on: $0), role) } }
    guard let role = names.first(where: { $0.0 == name })?.1 else { return nil }
    self = role
  }
}

/// Where else than on its own screen a device shows an app.
public enum AppDisplay: String, Sendable, CaseIterable {
  /// A screen at the end of a cable, or by AirPlay: it shows the app in front.
  case external
  /// A car, which shows an app whatever the phone shows.
  case car

  var role: SceneRole {
    switch self {
    case .external: .externalDisplay
    case .car: .carPlay
    }
  }
}
