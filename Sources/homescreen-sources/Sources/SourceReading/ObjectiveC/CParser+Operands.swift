/// Names, literals, blocks, and expressions in brackets.
extension CParser {
  /// Reads the smallest part of an expression.
  mutating func operand() -> Expression {
    let start = offset
    func made(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    switch kind() {
    case .identifier, .basicType, .qualifier: return name()
    case .number, .character:
      let text = word
      position += 1
      return made(.number(text))
    case .string, .atString: return joined(made(.text(texts())))
    case .at:
      position += 1
      switch kind() {
      case .leftBracket: return made(.list(inside { $0.elements(keyed: false) }))
      case .leftBrace: return made(.dictionary(inside { $0.elements(keyed: true) }))
      case .leftParenthesis: return inside { $0.expressions() }
      case .minus, .plus:
        let sign = word
        position += 1
        return made(.unary(sign, operand()))
      default: return operand()
      }
    case .leftParenthesis:
      if kind(1) == .leftBrace {
        return made(.block(inside { $0.kind() == .leftBrace ? $0.inside { $0.statements() } : [] }))
      }
      return inside { $0.expressions() }
    case .leftBracket: return isLambda() ? lambda(at: start) : message(at: start)
    case .leftBrace: return braces()
    case .caret: return block(at: start)
    case .atSelector: return made(.selector(bracketed()))
    case .atEncode, .atProtocol: return made(.other(bracketed(), []))
    case .atAvailable: return made(.call(made(.name("@available")), [Argument(nil, made(.text(bracketed())))]))
    case .scope where kind(1) == .identifier || kind(1) == .wordNew:
      position += 1
      return kind() == .wordNew ? new(at: start) : name()
    case .wordOperator:
      // A call: `operator==(other)`.
      while kind() != .end, kind() != .leftParenthesis, kind() != .semicolon { position += 1 }
      return made(.name("operator"))
    default:
      // Not an operand; the caller handles this token.
      return made(.other("", []))
    }
  }

  /// Reads the text in the parentheses after this word, without white space.
  private mutating func bracketed() -> String {
    position += 1
    guard kind() == .leftParenthesis else { return "" }
    return inside { parser in
      var text = ""
      while parser.kind() != .end {
        text += parser.word
        if parser.take(.comma) { text += " " } else { parser.position += 1 }
        if parser.kind() == .number { text += text.isEmpty ? "" : " " }
      }
      return text
    }
  }

  private mutating func name() -> Expression {
    let start = offset
    let name = word
    position += 1
    func made(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    switch name {
    case "YES", "true", "TRUE": return made(.truth(true))
    case "NO", "false", "FALSE": return made(.truth(false))
    case "nil", "Nil", "NULL", "nullptr": return made(.null)
    case "self", "this": return made(.name("self"))
    default: break
    }
    if scope.locals[name] != nil { return made(.name(scope.selves.contains(name) ? "self" : name)) }
    if scope.isMethod, let property = property(ofVariable: name) { return made(.member(made(.name("self")), property)) }
    if let constant = SwiftSpelling.constant(name) {
      return made(.member(constant.owner.map { made(.name($0)) }, constant.name))
    }
    if kind() == .less, name.hasSuffix("_cast"), let end = anglesEnd(position), kindAt(end) == .leftParenthesis {
      // The type adds nothing.
      position = end
      return inside { $0.expressions() }
    }
    let value = made(.name(kind() == .less || kind() == .dot ? SwiftSpelling.type(name) : name))
    return isMacro(position - 1) ? joined(value) : value
  }

  /// Reads what the compiler joins to a literal or macro: `@"a" NAME`, `NAME "a"`, `NAME OTHER_NAME`.
  private mutating func joined(_ first: Expression) -> Expression {
    var all = first
    while true {
      let place = offset
      let next: Expression
      switch kind() {
      case .string, .atString: next = Expression(.text(texts()), at: place)
      case .identifier where isMacro(position) && kind(1) != .colon && kind(1) != .leftParenthesis:
        next = Expression(.name(word), at: place)
        position += 1
      default: return all
      }
      all = Expression(.binary("+", all, next), at: first.offset)
    }
  }

  /// Returns the property of an instance variable: `saved` for `_saved`; nil if there is none.
  func property(ofVariable name: String) -> String? {
    if let property = scope.synthesized[name] { return property }
    guard name.utf8.first == UInt8(ascii: "_"), name.utf8.count > 1, name.utf8.dropFirst().first != UInt8(ascii: "_"),
      !scope.globals.contains(name), name != "_cmd"
    else { return nil }
    return String(name.dropFirst())
  }

  /// Returns `a.b` or `a->b`.
  func member(_ base: Expression, _ name: String, at place: UInt32) -> Expression {
    if case .name(let owner) = base.form {
      if owner == "self", let property = property(ofVariable: name) {
        return Expression(.member(base, property), at: place)
      }
      if let shared = SwiftSpelling.property(name), SwiftSpelling.isType(owner) {
        return Expression(.member(Expression(.name(SwiftSpelling.type(owner)), at: base.offset), shared), at: place)
      }
    }
    return Expression(.member(base, SwiftSpelling.instanceProperty(name)), at: place)
  }

  /// Reads adjacent literals as one text.
  private mutating func texts() -> String {
    var text: [UInt8] = []
    while kind() == .string || kind() == .atString {
      CLiteral.append(bytes[Int(tokens[position].start)..<Int(tokens[position].end)], to: &text)
      position += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads the elements of `@[…]`, or the keys and values of `@{…}`.
  private mutating func elements(keyed: Bool) -> [Expression] {
    var elements: [Expression] = []
    while kind() != .end {
      elements.append(expression())
      if keyed, take(.colon) { elements.append(expression()) }
      if !take(.comma), kind() != .end {
        trouble()
        skip()
      }
    }
    return elements
  }

  // MARK: Blocks

  /// Reads `^Type(Type name) { … }`.
  private mutating func block(at start: UInt32) -> Expression {
    position += 1
    if kind() != .leftParenthesis, kind() != .leftBrace, let end = typeEnd(position) { position = end }
    var parameters: [String] = []
    let outer = scope
    if kind() == .leftParenthesis { parameters = inside { $0.blockParameters() } }
    while kind() == .identifier || kind() == .qualifier { position += 1 }
    guard kind() == .leftBrace else {
      scope = outer
      return Expression(.other("^", []), at: start)
    }
    let body = inside { $0.statements() }
    scope = outer
    return Expression(.closure(Closure(parameters: parameters, body: body)), at: start)
  }

  /// Returns the names of a block's parameters, `_` for unnamed ones; they hide outer names.
  mutating func blockParameters() -> [String] {
    var names: [String] = []
    while kind() != .end {
      let start = position
      while kind() != .end, kind() != .comma { skip() }
      let range = start..<position
      let name = parameterName(range)
      if let name {
        scope.locals[text(name)] = isPointer(range)
        scope.selves.remove(text(name))
      }
      if name != nil || range.count != 1 || !spells("void", at: start) { names.append(name.map(text) ?? "_") }
      _ = take(.comma)
    }
    return names
  }

  /// Returns the name in a parameter declaration; nil if there is only a type.
  private func parameterName(_ range: Range<Int>) -> Int? {
    var index = typeEnd(range.lowerBound) ?? range.lowerBound
    while index < range.upperBound {
      if isFunctionDeclarator(index) { return (index..<partner(index)).last { kindAt($0) == .identifier } }
      if kindAt(index) == .identifier { return index }
      index += 1
    }
    return nil
  }

  /// Whether `[` starts a C++ lambda: `[=]`, `[&]`, `[this]`, `[]`, `[a, &b]`.
  private func isLambda() -> Bool {
    let close = partner(position)
    guard kindAt(close) == .rightBracket else { return false }
    switch kind(1) {
    case .end, .rightBracket, .assign: return true
    case .ampersand: return kind(2) == .rightBracket || kind(2) == .identifier && kindAt(close + 1) == .leftParenthesis
    case .identifier:
      return (close == position + 2 || kind(2) == .comma)
        && (kindAt(close + 1) == .leftParenthesis || kindAt(close + 1) == .leftBrace)
    default: return close == position + 1
    }
  }

  private mutating func lambda(at start: UInt32) -> Expression {
    skip()
    var parameters: [String] = []
    let outer = scope
    if kind() == .leftParenthesis { parameters = inside { $0.blockParameters() } }
    while kind() != .leftBrace, kind() != .end, kind() != .semicolon, kind() != .comma { skip() }
    let body = kind() == .leftBrace ? inside { $0.statements() } : []
    scope = outer
    return Expression(.closure(Closure(parameters: parameters, body: body)), at: start)
  }
}
