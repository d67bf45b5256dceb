/// Why a file is not a property list that can be used: what, where, and what to do.
public struct PropertyListError: LocatedError {
  /// The family of a failure, for code that has to tell them apart.
  public enum Kind: String, Sendable, CaseIterable {
    /// No content at all.
    case empty
    /// Something else: HTML, JSON, a Git LFS pointer, a picture, an archive.
    case notAPropertyList
    /// Not UTF-8 or UTF-16, or a declared encoding that is not read.
    case encoding
    /// The grammar of the format is broken.
    case syntax
    /// The file ends in the middle.
    case truncated
    /// A number, date, data or entity that says nothing usable.
    case badValue
    /// A binary file's inner references point outside, or at nonsense.
    case malformed
    /// A container that holds itself.
    case cyclic
    /// An object that a binary file may hold but a property list may not: sets, null.
    case unsupported
    /// ``PropertyListLimits/maximumDepth``.
    case tooDeep
    /// ``PropertyListLimits/maximumNodes``.
    case tooManyNodes
    /// ``PropertyListLimits/maximumBytes``.
    case tooLarge
  }

  /// Where it is, as exactly as the format knows.
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
}
