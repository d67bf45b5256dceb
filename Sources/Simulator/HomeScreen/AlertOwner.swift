/// Whose window an alert is in.
public enum AlertOwner: Sendable, Equatable {
  /// The app with this bundle identifier: the alert goes and comes with the app.
  case app(String)
  /// The system: the alert lies over everything.
  case system

  /// The word of the trace for it.
  public enum Kind: String, Sendable, CaseIterable {
    case app
    case system
  }

  /// Which of the two it is.
  public var kind: Kind {
    switch self {
    case .app: .app
    case .system: .system
    }
  }
}
