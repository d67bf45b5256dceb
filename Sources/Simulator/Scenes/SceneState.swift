/// `UIScene.activationState`. The raw values are the names that scripts use.
public enum SceneState: String, Sendable, CaseIterable {
  case unattached
  case foregroundInactive
  case foregroundActive
  case background
}
