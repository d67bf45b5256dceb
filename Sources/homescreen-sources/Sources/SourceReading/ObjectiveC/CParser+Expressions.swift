/// Operators, from the comma down to prefix and postfix operators.
extension CParser {
  /// Reads an expression, including those after commas.
  mutating func expressions() -> Expression {
    let first = expression()
    guard kind() == .comma else { return first }
    var all = [first]
    while take(.comma) { all.append(expression()) }
    return Expression(.other(",", all), at: first.offset)
  }

  /// Reads an expression up to a comma.
  mutating func expression() -> Expression {
    let start = offset
    return nested(Expression(.other("", []), at: start)) { parser in
      let target = parser.choice()
      let sign = parser.kind()
      guard sign == .assign || sign == .compoundAssign else { return target }
      let word = parser.word
      parser.position += 1
      let value = parser.kind() == .leftBrace ? parser.braces() : parser.expression()
      return parser.assignment(word, target, value)
    }
  }

  /// Returns `a = b`, or the call of the setter if this file implements one.
  private func assignment(_ word: String, _ target: Expression, _ value: Expression) -> Expression {
    if word == "=", case .member(let base?, let name) = target.form, case .name("self") = base.form,
      bytes[Int(target.offset)] != UInt8(ascii: "_"), let first = name.utf8.first
    {
      let setter = "set" + String(decoding: [first & 0xDF] + name.utf8.dropFirst(), as: UTF8.self)
      if scope.selectors.contains(setter) {
        let method = Expression(.member(base, setter), at: target.offset)
        return Expression(.call(method, [Argument(nil, value)]), at: target.offset)
      }
    }
    return Expression(.assign(word, target, value), at: target.offset)
  }

  /// Reads `a ? b : c` and `a ?: c`.
  mutating func choice() -> Expression {
    let condition = binary(above: 0)
    guard take(.question) else { return condition }
    if take(.colon) {
      let other = expression()
      return Expression(.binary("??", condition, other), at: condition.offset)
    }
    let then = expression()
    let other = take(.colon) ? expression() : Expression(.other("", []), at: offset)
    return Expression(.choice(truth(condition), then, other), at: condition.offset)
  }

  /// Returns the precedence of the operator; 0 if the token is not one.
  private func precedence() -> Int {
    switch kind() {
    case .star: return 10
    case .plus, .minus: return 9
    case .less, .greater: return 7
    case .ampersand: return 5
    case .caret: return 4
    case .binary:
      switch word {
      case "/", "%": return 10
      case "<<", ">>": return 8
      case "<=", ">=": return 7
      case "==", "!=": return 6
      case "|": return 3
      case "&&": return 2
      default: return 1
      }
    default: return 0
    }
  }

  private mutating func binary(above least: Int) -> Expression {
    var left = unary()
    var count = 0
    while case let tightness = precedence(), tightness > least {
      count += 1
      guard count < Self.depthLimit else {
        tooDeep()
        break
      }
      let sign = word
      position += 1
      let right = binary(above: tightness)
      let form: Expression.Form =
        sign == "&&" || sign == "||" ? .binary(sign, truth(left), truth(right)) : .binary(sign, left, right)
      left = Expression(form, at: left.offset)
    }
    return left
  }

  /// Returns a value as a condition: a pointer is compared with nil.
  func truth(_ value: Expression) -> Expression {
    let asks: Bool
    switch value.form {
    case .name(let name): asks = scope.locals[name] == true
    case .element: asks = true
    case .member(_, let name): asks = SwiftSpelling.isOptional(name)
    case .assign("=", _, _): asks = true
    default: asks = false
    }
    return asks ? Expression(.binary("!=", value, Expression(.null, at: value.offset)), at: value.offset) : value
  }

  private mutating func unary() -> Expression {
    let start = offset
    return nested(Expression(.other("", []), at: start)) { $0.prefixed(at: start) }
  }

  private mutating func prefixed(at start: UInt32) -> Expression {
    switch kind() {
    case .not:
      position += 1
      let value = truth(unary())
      if case .binary("!=", let left, let right) = value.form, case .null = right.form {
        return Expression(.binary("==", left, right), at: start)
      }
      return Expression(.unary("!", value), at: start)
    case .minus, .plus, .tilde, .star, .ampersand, .increment:
      let sign = word
      position += 1
      return Expression(.unary(sign, unary()), at: start)
    case .binary where spells("&&", at: position):
      // The address of a label.
      position += 1
      return unary()
    case .wordSizeof:
      position += 1
      _ = take(.ellipsis)
      if kind() == .leftParenthesis { skip() } else { _ = unary() }
      return Expression(.other("sizeof", []), at: start)
    case .wordNew: return new(at: start)
    case .wordDelete, .wordThrow:
      let sign = word
      position += 1
      if kind() == .leftBracket { skip() }
      return Expression(.other(sign, kind() == .semicolon ? [] : [unary()]), at: start)
    case .leftParenthesis: if let cast = cast(at: start) { return cast }
    default: break
    }
    return suffixed(operand())
  }

  /// Reads `new Type(…)`, and `new (place) Type(…)`.
  mutating func new(at start: UInt32) -> Expression {
    position += 1
    if kind() == .leftParenthesis { skip() }
    if let end = typeEnd(position) { position = end }
    var parts: [Expression] = []
    while kind() == .leftBracket || kind() == .leftParenthesis || kind() == .leftBrace {
      parts += inside { $0.arguments().map(\.value) }
    }
    return Expression(.other("new", parts), at: start)
  }

  /// Reads `(Type *)value`; nil if the parentheses hold a value.
  private mutating func cast(at start: UInt32) -> Expression? {
    let open = position
    let close = partner(open)
    guard kindAt(close) == .rightParenthesis, kindAt(open + 1) != .rightParenthesis else { return nil }
    let outer = limit
    guard var end = typeEnd(open + 1), end <= close else { return nil }
    // A block or function type: the pointer and its parameters.
    if isFunctionDeclarator(end), partner(end) + 1 < close { end = partner(partner(end) + 1) + 1 }
    while end < close, kindAt(end) == .leftBracket { end = partner(end) + 1 }
    guard end == close, close + 1 < outer else { return nil }
    let isPlain = close == open + 2 && kindAt(open + 1) == .identifier
    let first = bytes[Int(tokens[open + 1].start)]
    let isNamedLikeType = !isPlain || spells("id", at: open + 1) || first &- 0x41 < 26 || text(open + 1).hasSuffix("_t")
    switch kindAt(close + 1) {
    case .identifier, .number, .string, .atString, .at, .character, .caret, .not, .tilde, .atSelector, .atEncode,
      .atProtocol, .wordSizeof, .wordNew, .basicType:
      break
    case .leftBrace: break
    case .leftParenthesis, .leftBracket: guard isNamedLikeType else { return nil }
    case .star, .ampersand, .minus, .plus, .increment: guard !isPlain else { return nil }
    default: return nil
    }
    let type = typeName(open + 1..<close)
    // Only casts to classes add information.
    let isDropped = !SwiftSpelling.isType(type) || !isPointer(open + 1..<close)
    position = close + 1
    let value = kind() == .leftBrace ? suffixed(braces()) : unary()
    return isDropped ? value : Expression(.cast(value, "as", type), at: start)
  }

  /// Reads members, subscripts and calls after an operand.
  private mutating func suffixed(_ operand: Expression) -> Expression {
    var value = operand
    var count = 0
    while true {
      count += 1
      guard count < Self.depthLimit else {
        tooDeep()
        return value
      }
      switch kind() {
      case .dot, .arrow:
        // `p->~Type()` calls a destructor.
        let sign = kind(1) == .tilde ? 2 : 1
        guard isWord(position + sign) else { return value }
        position += sign
        let place = offset
        let name = word
        position += 1
        value = member(value, name, at: place)
      case .scope where isWord(position + 1):
        position += 1
        value = Expression(.member(value, word), at: offset)
        position += 1
      case .leftBracket:
        let place = value.offset
        let key = inside { $0.expressions() }
        value = Expression(.element(value, [Argument(nil, key)]), at: place)
      case .leftParenthesis:
        let arguments = inside { $0.arguments() }
        value = call(value, arguments)
      case .ellipsis: position += 1
      case .increment:
        value = Expression(.unary(word, value), at: value.offset)
        position += 1
      default: return value
      }
    }
  }

  /// Reads the arguments of a C function.
  mutating func arguments() -> [Argument] {
    var arguments: [Argument] = []
    while kind() != .end {
      let before = position
      if let end = typeEnd(position), end > position + 1, kindAt(end) == .comma || kindAt(end) == .end {
        // Macros and templates take types, too.
        arguments.append(Argument(nil, Expression(.other(typeName(position..<end), []), at: offset)))
        position = end
      } else {
        // Some macros take labels: `NSLocalizedString(@"key", comment: @"")`.
        let label = isWord(position) && kind(1) == .colon ? word : nil
        if label != nil { position += 2 }
        arguments.append(Argument(label, kind() == .leftBrace ? braces() : expression()))
      }
      if !take(.comma), kind() != .end {
        // Macro arguments such as `"%" PRIu64 "…"` are common.
        if kindAt(position - 1) != .string, kind() != .string, kindAt(position - 1) != .atString { trouble() }
        if position == before { skip() }
      }
    }
    return arguments
  }

  /// Reads `{ a, b }` and `{ .a = b }`.
  mutating func braces() -> Expression {
    let start = offset
    return nested(Expression(.list([]), at: start)) { parser in
      let values = parser.inside { parser in
        var values: [Expression] = []
        while parser.kind() != .end {
          // Designators.
          if parser.kind() == .dot, parser.kindAt(parser.position + 2) == .assign { parser.position += 3 }
          if parser.kind() == .leftBracket, parser.kindAt(parser.partner(parser.position) + 1) == .assign {
            parser.skip()
            parser.position += 1
          }
          values.append(parser.kind() == .leftBrace ? parser.braces() : parser.expression())
          if !parser.take(.comma) { parser.skip() }
        }
        return values
      }
      return Expression(.list(values), at: start)
    }
  }
}
