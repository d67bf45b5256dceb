/// What an app is doing, in XCUIApplication's words. The raw values are the names that scripts use.
public enum AppState: String, Sendable, CaseIterable {
  case notRunning
  case runningForeground
  case runningBackground
  case runningBackgroundSuspended
}
