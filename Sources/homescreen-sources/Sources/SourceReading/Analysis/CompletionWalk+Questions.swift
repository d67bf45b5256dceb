/// How expressions use the handler.
extension CompletionWalk {
  func isHandler(_ expression: Expression) -> Bool {
    if case .name(let name) = expression.bare.form { names.contains(name) } else { false }
  }

  func closure(of expression: Expression) -> Closure? {
    switch expression.form {
    case .closure(let closure): closure
    case .name(let name): closures[name]
    default: nil
    }
  }

  func mentions(_ body: [Statement]) -> Bool {
    body.contains { expression in
      guard case .name(let name) = expression.form else { return false }
      return names.contains(name) || closures[name].map { mentions($0.body) } ?? false
    }
  }

  /// Matches `if (handler)`, `if handler != nil` and `if let handler`: the other branch is ignored.
  func asksForHandler(_ conditions: [Condition]) -> Bool {
    guard conditions.count == 1 else { return false }
    switch conditions[0] {
    case .bind(let name, let value): return value.map { isHandler($0) } ?? names.contains(name)
    case .holds(let expression): return asksForHandler(expression)
    case .matches, .available: return false
    }
  }

  func asksForHandler(_ expression: Expression) -> Bool {
    if isHandler(expression) { return true }
    if case .binary("!=", let left, let right) = expression.form { return isHandler(left) && right.isNull }
    return false
  }

  /// Matches `guard let self`: without the object, no caller expects an answer.
  func isAboutSelf(_ conditions: [Condition]) -> Bool {
    conditions.contains { condition in
      guard case .bind(let name, let value) = condition else { return false }
      return name == "self" || value.map { $0.written == "self" } ?? false
    }
  }
}
