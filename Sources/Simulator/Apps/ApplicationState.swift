/// What `UIApplication.applicationState` tells the app's code.
public enum ApplicationState: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}
