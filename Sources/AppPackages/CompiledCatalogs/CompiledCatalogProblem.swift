public import PropertyLists

/// What is wrong with a compiled catalog, or with one picture of it, and where.
public struct CompiledCatalogProblem: LocatedError {
  /// What keeps it from being read.
  public enum Kind: String, Sendable, CaseIterable {
    /// The bytes are another format.
    case notACatalog
    /// They say what cannot be, or end too early.
    case damaged
    /// There is more than is read.
    case tooLarge
    /// A way to write pictures that is not read.
    case unsupported
    /// The file itself could not be read.
    case unreadable
  }

  /// What is wrong, for programs; ``message`` says it for people.
  public var kind: Kind
  /// What happened, without the place and without a full stop.
  public var message: String
  /// The file, and the byte in it where known.
  public var location: SourceLocation
  /// What to do about it.
  public var hint: String?

  init(_ kind: Kind, _ message: String, _ location: SourceLocation, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.location = location
    self.hint = hint
  }
}
