/// Branches and loops.
extension CParser {
  /// Reads the conditions in the next parentheses; operands of `&&` become separate conditions.
  mutating func conditions() -> [Condition] {
    guard kind() == .leftParenthesis else { return [] }
    return inside { parser in
      // In C++, an initializer before the condition, or a variable as the condition.
      var found: [Condition] = []
      while parser.isDeclaration() {
        for variable in parser.declarators(reading: { $0.expression() }) {
          parser.scope.locals[variable.name] = variable.isPointer
          found.append(.bind(variable.name, variable.value))
        }
        if !parser.take(.semicolon) { return found }
      }
      while parser.kind() != .end {
        CParser.split(parser.truth(parser.expressions()), to: &found)
        if parser.kind() != .end, !parser.take(.semicolon) {
          parser.trouble()
          parser.skip()
        }
      }
      return found
    }
  }

  private static func split(_ value: Expression, to conditions: inout [Condition]) {
    switch value.form {
    case .binary("&&", let left, let right):
      split(left, to: &conditions)
      split(right, to: &conditions)
    case .call(let function, let arguments):
      if case .name("@available") = function.form, case .text(let versions)? = arguments.first?.value.form {
        conditions.append(.available(versions))
      } else {
        conditions.append(.holds(value))
      }
    default: conditions.append(.holds(value))
    }
  }

  mutating func ifStatement() -> Statement.Form {
    position += 1
    if kind() == .qualifier { position += 1 }
    let conditions = conditions()
    let then = body()
    guard take(.wordElse) else { return .condition(conditions, then: then, otherwise: []) }
    return .condition(conditions, then: then, otherwise: body())
  }

  /// Reads `for (;;)`, `for (a in b)` and `for (auto a : b)`.
  mutating func forStatement(at start: UInt32, to all: inout [Statement]) {
    position += 1
    guard kind() == .leftParenthesis else { return }
    let open = position
    let close = partner(open)
    var index = open + 1
    var separator: Int?
    while index < close, separator == nil {
      switch kindAt(index) {
      case .leftParenthesis, .leftBracket, .leftBrace: index = partner(index)
      case .semicolon: separator = close
      case .colon: separator = index
      case .identifier where spells("in", at: index): separator = index
      default: break
      }
      index += 1
    }
    guard let separator, separator < close else { return countingLoop(at: start, to: &all) }
    var name = "_"
    for index in open + 1..<separator where kindAt(index) == .identifier { name = text(index) }
    scope.locals[name] = isPointer(open + 1..<separator)
    let sequence = within(separator + 1..<close) { $0.expressions() }
    position = close
    _ = take(.rightParenthesis)
    let loop = Loop(pattern: Pattern(names: [name]), sequence: sequence, body: body())
    all.append(Statement(.loop(loop), at: start))
  }

  private mutating func countingLoop(at start: UInt32, to all: inout [Statement]) {
    var head: [Statement] = []
    var step: Expression?
    var conditions: [Condition] = []
    inside { parser in
      if !parser.take(.semicolon) { parser.statement(to: &head) }
      if parser.kind() != .semicolon, parser.kind() != .end { conditions = [.holds(parser.expressions())] }
      _ = parser.take(.semicolon)
      if parser.kind() != .end { step = parser.expressions() }
    }
    var body = body()
    if let step { body.append(Statement(.expression(step), at: step.offset)) }
    all += head
    all.append(Statement(.loop(Loop(conditions: conditions, body: body)), at: start))
  }

  mutating func doStatement() -> Statement.Form {
    position += 1
    let body = body()
    guard take(.wordWhile) else { return .perform(body, catches: []) }
    let conditions = conditions()
    _ = take(.semicolon)
    // `do { … } while (0)` runs once.
    if conditions.count == 1, case .holds(let value) = conditions[0] {
      switch value.form {
      case .number("0"), .truth(false): return .perform(body, catches: [])
      default: break
      }
    }
    return .loop(Loop(conditions: conditions, body: body, isRepeat: true))
  }

  mutating func switchStatement() -> Statement.Form {
    position += 1
    let subject = kind() == .leftParenthesis ? inside { $0.expressions() } : Expression(.other("", []), at: offset)
    var cases: [Case] = []
    guard kind() == .leftBrace else { return .choose(subject, cases) }
    inside { parser in
      while parser.kind() != .end {
        guard let patterns = parser.labels() else {
          // Declarations before the first case.
          parser.skip()
          continue
        }
        let place = parser.offset
        var body: [Statement] = []
        while parser.kind() != .end, parser.kind() != .wordCase, parser.kind() != .wordDefault {
          parser.statement(to: &body)
        }
        cases.append(Case(patterns: patterns, body: body, offset: place))
      }
    }
    for index in cases.indices.dropLast() where !CParser.ends(cases[index].body) {
      cases[index].body.append(Statement(.jump(.through), at: cases[index + 1].offset))
    }
    if !cases.contains(where: \.patterns.isEmpty) { cases.append(Case(patterns: [], body: [], offset: subject.offset)) }
    return .choose(subject, cases)
  }

  /// Reads consecutive labels; empty if one of them is `default`, nil if there are none.
  private mutating func labels() -> [Pattern]? {
    var patterns: [Pattern] = []
    var hasLabel = false
    var hasDefault = false
    while true {
      if take(.wordCase) {
        let value = label()
        patterns.append(Pattern(expression: value))
        hasLabel = true
        // A range, `case 1 ... 5`.
        while kind() != .end, kind() != .colon, kind() != .semicolon, kind() != .leftBrace { skip() }
        _ = take(.colon)
      } else if take(.wordDefault) {
        hasDefault = true
        _ = take(.colon)
      } else {
        return hasDefault ? [] : hasLabel ? patterns : nil
      }
    }
  }

  /// Reads the value of a label, up to its colon.
  private mutating func label() -> Expression {
    var end = position
    while kindAt(end) != .end, kindAt(end) != .colon, kindAt(end) != .semicolon {
      switch kindAt(end) {
      case .leftParenthesis, .leftBracket, .leftBrace: end = partner(end) + 1
      default: end += 1
      }
    }
    return within(position..<min(end, limit)) { $0.expressions() }
  }

  /// Whether control never reaches the end of these statements.
  private static func ends(_ body: [Statement]) -> Bool {
    guard let last = body.last else { return false }
    switch last.form {
    case .jump, .leave, .raise: return true
    case .perform(let inner, let catches): return catches.isEmpty && ends(inner)
    case .condition(_, let then, let otherwise): return ends(then) && ends(otherwise)
    default: return false
    }
  }

  /// Reads `@try` or `try`.
  mutating func tryStatement(at start: UInt32, to all: inout [Statement]) {
    position += 1
    let body = body()
    var catches: [Catch] = []
    var last: [Statement]?
    while true {
      let place = offset
      if take(.atCatch) || take(.wordCatch) {
        let names = kind() == .leftParenthesis ? inside { $0.blockParameters() } : []
        catches.append(Catch(pattern: Pattern(names: names), body: self.body(), offset: place))
      } else if take(.atFinally) {
        last = self.body()
      } else {
        break
      }
    }
    let attempt = Statement(.perform(body, catches: catches), at: start)
    if let last {
      all.append(Statement(.perform([Statement(.later(last), at: start), attempt], catches: []), at: start))
    } else {
      all.append(attempt)
    }
  }
}
