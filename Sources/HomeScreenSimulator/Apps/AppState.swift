/// What an app is doing, in XCUIApplication's words. The raw values are the names that scripts use.
public enum AppState: String, Sendable, CaseIterable {
  case notRunning
  case runningForeground
  case runningBackground
  case runningBackgroundSuspended
}

/// What `UIApplication.applicationState` tells the app's code.
public enum ApplicationState: String, Sendable, CaseIterable {
  case active
  case inactive
  case background
}

/// Who ended a process.
public enum TerminationCause: String, Sendable, CaseIterable {
  /// The user, in the app switcher.
  case user
  /// The system, for want of memory.
  case jetsam
}
