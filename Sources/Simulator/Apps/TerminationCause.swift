/// Who ended a process.
public enum TerminationCause: String, Sendable, CaseIterable {
  /// The user, in the app switcher.
  case user
  /// The system, for want of memory.
  case jetsam
}
