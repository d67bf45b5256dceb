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

/// What a reader of property lists may spend on one input, so that no file can hang or fill the process.
public struct PropertyListLimits: Sendable, Equatable {
  /// Containers inside containers. Values above ``hardMaximumDepth`` count as that.
  public var maximumDepth: Int
  /// Values in the whole tree. An object that a binary file shares counts as often as it is reached.
  public var maximumNodes: Int
  /// Size of the file. Values above ``hardMaximumBytes`` count as that.
  public var maximumBytes: Int

  /// Limits that differ from ``default`` in what is given.
  public init(
    maximumDepth: Int = 512, maximumNodes: Int = 2_000_000, maximumBytes: Int = 64 * 1024 * 1024
  ) {
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumBytes = maximumBytes
  }

  /// 512 levels, two million values, 64 MiB: real files stay below a tenth of each.
  public static let `default` = PropertyListLimits()

  /// No tree gets deeper than this, whatever ``maximumDepth`` says: reading does not recurse, but Swift releases and
  /// compares nested values recursively, and a secondary thread may have only 512 KiB of stack.
  public static let hardMaximumDepth = 1000

  /// Positions are kept in 32 bits.
  public static let hardMaximumBytes = 1 << 30

  var effectiveDepth: Int { min(maximumDepth, Self.hardMaximumDepth) }
  var effectiveBytes: Int { min(maximumBytes, Self.hardMaximumBytes) }
}

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
