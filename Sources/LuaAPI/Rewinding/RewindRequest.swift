/// What `device:rewind` was asked for.
public struct RewindRequest: Sendable {
  enum Target {
    /// The state before the command that led to the event of this number.
    case event(Int)
    /// The state at this time, in milliseconds.
    case time(Int64)
  }

  /// Which device of the session, counted from 0.
  let device: Int
  let target: Target
}

/// Time that passes on one device.
public struct ReplayWait: Sendable {
  /// Which device of the session, counted from 0.
  public let device: Int
  /// How long, on the device's clock.
  public let milliseconds: Int64

  /// A wait of the device with this number.
  public init(device: Int, milliseconds: Int64) {
    self.device = device
    self.milliseconds = milliseconds
  }

  /// The same in seconds, as `device:advance` takes it.
  public var seconds: Double { Double(milliseconds) / 1_000 }
}
