/// What has a Lua state of its own.
public enum Isolation: String, Sendable, CaseIterable {
  /// Each file, as ever.
  case file
  /// After its file each scenario once more, and what it does differently there is told.
  case it
}
