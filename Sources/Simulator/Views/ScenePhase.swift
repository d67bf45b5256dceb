/// SwiftUI's `ScenePhase`. The raw values are the names that scripts use.
public enum ScenePhase: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}
