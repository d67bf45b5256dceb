/// How an app ended by itself.
public struct AppCrash: Sendable {
  /// What escaped the app's code, in its own words.
  public let reason: String
  /// The exception code, such as `0x8badf00d`, if the system ended the app with one.
  public let code: String?
  /// When, on the device's clock.
  public let time: VirtualTime
  /// The error itself, if one escaped.
  public let error: (any Error)?
}
