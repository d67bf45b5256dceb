/// Values: literals, pool values, and expressions that return an object of a type.
extension ProgramWriter {
  private static let numbers = [
    "0", "1", "2", "-1", "3.5", "0.25", "1e9", "60", "0/0", "math.huge", "-math.huge", "math.maxinteger",
    "math.mininteger", "1e300", "2^53", "1 << 31", "255", "1000",
  ]
  private static let texts = [
    "", "x", "newicon", "17.5", "iPhone", "iPad", "10.3", "26.1", "OK", "%s %d %q", "(.-)%1*$", "\u{0}", "é👩‍👩‍👧",
    "com.example.a", "__index", "__tostring", "__close", "__name", "__metatable", "CFBundleIcons", "k", "v", "kv",
    "<plist><dict><key>a</key><array><string>b</string></array></dict></plist>", "return ...", "nil",
  ]
  /// Lua's own kinds in the pool.
  private static let kinds = ["table", "function", "thread", "string", "number", "boolean", "error"]

  /// A value of the pool.
  mutating func kept(_ name: String) -> String { "any(\(quoted(name)), \(choices.below(24)))" }

  /// Any value, usually an unsuitable one.
  mutating func anything() -> String {
    switch choices.below(10) {
    case 0, 1, 2: kept(choices.pick(Self.kinds))
    case 3, 4, 5: kept(choices.pick(vocabulary.objectNames))
    case 6: number()
    case 7: text(from: [])
    case 8: depth < 3 && fuel > 0 ? choices.chance(50) ? function() : table() : "{}"
    default: choices.pick(["nil", "true", "false", "(\"x\"):rep(5000)", "_G", "print", "\"\\xFF\\xC0\""])
    }
  }

  /// A simple value.
  mutating func simple() -> String {
    choices.pick([kept(choices.pick(Self.kinds)), kept(choices.pick(vocabulary.objectNames)), number(), "nil", "true"])
  }

  mutating func number() -> String {
    choices.chance(30) ? "\(choices.below(2000) - 100)" : choices.pick(Self.numbers)
  }

  /// A string: usually one of `words`.
  mutating func text(from words: [String]) -> String {
    if !words.isEmpty, choices.chance(70) { return quoted(choices.pick(words)) }
    if choices.chance(30) { return quoted(choices.pick(vocabulary.words)) }
    if choices.chance(20) { return quoted(choices.pick(vocabulary.fixtures)) }
    return choices.chance(10) ? kept("string") : quoted(choices.pick(Self.texts))
  }

  /// A table of a few fields.
  mutating func table(_ words: [String] = []) -> String {
    var fields: [String] = []
    depth += 1
    for _ in 0..<choices.below(5) {
      let key = words.isEmpty || choices.chance(10) ? text(from: []) : quoted(choices.pick(words))
      let value = choices.chance(30) ? anything() : text(from: words)
      fields.append(choices.chance(70) ? "[\(key)] = \(value)" : value)
    }
    depth -= 1
    return "{ \(fields.joined(separator: ", ")) }"
  }

  /// A value of a type, occasionally of another.
  mutating func value(_ type: TypeExpression, words: [String] = []) -> String {
    if choices.chance(6) { return anything() }
    switch type {
    case .any: return anything()
    case .nil: return "nil"
    case .boolean: return choices.pick(["true", "false"])
    case .integer, .number: return number()
    case .string: return text(from: words)
    case .word(let word): return choices.chance(90) ? "\"\(word)\"" : text(from: words)
    case .table: return choices.chance(20) ? kept("table") : table(words)
    case .function: return depth < 3 && choices.chance(80) ? function() : kept("function")
    case .object(let name): return object(name)
    case .list(let inner):
      let elements = (0..<choices.below(4)).map { _ in value(inner, words: words) }
      return "{ \(elements.joined(separator: ", ")) }"
    case .either(let types): return value(choices.pick(types), words: words)
    }
  }

  /// An object of a class: the only one, one of the pool, or a new one.
  mutating func object(_ className: String) -> String {
    if let namespace = vocabulary.namespaces[className] { return namespace }
    if let producers = vocabulary.producers[className], depth < 3, choices.chance(25) {
      depth += 1
      defer { depth -= 1 }
      return call(choices.pick(producers))
    }
    return kept(vocabulary.typeNames[className] ?? className)
  }
}
