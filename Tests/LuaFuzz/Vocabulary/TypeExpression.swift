/// A LuaCATS type of the API data, in the detail that a generator of values needs.
indirect enum TypeExpression: Hashable, Sendable {
  case any, `nil`, boolean, integer, number, string, table, function
  /// An object of the API, by class name: `homescreen.Device`.
  case object(String)
  case list(TypeExpression)
  /// A string literal: `"scene"`.
  case word(String)
  case either([TypeExpression])

  /// Returns nil for an unknown notation.
  init?(_ text: String) {
    let text = text.trimmed
    if text.hasPrefix("fun(") {
      self = text.hasSuffix("?") ? .either([.function, .nil]) : .function
      return
    }
    // The first of several results counts.
    let results = text.parts(separatedBy: ",")
    if results.count > 1 {
      self.init(results[0])
      return
    }
    let parts = text.parts(separatedBy: "|")
    if parts.count > 1 {
      let types = parts.compactMap(TypeExpression.init)
      guard types.count == parts.count else { return nil }
      self = .either(types)
      return
    }
    if text.hasSuffix("?") {
      guard let inner = TypeExpression(String(text.dropLast())) else { return nil }
      self = .either([inner, .nil])
    } else if text.hasSuffix("[]") {
      guard let inner = TypeExpression(String(text.dropLast(2))) else { return nil }
      self = .list(inner)
    } else if text.hasPrefix("("), text.hasSuffix(")") {
      self.init(String(text.dropFirst().dropLast()))
    } else if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 2 {
      self = .word(String(text.dropFirst().dropLast()))
    } else if text.hasPrefix("table<") || text.hasPrefix("{") {
      self = .table
    } else if text.hasPrefix("homescreen.") {
      self = .object(text)
    } else {
      switch text {
      case "any", "...": self = .any
      case "nil": self = .nil
      case "boolean": self = .boolean
      case "integer": self = .integer
      case "number": self = .number
      case "string": self = .string
      case "table": self = .table
      default:
        guard Int(text) != nil else { return nil }
        self = .integer
      }
    }
  }

  /// The classes of objects in a value of the type.
  var classes: [String] {
    switch self {
    case .object(let name): [name]
    case .list(let inner): inner.classes
    case .either(let types): types.flatMap(\.classes)
    default: []
    }
  }
}

extension String {
  /// The parts between separators outside brackets.
  fileprivate func parts(separatedBy separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if "({<".contains(character) { depth += 1 }
      if ")}>".contains(character) { depth -= 1 }
      if character == separator, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
