import OrderedCollections

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

/// A JSON value and the place where it was written. Two nodes are equal when their values are, wherever they stand.
public struct JSONNode: Sendable, Equatable {
  /// The value itself.
  public var value: JSONValue
  package let origin: SourceOrigin

  /// First character of the value. Worked out on demand; nil for a value that no file holds.
  public var location: SourceLocation? { origin.location }

  /// Nodes are equal when their values are, wherever they came from.
  public static func == (left: JSONNode, right: JSONNode) -> Bool { left.value == right.value }
}

// Not inlined: the optimiser of Swift 6.3 fails on what they become inside of some functions that read.
extension JSONNode {
  /// The text of a string, else nil.
  @inline(never)
  public var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The number of a number, else nil. Strings are not turned into numbers.
  @inline(never)
  public var number: Double? { if case .number(let number) = value { number } else { nil } }

  /// The truth of a boolean, else nil.
  @inline(never)
  public var boolean: Bool? { if case .boolean(let truth) = value { truth } else { nil } }

  /// The elements of an array, else nil.
  @inline(never)
  public var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The object, else nil.
  @inline(never)
  public var object: JSONObject? { if case .object(let object) = value { object } else { nil } }

  /// A member of an object; nil when this is no object or the key is missing.
  public subscript(key: String) -> JSONNode? { object?[key] }
}

/// One value of a JSON text.
public enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  /// Any number; integers beyond 2⁵³ lose digits, as in JavaScript.
  case number(Double)
  case string(String)
  case array([JSONNode])
  indirect case object(JSONObject)

  /// What messages call it, with its article: `"an object"`, `"a string"`, `"null"`.
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

/// An object of a JSON text, in the order of its file. Of two equal keys the later counts. Equality ignores order.
public struct JSONObject: Sendable {
  struct Slot: Sendable {
    var node: JSONNode
    var keyOrigin: SourceOrigin
  }

  private var slots: OrderedDictionary<String, Slot> = [:]

  init() {}

  /// The member of a key, with its place.
  public subscript(key: String) -> JSONNode? { slots[key]?.node }

  /// Where the key itself is written.
  public func keyLocation(for key: String) -> SourceLocation? { slots[key]?.keyOrigin.location }

  /// Keys in file order.
  public var keys: [String] { Array(slots.keys) }

  /// Keys and values in file order.
  public var entries: [(key: String, node: JSONNode)] {
    slots.elements.map { (key: $0.key, node: $0.value.node) }
  }

  /// How many members it has.
  public var count: Int { slots.count }

  /// Sets a member; returns the place of an earlier member of that key.
  mutating func append(_ slot: Slot, key: String) -> SourceOrigin? {
    slots.updateValue(slot, forKey: key)?.keyOrigin
  }
}

extension JSONObject: Equatable {
  /// Same keys with equal values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.slots.allSatisfy { right.slots[$0.key]?.node == $0.value.node }
  }
}

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

/// What reading one JSON text may spend.
public struct JSONLimits: Sendable, Equatable {
  /// Containers inside containers. Values above ``hardMaximumDepth`` count as that.
  public var maximumDepth: Int
  /// Values in the whole tree.
  public var maximumNodes: Int
  /// Size of the file. Values above 1 GiB count as that.
  public var maximumBytes: Int

  /// Limits that differ from the usual ones in what is given: levels, values, bytes.
  public init(maximumDepth: Int = 64, maximumNodes: Int = 2_000_000, maximumBytes: Int = 64 * 1024 * 1024) {
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
    self.maximumBytes = maximumBytes
  }

  /// 64 levels, two million values, 64 MiB.
  public static let `default` = JSONLimits()

  /// The reader goes into each level by a call of its own, on threads that may have 512 KiB of stack.
  public static let hardMaximumDepth = 200

  var effectiveDepth: Int { min(maximumDepth, Self.hardMaximumDepth) }
  var effectiveBytes: Int { min(maximumBytes, PropertyListLimits.hardMaximumBytes) }
}
