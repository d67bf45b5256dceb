import AppSources

/// Finds code that reports or stores success before the system has answered, or regardless of the answer.
struct EarlyReports {
  let program: Program
  let scope: Scope
  let site: Site
  /// The offset of the call.
  let offset: UInt32

  /// Returns the first place that reports success, to a caller or to JavaScript, without checking the call's result; or nil.
  func report(handler: Expression?, isAsync: Bool, error: IconChange.ErrorUse) -> UInt32? {
    guard !isAsync else { return nil }
    for (index, statement) in site.neighbours.enumerated() where index != site.index {
      if let found = reported(statement) { return found }
    }
    if error == .ignored, case .closure(let closure) = handler?.bare.form {
      for statement in closure.body {
        if case .expression(let expression) = statement.form, let found = reported(expression) { return found }
      }
    }
    return nil
  }

  /// Returns the report in a statement, if it is made on all paths through it.
  private func reported(_ statement: Statement) -> UInt32? {
    switch statement.form {
    case .expression(let expression): return reported(expression)
    case .condition(_, let then, let otherwise):
      let first = then.lazy.compactMap { reported($0) }.first
      return otherwise.contains { reported($0) != nil } ? first : nil
    default: return nil
    }
  }

  /// Returns the offset of a call that reports success: `call.resolve(…)`, `call.success(…)`, or a call of a closure
  /// parameter such as `resolve(…)`; nil for other expressions.
  private func reported(_ expression: Expression) -> UInt32? {
    guard case .call(let callee, let arguments) = expression.bare.form else { return nil }
    switch callee.form {
    case .member(let base?, "resolve"), .member(let base?, "success"):
      guard case .name = base.form else { return nil }
      return expression.bare.offset
    case .name(let name):
      guard let parameter = scope.locals[name]?.parameter, scope.routine >= 0 else { return nil }
      let type = program.routines[scope.routine].function.parameters[parameter].type
      let isClosure = type.contains("->") || type.contains("^") || type.hasSuffix("Block") || type == "FlutterResult"
      // A call with an error does not report success.
      let isSuccess = name.hasPrefix("resolve") || name.hasPrefix("success") || arguments.first?.value.isSuccess == true
      return isClosure && isSuccess ? expression.bare.offset : nil
    default: return nil
    }
  }

  /// Returns the first place that stores or shows the new name as chosen without reverting it; nil if there is none.
  func store(name: Expression, handler: Expression?, isAsync: Bool, error: IconChange.ErrorUse) -> UInt32? {
    guard let root = name.rootName, scope.routine >= 0 else { return nil }
    var found: (offset: UInt32, target: String)?
    var inHandler: Set<UInt32> = []
    if case .closure(let closure) = handler?.bare.form, error == .used {
      closure.body.visit { inHandler.insert($0.offset) }
    }
    let body = program.routines[scope.routine].body
    let goingOn = isAsync ? statementAfterCatches(in: body) ?? .max : offset
    body.visit { expression in
      guard found == nil, !inHandler.contains(expression.offset),
        !isAsync || expression.offset < offset || expression.offset >= goingOn
      else { return }
      switch expression.form {
      case .assign("=", let target, let value):
        guard value.mentions([root]), program.property(of: target, in: scope) != nil, let name = target.lastName else {
          return
        }
        found = (expression.offset, name)
      case .call(let callee, let arguments):
        guard callee.lastName == "set" || callee.lastName == "setObject", arguments.count == 2,
          arguments[1].label == "forKey", arguments[0].value.mentions([root])
        else { return }
        found = (expression.offset, "set")
      default: break
      }
    }
    guard let found else { return nil }
    // Reverted where the error is handled.
    var bodies = site.catches.map { $0.map(\.body) } ?? []
    if case .closure(let closure) = handler?.bare.form { bodies.append(closure.body) }
    let isTakenBack = bodies.contains { body in
      body.contains { expression in
        switch expression.form {
        case .assign(_, let target, _): target.lastName == found.target
        case .call(let callee, _): callee.lastName == found.target
        default: false
        }
      }
    }
    return isTakenBack ? nil : found.offset
  }
}

extension EarlyReports {
  /// Returns the statement after the `do` with the call, if it also runs after an error; nil if a clause exits.
  private func statementAfterCatches(in body: [Statement]) -> UInt32? {
    var found: UInt32?
    for (index, statement) in body.enumerated() where found == nil {
      if case .perform(let inner, let catches) = statement.form, !catches.isEmpty,
        inner.contains({ $0.offset == offset })
      {
        let isLeft = catches.contains { clause in
          switch clause.body.last?.form {
          case .leave, .raise, .jump: true
          default: false
          }
        }
        return isLeft || index + 1 == body.count ? nil : body[index + 1].offset
      }
      statement.parts(
        { found = found ?? statementAfterCatches(in: $0) },
        statements: { found = found ?? statementAfterCatches(in: $0) })
    }
    return found
  }

  private func statementAfterCatches(in expression: Expression) -> UInt32? {
    var found: UInt32?
    expression.parts(
      { found = found ?? statementAfterCatches(in: $0) }, statements: { found = found ?? statementAfterCatches(in: $0) }
    )
    return found
  }
}

extension Expression {
  /// The variable at the start: `icon` of `icon.name`.
  var rootName: String? {
    switch bare.form {
    case .name(let name): name == "self" || name.utf8.first.map { (65...90).contains($0) } ?? true ? nil : name
    case .member(let base?, let member): if case .name("self") = base.form { member } else { base.rootName }
    case .choice(_, let left, let right): left.rootName ?? right.rootName
    case .binary("??", let left, _): left.rootName
    case .call(let callee, _): callee.base?.rootName
    default: nil
    }
  }

  /// Whether the expression is `true`, `.success(…)`, or `nil` for an error.
  fileprivate var isSuccess: Bool {
    switch form {
    case .truth(let value): value
    case .call(let callee, _): callee.lastName == "success"
    case .null: true
    default: false
    }
  }
}
