/// The reason why a file is not a usable property list or JSON text: what, where, and how to fix it.
public struct PropertyListError: LocatedError {
  /// The kind of failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// The file is empty.
    case empty
    /// The file is something else: HTML, JSON, a Git LFS pointer, a picture, an archive.
    case notAPropertyList
    /// The file is neither UTF-8 nor UTF-16, or declares an unsupported encoding.
    case encoding
    /// The syntax of the format is invalid.
    case syntax
    /// The file ends prematurely.
    case truncated
    /// A number, date, data or entity is invalid.
    case badValue
    /// The references in a binary file are out of range or inconsistent.
    case malformed
    /// A container contains itself.
    case cyclic
    /// A binary file contains an object that property lists cannot contain: a set, null.
    case unsupported
    /// ``PropertyListLimits/maximumDepth`` is exceeded.
    case tooDeep
    /// ``PropertyListLimits/maximumNodes`` is exceeded.
    case tooManyNodes
    /// ``PropertyListLimits/maximumBytes`` is exceeded.
    case tooLarge
  }

  /// The location, as exactly as the format allows.
  public var location: SourceLocation
  /// The kind of failure.
  public var kind: Kind
  /// The description of the error, without its location and without a final full stop.
  public var message: String
  /// The advice for fixing the problem.
  public var hint: String?

  /// Creates an error.
  public init(location: SourceLocation, kind: Kind, message: String, hint: String? = nil) {
    (self.location, self.kind, self.message, self.hint) = (location, kind, message, hint)
  }
}

/// The limits for reading one property list or JSON text, so that no file can block the process or exhaust its memory.
public struct PropertyListLimits: Sendable, Equatable {
  /// The maximum depth of nested containers. Values above ``hardMaximumDepth`` count as that depth.
  public var maximumDepth: Int
  /// The maximum number of values in the whole tree. A shared object in a binary file counts once per reference.
  public var maximumNodes: Int
  /// The maximum size of the file in bytes. Values above ``hardMaximumBytes`` count as that size.
  public var maximumBytes: Int

  /// Creates limits; unspecified ones are those of ``default``.
  public init(maximumDepth: Int = 512, maximumNodes: Int = 2_000_000, maximumBytes: Int = 64 * 1024 * 1024) {
    (self.maximumDepth, self.maximumNodes, self.maximumBytes) = (maximumDepth, maximumNodes, maximumBytes)
  }

  /// 512 levels, two million values, 64 MiB: real files need less than a tenth of each.
  public static let `default` = PropertyListLimits()
  /// 64 levels for JSON, which is read recursively; never more than 200.
  public static let json = PropertyListLimits(maximumDepth: 64)

  /// The absolute depth limit, which overrides ``maximumDepth``: reading is not recursive, but Swift releases and
  /// compares nested values recursively, and a secondary thread may have only 512 KiB of stack.
  public static let hardMaximumDepth = 1000

  /// The absolute size limit; positions are stored in 32 bits.
  public static let hardMaximumBytes = 1 << 30

  var effectiveDepth: Int { min(maximumDepth, Self.hardMaximumDepth) }
  var effectiveBytes: Int { min(maximumBytes, Self.hardMaximumBytes) }
}

/// The reason why a property list cannot be written: what, where in the list, and how to fix it. Nothing is written.
public struct PropertyListWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: String, Sendable, CaseIterable {
    /// The format does not support a type: a date in an OpenStep list, a uid in XML.
    case unsupportedType
    /// An XML file cannot contain a character.
    case badCharacter
    /// The format cannot represent a date exactly.
    case badDate
    /// The root of a `.strings` file is not a dictionary.
    case badRoot
    /// The list has more levels than the readers accept.
    case tooDeep
    /// The list has more values than the readers accept.
    case tooManyNodes
    /// The file has more bytes than the readers accept.
    case tooLarge
  }

  /// The kind of failure.
  public var kind: Kind
  /// The path of the value in messages: `plist.CFBundleIcons[2]`.
  public var place: String
  /// The description of the error, without its location and without a full stop.
  public var message: String
  /// The advice for fixing the problem.
  public var hint: String?

  /// Creates an error for a value that exceeds the format or a limit.
  public init(kind: Kind, place: String, message: String, hint: String? = nil) {
    (self.kind, self.place, self.message, self.hint) = (kind, place, message, hint)
  }

  /// `plist.CFBundleIcons[2]: message`, with the hint on a second line.
  public var description: String {
    guard let hint else { return "\(place): \(message)" }
    return "\(place): \(message)\n  hint: \(hint)"
  }
}
