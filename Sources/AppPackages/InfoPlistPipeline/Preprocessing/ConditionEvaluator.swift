/// Works out the expression of an `#if`: integers of 64 bits, C's operators and their precedence.
struct ConditionEvaluator {
  /// A word of the expression; names and `defined` are numbers already.
  enum Term {
    case number(Value)
    /// Its bytes as one number, see ``PreprocessorToken/punctuator(_:)``.
    case operation(UInt32)
    /// What no expression can hold, as a message has it.
    case unusable(String)
  }

  struct Value: Equatable {
    var bits: Int64
    var isUnsigned = false

    var isTrue: Bool { bits != 0 }

    init(_ bits: Int64, isUnsigned: Bool = false) {
      self.bits = bits
      self.isUnsigned = isUnsigned
    }

    init(_ flag: Bool) { self.init(flag ? 1 : 0) }
  }

  struct Problem: Error, Equatable {
    let message: String
    /// The term that is wrong; the number of terms for what is missing at the end.
    let index: Int
  }

  private static let maximumDepth = 100

  private let terms: [Term]
  private var position = 0
  private var depth = 0

  init(_ terms: [Term]) {
    self.terms = terms
  }

  mutating func evaluate() throws(Problem) -> Bool {
    // The comma is for parentheses.
    let value = try expression(above: 1, isLive: true)
    guard position == terms.count else {
      throw problem("“\(shown(position))” is no operator between two values")
    }
    return value.isTrue
  }

  // MARK: Precedence

  /// Higher binds tighter; nil for what stands between no two values.
  private static let precedences: [UInt32: Int] = {
    var table: [UInt32: Int] = [:]
    let levels: [[StaticString]] = [
      [","], ["?"], ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"],
      ["+", "-"], ["*", "/", "%"],
    ]
    for (level, operators) in levels.enumerated() {
      for name in operators { table[PreprocessorToken.punctuator(name)] = level + 1 }
    }
    return table
  }()

  private static let question = PreprocessorToken.punctuator("?")
  private static let colon = PreprocessorToken.punctuator(":")
  private static let open = PreprocessorToken.punctuator("(")
  private static let close = PreprocessorToken.punctuator(")")

  private var operation: UInt32? {
    guard position < terms.count, case .operation(let operation) = terms[position] else { return nil }
    return operation
  }

  /// - Parameter isLive: false for the side of `&&`, `||` or `?:` that does not count; what is wrong with its values is
  ///   nobody's concern.
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
      if name == Self.question {
        left = try choice(left, isLive)
        continue
      }
      let isRightLive =
        switch name {
        case PreprocessorToken.punctuator("&&"): isLive && left.isTrue
        case PreprocessorToken.punctuator("||"): isLive && !left.isTrue
        default: isLive
        }
      let right = try expression(above: precedence, isLive: isRightLive)
      left = try Self.apply(name, left, right, isLive: isRightLive, at: place)
    }
    return left
  }

  private mutating func choice(_ condition: Value, _ isLive: Bool) throws(Problem) -> Value {
    let first = try expression(above: 0, isLive: isLive && condition.isTrue)
    guard operation == Self.colon else { throw problem("a “?” without its “:”") }
    position += 1
    // What follows the colon binds to the right.
    let second = try expression(above: 1, isLive: isLive && !condition.isTrue)
    var result = condition.isTrue ? first : second
    result.isUnsigned = first.isUnsigned || second.isUnsigned
    return result
  }

  private mutating func operand(_ isLive: Bool) throws(Problem) -> Value {
    var prefixes: [UInt32] = []
    while let name = operation, Self.prefixes.contains(name) {
      prefixes.append(name)
      position += 1
    }
    guard position < terms.count else { throw problem("a value is missing") }
    var value: Value
    switch terms[position] {
    case .number(let number):
      value = number
      position += 1
    case .operation(Self.open):
      let place = position
      position += 1
      value = try expression(above: 0, isLive: isLive)
      guard operation == Self.close else {
        throw Problem(message: "this “(” is never closed", index: place)
      }
      position += 1
    case .operation: throw problem("a value is missing before “\(shown(position))”")
    case .unusable(let text): throw problem("“\(text)” is no integer, and only those can be compared")
    }
    for prefix in prefixes.reversed() {
      switch prefix {
      case PreprocessorToken.punctuator("-"): value.bits = 0 &- value.bits
      case PreprocessorToken.punctuator("~"): value.bits = ~value.bits
      case PreprocessorToken.punctuator("!"): value = Value(!value.isTrue)
      default: break
      }
    }
    return value
  }

  private static let prefixes = Set(["+", "-", "~", "!"].map(PreprocessorToken.punctuator))

  // MARK: Operators

  private static func apply(
    _ name: UInt32, _ left: Value, _ right: Value, isLive: Bool, at place: Int
  ) throws(Problem) -> Value {
    let isUnsigned = left.isUnsigned || right.isUnsigned
    let (a, b) = (left.bits, right.bits)
    func isLess(_ a: Int64, _ b: Int64) -> Bool {
      isUnsigned ? UInt64(bitPattern: a) < UInt64(bitPattern: b) : a < b
    }
    func number(_ bits: Int64) -> Value { Value(bits, isUnsigned: isUnsigned) }
    switch name {
    case PreprocessorToken.punctuator(","): return right
    case PreprocessorToken.punctuator("||"): return Value(left.isTrue || right.isTrue)
    case PreprocessorToken.punctuator("&&"): return Value(left.isTrue && right.isTrue)
    case PreprocessorToken.punctuator("|"): return number(a | b)
    case PreprocessorToken.punctuator("^"): return number(a ^ b)
    case PreprocessorToken.punctuator("&"): return number(a & b)
    case PreprocessorToken.punctuator("=="): return Value(a == b)
    case PreprocessorToken.punctuator("!="): return Value(a != b)
    case PreprocessorToken.punctuator("<"): return Value(isLess(a, b))
    case PreprocessorToken.punctuator(">"): return Value(isLess(b, a))
    case PreprocessorToken.punctuator("<="): return Value(!isLess(b, a))
    case PreprocessorToken.punctuator(">="): return Value(!isLess(a, b))
    case PreprocessorToken.punctuator("<<"): return shift(left, by: shiftCount(right))
    case PreprocessorToken.punctuator(">>"): return shift(left, by: -shiftCount(right))
    case PreprocessorToken.punctuator("+"): return number(a &+ b)
    case PreprocessorToken.punctuator("-"): return number(a &- b)
    case PreprocessorToken.punctuator("*"): return number(a &* b)
    default:
      guard b != 0 else {
        if isLive { throw Problem(message: "a division by zero", index: place) }
        return number(0)
      }
      let isDivision = name == PreprocessorToken.punctuator("/")
      if isUnsigned {
        let (a, b) = (UInt64(bitPattern: a), UInt64(bitPattern: b))
        return number(Int64(bitPattern: isDivision ? a / b : a % b))
      }
      return number(
        isDivision
          ? a.dividedReportingOverflow(by: b).partialValue : a.remainderReportingOverflow(dividingBy: b).partialValue)
    }
  }

  /// Beyond the number's own bits it makes no difference; a negative count shifts the other way.
  private static func shiftCount(_ value: Value) -> Int64 {
    value.isUnsigned && value.bits < 0 ? 64 : max(-64, min(64, value.bits))
  }

  private static func shift(_ value: Value, by count: Int64) -> Value {
    var value = value
    let places = Int(count.magnitude)
    if count >= 0 {
      value.bits = value.bits << places
    } else if value.isUnsigned {
      value.bits = Int64(bitPattern: UInt64(bitPattern: value.bits) >> places)
    } else {
      value.bits = value.bits >> places
    }
    return value
  }

  // MARK: Messages

  private func problem(_ message: String) -> Problem { Problem(message: message, index: position) }

  private func shown(_ index: Int) -> String {
    switch terms[index] {
    case .number(let value): value.isUnsigned ? "\(UInt64(bitPattern: value.bits))" : "\(value.bits)"
    case .operation(let bytes):
      String(
        decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes >> $0) }.filter { $0 != 0 }, as: UTF8.self)
    case .unusable(let text): text
    }
  }
}
