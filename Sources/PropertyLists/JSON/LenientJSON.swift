/// A JSON text with the places of all its values.
///
/// Read as strictly as RFC 8259 asks, but for what Xcode's own files hold in the wild: trailing commas, `//` and
/// `/* */` comments and a byte order mark are taken with a warning that says where, and so is a key that occurs twice.
public struct LenientJSON: Sendable {
  /// The outermost value.
  public var root: JSONNode
  /// What a strict reader would refuse, in file order; at most ``maximumWarnings``.
  public var warnings: [JSONWarning]

  /// One file can hold no more warnings than a person reads.
  public static let maximumWarnings = 20

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what messages and locations call it.
  /// - Throws: one error with place and hint.
  public static func parse(
    _ bytes: [UInt8], file: String, limits: JSONLimits = .default
  ) throws(JSONError) -> LenientJSON {
    guard bytes.count <= limits.effectiveBytes else {
      throw JSONError(
        location: SourceLocation(file: file), kind: .tooLarge,
        message: "the file has \(bytes.count) bytes; JSON is read up to \(limits.effectiveBytes)")
    }
    let source: SourceText
    do throws(PropertyListError) {
      source = try TextDecoding.decode(bytes, file: file)
    } catch {
      throw JSONError(error)
    }
    var reader = LenientJSONReader(source: source, limits: limits)
    let hasMark = [0xEF, 0xFE, 0xFF].contains(bytes.first ?? 0)
    return try reader.read(hasByteOrderMark: hasMark)
  }
}

/// What a strict reader would refuse in a JSON text that was read all the same.
public struct JSONWarning: Sendable, Equatable, CustomStringConvertible {
  /// The kinds of what is let pass.
  public enum Kind: Sendable, CaseIterable {
    /// A key stands twice in one object; the later value counts.
    case duplicateKey
    /// A comment, a trailing comma, a byte order mark.
    case lenient
  }

  /// What was let pass.
  public var kind: Kind
  /// What is wrong, without place and without a full stop.
  public var message: String
  /// Where it stands.
  public var location: SourceLocation?
  /// What to do about it.
  public var hint: String

  /// `Contents.json:12:3: message`, and the hint on a second line.
  public var description: String { (location.map { "\($0): " } ?? "") + "\(message)\n  hint: \(hint)" }
}
