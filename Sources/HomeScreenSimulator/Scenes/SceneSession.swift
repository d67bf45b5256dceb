/// `UISceneSession`: what the system keeps about a scene.
public final class SceneSession {
  /// `persistentIdentifier`: the app's bundle identifier and a number that counts up.
  public let persistentIdentifier: String
  /// What `configurationForConnecting` returned, else the default configuration.
  public internal(set) var configuration = SceneConfiguration()
  /// What the scene's delegate returned from `stateRestorationActivity(for:)` when it last went to the background
  /// (LAUNCH-056).
  public internal(set) var stateRestorationActivity: UserActivity?
  /// What the scene is for; it never changes.
  public let role: SceneRole
  /// The scene while it is connected.
  public internal(set) weak var scene: AppScene?

  init(persistentIdentifier: String, role: SceneRole) {
    self.persistentIdentifier = persistentIdentifier
    self.role = role
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, persistentIdentifier)
    state.write("\(path).configuration", configuration.name)
    state.write("\(path).hasDelegateClass", isSet: configuration.delegateClass != nil)
    guard let activity = stateRestorationActivity else { return }
    state.write("\(path).activity", activity.activityType)
    state.write("\(path).activity.webpageURL", activity.webpageURL)
    state.write("\(path).activity.userInfo", activity.userInfo)
  }
}

/// `UISceneConfiguration`: what `configurationForConnecting` returns.
public struct SceneConfiguration {
  /// The name of a configuration in the Info.plist; nil: the default one.
  public var name: String?
  /// The class of the scene delegate; opaque to the simulator, handed back through the scene's session when the
  /// delegate is made.
  public var delegateClass: AnyObject?

  /// The role that it is for; nil: that of the session. A session of another role is never connected (LAUNCH-140).
  public var role: SceneRole?

  /// A configuration; without arguments it is the default one, and names no class and no role.
  public init(name: String? = nil, delegateClass: AnyObject? = nil, role: SceneRole? = nil) {
    self.name = name
    self.delegateClass = delegateClass
    self.role = role
  }
}
