/// Why a file is no JSON that can be used: what, where, and what to do.
public struct JSONError: LocatedError {
  /// The kinds of mistakes; the raw values are stable.
  public enum Kind: String, Sendable, CaseIterable {
    /// No content at all.
    case empty
    /// Neither UTF-8 nor UTF-16.
    case encoding
    /// The grammar is broken.
    case syntax
    /// The file ends in the middle.
    case truncated
    /// ``JSONLimits/maximumDepth``.
    case tooDeep
    /// ``JSONLimits/maximumNodes``.
    case tooManyNodes
    /// ``JSONLimits/maximumBytes``.
    case tooLarge
  }

  /// Where it is: file, line and column.
  public var location: SourceLocation
  /// What kind of mistake it is.
  public var kind: Kind
  /// What happened, in plain words, without place and without a full stop at the end.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// A mistake at a place.
  public init(location: SourceLocation, kind: Kind, message: String, hint: String? = nil) {
    self.location = location
    self.kind = kind
    self.message = message
    self.hint = hint
  }

  init(_ error: PropertyListError) {
    self.init(
      location: error.location, kind: error.kind == .truncated ? .truncated : .encoding, message: error.message,
      hint: error.hint)
  }
}
