/// `UISceneConfiguration`: what `configurationForConnecting` returns.
public struct SceneConfiguration {
  /// The name of a configuration in the Info.plist; nil: the default one.
  public var name: String?
  /// The class of the scene delegate; opaque to the simulator, handed back through the scene's session when the
  /// delegate is made.
  public var delegateClass: AnyObject?

  public init(name: String? = nil, delegateClass: AnyObject? = nil) {
    self.name = name
    self.delegateClass = delegateClass
  }
}
