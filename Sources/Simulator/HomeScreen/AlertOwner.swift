/// Whose window an alert is in.
public enum AlertOwner: Sendable, Equatable {
  /// The app with this bundle identifier: the alert goes and comes with the app.
  case app(String)
  /// The system: the alert lies over everything.
  case system
}
