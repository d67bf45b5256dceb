public import AppPackages

/// From which severity on findings make a command fail.
public enum FailureLevel: String, Sendable, CaseIterable {
  case error, warning, note, never

  /// Whether a finding of this severity makes it fail.
  public func includes(_ severity: PackageWarning.Severity) -> Bool {
    switch self {
    case .error: severity == .error
    case .warning: severity != .note
    case .note: true
    case .never: false
    }
  }
}
