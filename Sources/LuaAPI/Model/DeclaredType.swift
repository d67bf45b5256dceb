/// A parsed type in LuaCATS notation: `homescreen.App?`, `"left"|"right"`, `fun(error?: homescreen.Error)`.
package indirect enum DeclaredType: Sendable, Hashable {
  /// A field of a table, or a parameter of a function.
  package struct Member: Sendable, Hashable {
    /// The name; `...` for all further arguments.
    package let name: String
    package let type: DeclaredType

    /// Creates a field or parameter.
    package init(name: String, type: DeclaredType) { (self.name, self.type) = (name, type) }
  }

  /// An unknown type.
  case any
  /// A Lua type: `string`, `table`, `nil`.
  case plain(String)
  /// An API object with a class name: `homescreen.App`.
  case object(String)
  case word(String)
  case list(DeclaredType)
  /// A table with names that the script chooses.
  case map(DeclaredType)
  case record([Member])
  case function([Member], [DeclaredType])
  case union([DeclaredType])

  /// Parses the type of a value; an invalid type is ``any``.
  package init(_ text: String) {
    var reader = DeclaredTypeReader(text)
    self = reader.union()
  }

  /// Parses the types of several results: `string, integer?`.
  package static func results(_ text: String) -> [DeclaredType] {
    var reader = DeclaredTypeReader(text)
    return reader.list()
  }

  /// The possible types of a value, except nil.
  package var alternatives: [DeclaredType] {
    switch self {
    case .union(let types): types.flatMap(\.alternatives)
    case .plain("nil"): []
    case .any, .plain, .object, .word, .list, .map, .record, .function: [self]
    }
  }

  /// The possible class names of a value.
  package var classNames: [String] {
    alternatives.compactMap { if case .object(let name) = $0 { name } else { nil } }
  }

  /// The possible words of a value.
  package var words: [String] { alternatives.compactMap { if case .word(let word) = $0 { word } else { nil } } }

  /// The parameters, if a value can be a function; otherwise nil.
  package var parameters: [Member]? {
    alternatives.lazy.compactMap { if case .function(let members, _) = $0 { members } else { nil } }.first
  }

  /// The type of the elements of a list; nil for other types.
  package var element: DeclaredType? {
    alternatives.lazy.compactMap { if case .list(let type) = $0 { type } else { nil } }.first
  }

  /// The type of the values of a map; nil for other types.
  package var named: DeclaredType? {
    alternatives.lazy.compactMap { if case .map(let type) = $0 { type } else { nil } }.first
  }

  /// The fields of a table with fixed fields.
  package var fields: [Member] {
    alternatives.flatMap { type -> [Member] in if case .record(let members) = type { members } else { [] } }
  }

  /// Whether a value can have the Lua type `name`, such as `boolean` or `string`.
  package func holds(_ name: String) -> Bool { alternatives.contains(.plain(name)) }
}

/// Parses the notation, up to the first part that it does not understand.
private struct DeclaredTypeReader {
  private let bytes: [UInt8]
  private var place = 0
  /// The number of open brackets, which is limited.
  private var depth = 0
  private static let maximumDepth = 40

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func list() -> [DeclaredType] {
    var types = [union()]
    while take(",") { types.append(union()) }
    return types
  }

  mutating func union() -> DeclaredType {
    guard depth < Self.maximumDepth else { return .any }
    depth += 1
    defer { depth -= 1 }
    var types = [suffixed()]
    while take("|") { types.append(suffixed()) }
    return types.count == 1 ? types[0] : .union(types)
  }

  private mutating func suffixed() -> DeclaredType {
    var type = primary()
    while true {
      if take("[]") {
        type = .list(type)
      } else if take("?") {
        type = .union([type, .plain("nil")])
      } else {
        return type
      }
    }
  }

  private mutating func primary() -> DeclaredType {
    if take("(") {
      let type = union()
      _ = take(")")
      return type
    }
    if take("{") {
      let fields = members(until: "}")
      return .record(fields)
    }
    if take("\"") {
      let start = place
      while place < bytes.count, bytes[place] != UInt8(ascii: "\"") { place += 1 }
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      _ = take("\"")
      return .word(word)
    }
    let name = self.name()
    if name == "fun", take("(") {
      let parameters = members(until: ")")
      guard take(":") else { return .function(parameters, []) }
      return .function(parameters, [union()])
    }
    if name == "table", take("<") {
      _ = union()
      _ = take(",")
      let value = union()
      _ = take(">")
      return .map(value)
    }
    switch name {
    case "", "any", "...": return .any
    default: return name.utf8.contains(UInt8(ascii: ".")) ? .object(name) : .plain(name)
    }
  }

  /// Parses `name?: type, …` up to a bracket.
  private mutating func members(until end: StaticString) -> [DeclaredType.Member] {
    var members: [DeclaredType.Member] = []
    while !take(end) {
      let before = place
      let name = self.name()
      let isOptional = take("?")
      var type = take(":") ? union() : .any
      if isOptional, type != .any { type = .union([type, .plain("nil")]) }
      if !name.isEmpty { members.append(DeclaredType.Member(name: name, type: type)) }
      _ = take(",")
      if place == before { break }
    }
    return members
  }

  private mutating func name() -> String {
    skipSpace()
    let start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
        place += 1
      default: return String(decoding: bytes[start..<place], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func take(_ symbol: StaticString) -> Bool {
    skipSpace()
    let length = symbol.utf8CodeUnitCount
    guard place + length <= bytes.count else { return false }
    let isThere = symbol.withUTF8Buffer { buffer in buffer.elementsEqual(bytes[place..<place + length]) }
    if isThere { place += length }
    return isThere
  }

  private mutating func skipSpace() { while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 } }
}
