/// An `NSException` that UIKit raises in the app's code; it ends the app unless the code catches it.
public struct AppException: Error, Sendable, Equatable, CustomStringConvertible {
  /// For instance `NSInvalidArgumentException`.
  public let name: String
  public let reason: String

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  public var description: String {
    "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
  }

  static func invalidArgument(_ reason: String) -> AppException {
    AppException(name: "NSInvalidArgumentException", reason: reason)
  }
}
