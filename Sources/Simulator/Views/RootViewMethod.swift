/// The modifiers of a SwiftUI root view that the system runs: a closed list. The raw value is the slot.
public enum RootViewMethod: String, Sendable, CaseIterable {
  case onAppear
  case onOpenURL
  case onScenePhase
}
