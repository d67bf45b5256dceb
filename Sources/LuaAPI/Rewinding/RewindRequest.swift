/// What `device:rewind` was asked for.
public struct RewindRequest: Sendable {
  enum Target {
    /// The state before the command that led to the event of this number.
    case event(Int)
    /// The state at this time, in milliseconds.
    case time(Int64)
  }

  /// The how-manieth device of the session, from 0.
  let device: Int
  let target: Target
}
