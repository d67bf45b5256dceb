/// Traversal of code, regardless of its meaning.
extension Expression {
  /// Whether the expression is `nil`, or `NULL`.
  var isNull: Bool { if case .null = form { true } else { false } }

  /// Visits the direct subexpressions and the statements.
  func parts(_ expression: (Expression) -> Void, statements: ([Statement]) -> Void) {
    switch form {
    case .name, .text, .number, .truth, .null, .selector, .member(nil, _): break
    case .member(let base?, _): expression(base)
    case .call(let callee, let arguments), .element(let callee, let arguments):
      expression(callee)
      for argument in arguments { expression(argument.value) }
    case .pieces(let all), .list(let all), .dictionary(let all), .other(_, let all):
      for part in all { expression(part) }
    case .tuple(let all): for part in all { expression(part.value) }
    case .closure(let closure): statements(closure.body)
    case .unary(_, let inner), .cast(let inner, _, _), .attempt(let inner, _), .wait(let inner): expression(inner)
    case .binary(_, let left, let right), .assign(_, let left, let right):
      expression(left)
      expression(right)
    case .choice(let condition, let left, let right):
      expression(condition)
      expression(left)
      expression(right)
    case .block(let body): statements(body)
    }
  }

  /// Visits this expression and all expressions inside it, including closures.
  func visit(_ body: (Expression) -> Void) {
    body(self)
    parts({ $0.visit(body) }, statements: { $0.visit(body) })
  }

  /// Whether this expression or one inside it passes the test.
  func contains(_ test: (Expression) -> Bool) -> Bool {
    if test(self) { return true }
    var found = false
    parts({ found = found || $0.contains(test) }, statements: { found = found || $0.contains(test) })
    return found
  }
}

extension [Statement] {
  /// Visits all expressions in these statements.
  func visit(_ body: (Expression) -> Void) {
    for statement in self { statement.parts({ $0.visit(body) }, statements: { $0.visit(body) }) }
  }

  /// Whether an expression in these statements passes the test.
  func contains(_ test: (Expression) -> Bool) -> Bool {
    var found = false
    for statement in self where !found {
      statement.parts({ found = found || $0.contains(test) }, statements: { found = found || $0.contains(test) })
    }
    return found
  }

  /// Visits all statements, including nested ones and those in closures.
  func visitStatements(_ body: (Statement) -> Void) {
    for statement in self {
      body(statement)
      statement.parts({ $0.visitStatements(body) }, statements: { $0.visitStatements(body) })
    }
  }
}

extension Expression {
  fileprivate func visitStatements(_ body: (Statement) -> Void) {
    parts({ $0.visitStatements(body) }, statements: { $0.visitStatements(body) })
  }
}

extension Statement {
  /// Visits the direct subexpressions and the lists of statements.
  func parts(_ expression: (Expression) -> Void, statements: ([Statement]) -> Void) {
    switch form {
    case .expression(let inner), .raise(let inner): expression(inner)
    case .declare(_, _, let value, _): if let value { expression(value) }
    case .function(let function): if let body = function.body { statements(body) }
    case .condition(let conditions, let then, let otherwise):
      for condition in conditions { condition.parts(expression) }
      statements(then)
      statements(otherwise)
    case .ensure(let conditions, let otherwise):
      for condition in conditions { condition.parts(expression) }
      statements(otherwise)
    case .choose(let subject, let cases):
      expression(subject)
      for item in cases {
        for pattern in item.patterns { if let inner = pattern.expression { expression(inner) } }
        if let filter = item.filter { expression(filter) }
        statements(item.body)
      }
    case .loop(let loop):
      if let sequence = loop.sequence { expression(sequence) }
      for condition in loop.conditions { condition.parts(expression) }
      statements(loop.body)
    case .perform(let body, let catches):
      statements(body)
      for clause in catches {
        if let inner = clause.pattern?.expression { expression(inner) }
        statements(clause.body)
      }
    case .later(let body): statements(body)
    case .leave(let value): if let value { expression(value) }
    case .jump: break
    case .compiled(let branches, _): for branch in branches { statements(branch.body) }
    }
  }
}

extension Condition {
  func parts(_ expression: (Expression) -> Void) {
    switch self {
    case .holds(let inner): expression(inner)
    case .bind(_, let value): if let value { expression(value) }
    case .matches(let pattern, let value):
      if let inner = pattern.expression { expression(inner) }
      expression(value)
    case .available: break
    }
  }
}

extension Expression {
  /// The expression as source text, abbreviated if it is long.
  var written: String {
    switch form {
    case .name(let name): return name
    case .member(let base, let name): return (base.map { $0.written } ?? "") + ".\(name)"
    case .call(let callee, let arguments): return "\(callee.written)(\(Self.list(arguments)))"
    case .element(let base, let arguments): return "\(base.written)[\(Self.list(arguments))]"
    case .text(let text): return "\"\(text)\""
    case .pieces(let parts):
      let inner = parts.map { part in
        if case .text(let text) = part.form { return text }
        return "\\(\(part.written))"
      }
      return "\"\(inner.joined())\""
    case .number(let number): return number
    case .truth(let value): return value ? "true" : "false"
    case .null: return "nil"
    case .list(let all): return "[\(all.map(\.written).joined(separator: ", "))]"
    case .dictionary: return "[:]"
    case .tuple(let all): return "(\(Self.list(all)))"
    case .closure: return "{ … }"
    case .unary(let sign, let inner): return sign + inner.written
    case .binary(let sign, let left, let right), .assign(let sign, let left, let right):
      return "\(left.written) \(sign) \(right.written)"
    case .choice(let condition, let left, let right): return "\(condition.written) ? \(left.written) : \(right.written)"
    case .cast(let inner, let word, let type): return "\(inner.written) \(word) \(type)"
    case .attempt(let inner, let word): return "\(word) \(inner.written)"
    case .wait(let inner): return "await \(inner.written)"
    case .block: return "…"
    case .selector(let name): return "#selector(\(name))"
    case .other(let text, _): return text
    }
  }

  private static func list(_ arguments: [Argument]) -> String {
    arguments.map { ($0.label.map { "\($0): " } ?? "") + $0.value.written }.joined(separator: ", ")
  }

  /// The expression without `try`, `await` and casts.
  var bare: Expression {
    switch form {
    case .attempt(let inner, _), .wait(let inner): inner.bare
    case .cast(let inner, let word, _) where word != "is": inner.bare
    default: self
    }
  }
}
