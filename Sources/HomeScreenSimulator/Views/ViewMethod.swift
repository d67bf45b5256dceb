/// The methods of a view controller that the system calls: a closed list. The raw value is the slot.
public enum ViewMethod: String, Sendable, CaseIterable {
  case viewDidLoad
  case viewDidAppear
}

/// The modifiers of a SwiftUI root view that the system runs: a closed list. The raw value is the slot.
public enum RootViewMethod: String, Sendable, CaseIterable {
  case onAppear
  case onOpenURL
  case onContinueUserActivity
  case onScenePhase
}

/// SwiftUI's `ScenePhase`. The raw values are the names that scripts use.
public enum AppScenePhase: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}
