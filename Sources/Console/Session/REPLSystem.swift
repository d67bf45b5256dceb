/// What of the device of a session is another one than its options say: what `:os` and `:device` asked for.
public struct REPLSystem: Sendable, Equatable {
  /// The version of iOS; nil: as before.
  public var os: String?
  /// The model; nil: as before.
  public var model: String?
}
