internal import LuaAPI
internal import LuaEngine

/// What came of a line when the session ran once more, as assertions in Lua.
struct SeenLine {
  /// In place of the line; nil where it showed nothing.
  let instead: ((_ expression: String) -> [String])?
  /// Behind it: what it has changed.
  let changes: [String]
  /// It raised an error.
  let hasFailed: Bool

  init(
    _ outcome: Result<[LuaReference], LuaError>?, changes: [(expression: String, value: LuaValue)], in session: Session
  ) {
    self.changes = changes.map { Self.assertion($0.value, $0.expression, in: session) }
    switch outcome {
    case nil:
      instead = nil
      hasFailed = false
    case .failure:
      instead = nil
      hasFailed = true
    case .success(let results):
      hasFailed = false
      let values = results.map { Self.value(of: $0, in: session) }
      instead = values.isEmpty ? nil : { Self.assertions($0, values, in: session) }
    }
  }

  private static func value(of result: LuaReference, in session: Session) -> LuaValue {
    let stack = session.lua.stack
    stack.push(result)
    defer { stack.removeLast() }
    return stack.value(at: -1)
  }

  private static func assertions(_ expression: String, _ values: [LuaValue], in session: Session) -> [String] {
    guard values.count > 1 else { return [assertion(values[0], expression, in: session)] }
    return ["do", "  local results = table.pack(\(expression))"]
      + values.enumerated().map { "  " + assertion($1, "results[\($0 + 1)]", in: session) } + ["end"]
  }

  private static func assertion(_ value: LuaValue, _ expression: String, in session: Session) -> String {
    switch value {
    case .nil: return "assert.is_nil(\(expression))"
    case .boolean(let flag): return "assert.is_\(flag)(\(expression))"
    case .integer, .number, .string, .bytes:
      return LuaLiteral.text(of: value).map { "assert.equal(\($0), \(expression))" }
        ?? "assert.is_\(value.typeName)(\(expression))"
    case .table:
      return LuaLiteral.text(of: value).map { "assert.same(\($0), \(expression))" } ?? "assert.is_table(\(expression))"
    case .object:
      // As it was shown; what it is made of changes with time.
      let text = try? session.lua.describe(value)
      return text.map { "assert.equal(\($0.quotedForLua), tostring(\(expression)))" }
        ?? "assert.is_userdata(\(expression))"
    case .function: return "assert.is_function(\(expression))"
    case .other(_, let typeName): return "assert.is_\(typeName)(\(expression))"
    }
  }
}

/// Plain values as they are written in Lua.
enum LuaLiteral {
  /// More of a table is not written down.
  private static let maximumValues = 200
  private static let maximumDepth = 8

  /// nil for what cannot be written: functions, objects, numbers that equal nothing, very large tables.
  static func text(of value: LuaValue) -> String? {
    var rest = maximumValues
    return text(of: value, depth: 0, &rest)
  }

  private static func text(of value: LuaValue, depth: Int, _ rest: inout Int) -> String? {
    rest -= 1
    guard rest >= 0, depth <= maximumDepth else { return nil }
    switch value {
    case .nil: return "nil"
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return number == .min ? "math.mininteger" : "\(number)"
    case .number(let number):
      guard !number.isNaN else { return nil }
      guard number.isFinite else { return number > 0 ? "math.huge" : "-math.huge" }
      return "\(number)"
    case .string(let text): return text.quotedForLua
    case .bytes(let bytes): return "\"\(bytes.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())\""
    case .table(let table): return text(of: table, depth: depth + 1, &rest)
    case .object, .function, .other: return nil
    }
  }

  private static func text(of table: LuaTable, depth: Int, _ rest: inout Int) -> String? {
    var parts: [String] = []
    for value in table.array {
      guard let text = text(of: value, depth: depth, &rest) else { return nil }
      parts.append(text)
    }
    for (key, value) in table.fields {
      guard let text = text(of: value, depth: depth, &rest) else { return nil }
      switch key {
      case .string(let name): parts.append("\(LuaWords.isName(name) ? name : "[\(name.quotedForLua)]") = \(text)")
      case .integer(let number): parts.append("[\(number)] = \(text)")
      case .other: return nil
      }
    }
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }
}
