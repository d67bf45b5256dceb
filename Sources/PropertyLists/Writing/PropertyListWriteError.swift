/// Why a property list cannot be written: what, where in the list, and what to do. Nothing is written then.
public struct PropertyListWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The family of a failure, for code that has to tell them apart.
  public enum Kind: String, Sendable, CaseIterable {
    /// A type that the format does not have: a date in an OpenStep list, a uid in XML.
    case unsupportedType
    /// A character that cannot be in an XML file.
    case badCharacter
    /// A date that the format cannot hold exactly.
    case badDate
    /// A `.strings` file whose outermost value is no dictionary.
    case badRoot
    /// More levels than the readers accept.
    case tooDeep
    /// More values than the readers accept.
    case tooManyNodes
    /// More bytes than the readers accept.
    case tooLarge
  }

  /// What kind of obstacle it is.
  public var kind: Kind
  /// The value, as messages name it: `plist.CFBundleIcons[2]`.
  public var place: String
  /// What happened, without place and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?

  /// A value that the format, or a limit, has no place for.
  public init(kind: Kind, place: String, message: String, hint: String? = nil) {
    self.kind = kind
    self.place = place
    self.message = message
    self.hint = hint
  }

  /// `plist.CFBundleIcons[2]: message`, and the hint on a second line.
  public var description: String {
    guard let hint else { return "\(place): \(message)" }
    return "\(place): \(message)\n  hint: \(hint)"
  }
}
