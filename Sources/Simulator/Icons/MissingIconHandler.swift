/// An icon request without a handler ended in an error on iOS 10.3, where UIKit calls the handler that is not there
/// (ICON-021).
public struct MissingIconHandler: Error, Sendable, Equatable, CustomStringConvertible {
  /// What the handler would have got.
  public let error: NSErrorValue

  public var description: String {
    "EXC_BAD_ACCESS: setAlternateIconName has no completion handler for \(error)"
  }
}
