/// An error at one place of a file: what happened, where, and what to do.
///
/// What the readers of files throw has this form, so a program can show any of them without knowing which it is.
public protocol LocatedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, and the place in it as exactly as it is known.
  var location: SourceLocation { get }
  /// What happened, in plain words, without place and without a full stop at the end.
  var message: String { get }
  /// What to do about it.
  var hint: String? { get }
}

extension LocatedError {
  /// `Info.plist:12:3: message`, and the hint on a second line.
  public var description: String { "\(location): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}
