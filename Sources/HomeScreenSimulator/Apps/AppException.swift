/// An `NSException` that UIKit raises in the app's code; it ends the app unless the code catches it.
public struct AppException: Error, Sendable, Equatable, CustomStringConvertible {
  /// For instance `NSInvalidArgumentException`.
  public let name: String
  /// What the app did wrong, in UIKit's words.
  public let reason: String

  /// An exception with any name and reason, for code that raises one of its own.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The line of the console: `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'`.
  public var description: String {
    "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
  }

  static func invalidArgument(_ reason: String) -> AppException {
    AppException(name: "NSInvalidArgumentException", reason: reason)
  }

  /// An array literal with nil at a place, counted from 0 (QUICK-109).
  public static func nilInArrayLiteral(at place: Int) -> AppException {
    invalidArgument(
      "*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[\(place)]")
  }

  /// A quick action whose user info holds an object of a type, such as `CFNull`, that no property list can hold
  /// (QUICK-038).
  public static func unserializableUserInfo(_ type: String) -> AppException {
    let text = "Property list invalid for format: 200 (property lists cannot contain objects of type '\(type)')"
    return invalidArgument(
      "unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 \"\(text)\" "
        + "UserInfo={NSDebugDescription=\(text)}")
  }
}
