/// Evaluates the expression of an `#if`: 64-bit integers, with C's operators and their precedence.
struct ConditionEvaluator {
  /// A term of the expression, after macro replacement.
  struct Term {
    let text: String
    let isName: Bool
    let isOperation: Bool
  }

  struct Problem: Error {
    let message: String
    /// The index of the wrong term; the number of terms if something is missing at the end.
    let index: Int
    /// Whether the text is valid, but not supported by homescreen.
    var isUnsupported = false
  }

  struct Value {
    var bits: Int64
    var isUnsigned = false

    var isTrue: Bool { bits != 0 }

    init(_ bits: Int64, isUnsigned: Bool = false) { (self.bits, self.isUnsigned) = (bits, isUnsigned) }

    init(_ flag: Bool) { self.init(flag ? 1 : 0) }

    /// Returns nil for text that is not a C integer, such as `1.5`.
    init?(_ text: String) {
      let word = text.lowercased()
      let radix = word.hasPrefix("0x") ? 16 : word.hasPrefix("0b") ? 2 : word.hasPrefix("0") ? 8 : 10
      let rest = word.dropFirst(radix == 16 || radix == 2 ? 2 : 0)
      let digits = rest.prefix { $0 != "u" && $0 != "l" }
      let suffix = rest[digits.endIndex...]
      guard ["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(suffix), let value = UInt64(digits, radix: radix)
      else { return nil }
      self.init(Int64(bitPattern: value), isUnsigned: suffix.contains("u") || value > UInt64(Int64.max))
    }
  }

  private static let maximumDepth = 100

  private let terms: [Term]
  private let isDefined: (String) -> Bool
  private var position = 0
  private var depth = 0

  init(_ terms: [Term], isDefined: @escaping (String) -> Bool) { (self.terms, self.isDefined) = (terms, isDefined) }

  mutating func evaluate() throws(Problem) -> Bool {
    // The comma operator is only allowed in parentheses.
    let value = try expression(above: 1, isLive: true)
    guard position == terms.count else { throw problem("“\(shown)” is not an operator between two values") }
    return value.isTrue
  }

  // MARK: Precedence

  /// The precedence of binary operators; a higher number binds tighter. Operators that are missing here are not binary.
  private static let precedences: [String: Int] = {
    let levels = [
      [","], ["?"], ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"],
      ["+", "-"], ["*", "/", "%"],
    ]
    return Dictionary(
      uniqueKeysWithValues: levels.enumerated().flatMap { level, names in names.map { ($0, level + 1) } })
  }()

  private var operation: String? {
    position < terms.count && terms[position].isOperation ? terms[position].text : nil
  }

  /// Consumes an operator if it comes next.
  private mutating func take(_ name: String) -> Bool {
    guard operation == name else { return false }
    position += 1
    return true
  }

  /// - Parameter isLive: false for a side of `&&`, `||` or `?:` that is not evaluated; errors in its values are
  ///   ignored.
  private mutating func expression(above level: Int, isLive: Bool) throws(Problem) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw problem("parentheses are nested more than \(Self.maximumDepth) levels deep")
    }
    var left = try operand(isLive)
    while let name = operation, let precedence = Self.precedences[name], precedence > level {
      let place = position
      position += 1
      if name == "?" {
        left = try choice(left, isLive)
        continue
      }
      let isRightLive = isLive && (name == "&&" ? left.isTrue : name == "||" ? !left.isTrue : true)
      let right = try expression(above: precedence, isLive: isRightLive)
      guard let value = Self.apply(name, left, right) ?? (isRightLive ? nil : Value(0)) else {
        throw Problem(message: "the divisor is zero", index: place)
      }
      left = value
    }
    return left
  }

  private mutating func choice(_ condition: Value, _ isLive: Bool) throws(Problem) -> Value {
    let first = try expression(above: 0, isLive: isLive && condition.isTrue)
    guard take(":") else { throw problem("“?” has no “:”") }
    // The conditional operator is right-associative.
    let second = try expression(above: 1, isLive: isLive && !condition.isTrue)
    return Value((condition.isTrue ? first : second).bits, isUnsigned: first.isUnsigned || second.isUnsigned)
  }

  private mutating func operand(_ isLive: Bool) throws(Problem) -> Value {
    var prefixes: [String] = []
    while let name = operation, ["+", "-", "~", "!"].contains(name) {
      prefixes.append(name)
      position += 1
    }
    var value = try primary(isLive)
    for prefix in prefixes.reversed() {
      switch prefix {
      case "-": value.bits = 0 &- value.bits
      case "~": value.bits = ~value.bits
      case "!": value = Value(!value.isTrue)
      default: break
      }
    }
    return value
  }

  private mutating func primary(_ isLive: Bool) throws(Problem) -> Value {
    guard position < terms.count else { throw problem("a value is missing") }
    let place = position
    if take("(") {
      let value = try expression(above: 0, isLive: isLive)
      guard take(")") else { throw Problem(message: "this “(” is never closed", index: place) }
      return value
    }
    let term = terms[position]
    if term.isOperation { throw problem("a value is missing before “\(shown)”") }
    position += 1
    if term.text == "defined", let value = definedOperand() { return value }
    if term.isName, term.text != "defined" {
      guard operation == "(" else { return Value(0) }
      throw Problem(message: "\(Self.clipped(term.text))(…) is not evaluated here", index: place, isUnsupported: true)
    }
    if let value = Value(term.text) { return value }
    if term.text.utf8.count > 2, term.text.utf8.first == UInt8(ascii: "'"), term.text.utf8.last == UInt8(ascii: "'") {
      throw Problem(message: "\(Self.clipped(term.text)) is not evaluated here", index: place, isUnsupported: true)
    }
    position = place
    throw problem("“\(shown)” is not an integer, and only integers can be compared")
  }

  /// Reads `NAME` or `(NAME)`.
  private mutating func definedOperand() -> Value? {
    let isOpen = take("(")
    guard position < terms.count, terms[position].isName else { return nil }
    position += 1
    let value = Value(isDefined(terms[position - 1].text))
    return !isOpen || take(")") ? value : nil
  }

  // MARK: Operators

  /// Returns nil for a division by zero.
  private static func apply(_ name: String, _ left: Value, _ right: Value) -> Value? {
    let isUnsigned = left.isUnsigned || right.isUnsigned
    let (a, b) = (left.bits, right.bits)
    func isLess(_ a: Int64, _ b: Int64) -> Bool {
      isUnsigned ? UInt64(bitPattern: a) < UInt64(bitPattern: b) : a < b
    }
    func number(_ bits: Int64) -> Value { Value(bits, isUnsigned: isUnsigned) }
    func divided(_ quotient: (UInt64, UInt64) -> UInt64, _ signed: (Int64, Int64) -> Int64) -> Value? {
      if b == 0 { return nil }
      return number(
        isUnsigned ? Int64(bitPattern: quotient(UInt64(bitPattern: a), UInt64(bitPattern: b))) : signed(a, b))
    }
    switch name {
    case ",": return right
    case "||": return Value(left.isTrue || right.isTrue)
    case "&&": return Value(left.isTrue && right.isTrue)
    case "|": return number(a | b)
    case "^": return number(a ^ b)
    case "&": return number(a & b)
    case "==": return Value(a == b)
    case "!=": return Value(a != b)
    case "<": return Value(isLess(a, b))
    case ">": return Value(isLess(b, a))
    case "<=": return Value(!isLess(b, a))
    case ">=": return Value(!isLess(a, b))
    case "<<": return shift(left, by: shiftCount(right))
    case ">>": return shift(left, by: -shiftCount(right))
    case "+": return number(a &+ b)
    case "-": return number(a &- b)
    case "*": return number(a &* b)
    case "/": return divided(/) { $0.dividedReportingOverflow(by: $1).partialValue }
    default: return divided(%) { $0.remainderReportingOverflow(dividingBy: $1).partialValue }
    }
  }

  /// Clamps the count to the width of a value; a negative count shifts the other way.
  private static func shiftCount(_ value: Value) -> Int64 {
    value.isUnsigned && value.bits < 0 ? 64 : max(-64, min(64, value.bits))
  }

  private static func shift(_ value: Value, by count: Int64) -> Value {
    let isLogical = value.isUnsigned && count < 0
    return Value(
      isLogical ? Int64(bitPattern: UInt64(bitPattern: value.bits) >> -count) : value.bits << count,
      isUnsigned: value.isUnsigned)
  }

  // MARK: Messages

  private func problem(_ message: String) -> Problem { Problem(message: message, index: position) }

  /// The next term, shortened for messages.
  private var shown: String { Self.clipped(terms[position].text) }

  private static func clipped(_ text: String) -> String {
    text.unicodeScalars.count > 40 ? String(text.unicodeScalars.prefix(40)) + "…" : text
  }
}
