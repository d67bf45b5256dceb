import OrderedCollections

/// A JSON text with the locations of all its values.
///
/// Parsing follows RFC 8259, with exceptions for what Xcode's files contain in practice: trailing commas, `//` and
/// `/* */` comments, a byte order mark and duplicate keys are accepted, with a warning and its location.
public struct LenientJSON: Sendable {
  /// The root value.
  public var root: JSONNode
  /// The deviations that a strict parser would reject, in file order; at most ``maximumWarnings``.
  public var warnings: [JSONWarning]

  /// The maximum number of warnings per file, as many as users read.
  public static let maximumWarnings = 20

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the name in messages and locations.
  /// - Throws: one error with a location and a hint.
  public static func parse(
    _ bytes: [UInt8], file: String, limits: PropertyListLimits = .json
  ) throws(PropertyListError) -> LenientJSON {
    guard bytes.count <= limits.effectiveBytes else {
      throw PropertyListError(
        location: SourceLocation(file: file), kind: .tooLarge,
        message: "the file has \(bytes.count) bytes; the limit is \(limits.effectiveBytes)")
    }
    let source = try TextDecoding.decode(bytes, file: file)
    var reader = LenientJSONReader(source: source, limits: limits)
    let hasMark = [0xEF, 0xFE, 0xFF].contains(bytes.first ?? 0)
    return try reader.read(hasByteOrderMark: hasMark)
  }
}

/// A deviation in a JSON text that a strict parser would reject.
public struct JSONWarning: Sendable, Equatable, CustomStringConvertible {
  /// The kinds of deviation.
  public enum Kind: Sendable, CaseIterable {
    /// An object contains a key twice; the later value applies.
    case duplicateKey
    /// The text has a comment, a trailing comma or a byte order mark.
    case lenient
  }

  /// The kind of deviation.
  public var kind: Kind
  /// The description of the problem, without its location and without a full stop.
  public var message: String
  /// The location of the deviation.
  public var location: SourceLocation?
  /// The advice for fixing the problem.
  public var hint: String

  /// `Contents.json:12:3: message`, with the hint on a second line.
  public var description: String { (location.map { "\($0): " } ?? "") + "\(message)\n  hint: \(hint)" }
}

/// A JSON value and its location. Two nodes are equal when their values are equal, regardless of their locations.
public struct JSONNode: Sendable, Equatable {
  /// The value.
  public var value: JSONValue
  package let origin: SourceOrigin

  /// The first character of the value. Computed on demand; nil for a value without a file.
  public var location: SourceLocation? { origin.location }

  /// Compares the values, regardless of their locations.
  public static func == (left: JSONNode, right: JSONNode) -> Bool { left.value == right.value }
}

// Not inlined: Swift 6.3's optimiser fails on some parsing functions that inline these.
extension JSONNode {
  /// The string; nil for other types.
  @inline(never)
  public var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The number; nil for other types. Strings are not converted.
  @inline(never)
  public var number: Double? { if case .number(let number) = value { number } else { nil } }

  /// The Boolean; nil for other types.
  @inline(never)
  public var boolean: Bool? { if case .boolean(let truth) = value { truth } else { nil } }

  /// The elements of an array; nil for other types.
  @inline(never)
  public var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The object; nil for other types.
  @inline(never)
  public var object: JSONObject? { if case .object(let object) = value { object } else { nil } }

  /// The member of an object; nil if the key is missing or the value is not an object.
  public subscript(key: String) -> JSONNode? { object?[key] }
}

/// A value in a JSON text.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// Any number; integers beyond 2⁵³ lose digits, as in JavaScript.
  case number(Double)
  case string(String)
  case array([JSONNode])
  indirect case object(JSONObject)

  /// The type in messages, with its article: `"an object"`, `"a string"`, `"null"`.
  public var typeNameWithArticle: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// An object in a JSON text, in file order. For equal keys, the later value applies. Equality ignores order.
public struct JSONObject: Sendable {
  struct Slot: Sendable {
    var node: JSONNode
    var keyOrigin: SourceOrigin
  }

  private var slots: OrderedDictionary<String, Slot> = [:]

  init() {}

  /// The member for a key, with its location.
  public subscript(key: String) -> JSONNode? { slots[key]?.node }

  /// Returns the location of the key.
  public func keyLocation(for key: String) -> SourceLocation? { slots[key]?.keyOrigin.location }

  /// The keys in file order.
  public var keys: [String] { Array(slots.keys) }

  /// The keys and values in file order.
  public var entries: [(key: String, node: JSONNode)] {
    slots.elements.map { (key: $0.key, node: $0.value.node) }
  }

  /// The number of members.
  public var count: Int { slots.count }

  /// Sets a member; returns the location of an earlier member with the same key.
  mutating func append(_ slot: Slot, key: String) -> SourceOrigin? {
    slots.updateValue(slot, forKey: key)?.keyOrigin
  }
}

extension JSONObject: Equatable {
  /// Compares keys and values in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.slots.allSatisfy { right.slots[$0.key]?.node == $0.value.node }
  }
}
