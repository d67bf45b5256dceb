import SwiftSyntax

extension SwiftReader {
  mutating func statements(of items: CodeBlockItemListSyntax) -> [Statement] {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else {
      facts.troubles.append(.init(offset: offset(of: items), isDepth: true))
      return []
    }
    var found: [Statement] = []
    for item in items { found += statements(of: item) }
    return found
  }

  mutating func statements(of item: CodeBlockItemSyntax) -> [Statement] {
    if case .decl(let declaration) = item.item { return statements(of: declaration) }
    if case .stmt(let statement) = item.item { return statements(of: statement) }
    if case .expr(let expression) = item.item { return [self.statement(of: expression)] }
    return []
  }

  private mutating func statements(of declaration: DeclSyntax) -> [Statement] {
    let start = offset(of: declaration)
    switch declaration.as(DeclSyntaxEnum.self) {
    case .variableDecl(let node):
      var found: [Statement] = []
      let isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
      for binding in node.bindings {
        var value = binding.initializer.map { expression($0.value) }
        if value == nil, case .getter(let items) = binding.accessorBlock?.accessors {
          value = Expression(.block(statements(of: items)), at: start)
        }
        let type = binding.typeAnnotation.map { text(of: $0.type) }
        found.append(Statement(.declare(pattern(binding.pattern), type: type, value: value, isLet: isLet), at: start))
      }
      return found
    case .functionDecl(let node): return [Statement(.function(function(node)), at: start)]
    case .ifConfigDecl(let block):
      var branches: [Branch] = []
      for (clause, condition) in zip(block.clauses, conditions(of: block)) {
        if case .statements(let items) = clause.elements, !Self.isForeign(condition) {
          conditions.append(condition)
          branches.append(Branch(condition: condition, body: statements(of: items)))
          conditions.removeLast()
        }
      }
      let isComplete = block.clauses.last.map { $0.condition == nil } ?? false
      return [Statement(.compiled(branches, isComplete: isComplete), at: start)]
    default:
      read(declaration, in: nil)
      return []
    }
  }

  /// Reads an expression statement; to the parser, `if` and `switch` are expressions.
  mutating func statement(of node: ExprSyntax) -> Statement {
    let start = offset(of: node)
    if let node = node.as(IfExprSyntax.self) { return condition(node) }
    if let node = node.as(SwitchExprSyntax.self) {
      return Statement(.choose(expression(node.subject), cases(of: node.cases)), at: start)
    }
    return Statement(.expression(expression(node)), at: start)
  }

  private mutating func condition(_ node: IfExprSyntax) -> Statement {
    depth += 1
    defer { depth -= 1 }
    var otherwise: [Statement] = []
    if depth < Self.deepest {
      if case .codeBlock(let block) = node.elseBody { otherwise = statements(of: block.statements) }
      if case .ifExpr(let next) = node.elseBody { otherwise = [condition(next)] }
    } else {
      facts.troubles.append(.init(offset: offset(of: node), isDepth: true))
    }
    return Statement(
      .condition(conditions(of: node.conditions), then: statements(of: node.body.statements), otherwise: otherwise),
      at: offset(of: node))
  }

  private mutating func conditions(of list: ConditionElementListSyntax) -> [Condition] {
    var found: [Condition] = []
    for element in list {
      if case .expression(let node) = element.condition {
        found.append(.holds(expression(node)))
      } else if case .optionalBinding(let node) = element.condition {
        let names = pattern(node.pattern).names
        found.append(.bind(names.first ?? "_", node.initializer.map { expression($0.value) }))
      } else if case .matchingPattern(let node) = element.condition {
        found.append(.matches(pattern(node.pattern), expression(node.initializer.value)))
      } else if case .availability(let node) = element.condition {
        let text = node.availabilityArguments.trimmedDescription
        found.append(.available(node.availabilityKeyword.tokenKind == .poundUnavailable ? "!" + text : text))
      }
    }
    return found
  }

  private mutating func cases(of list: SwitchCaseListSyntax) -> [Case] {
    var found: [Case] = []
    for element in list {
      if case .switchCase(let node) = element {
        var patterns: [Pattern] = []
        var filter: Expression?
        if case .case(let label) = node.label {
          for item in label.caseItems {
            patterns.append(pattern(item.pattern))
            if let condition = item.whereClause?.condition { filter = expression(condition) }
          }
        }
        found.append(
          Case(patterns: patterns, filter: filter, body: statements(of: node.statements), offset: offset(of: node)))
      } else if case .ifConfigDecl(let block) = element {
        for clause in block.clauses {
          if case .switchCases(let inner) = clause.elements { found += cases(of: inner) }
        }
      }
    }
    return found
  }

  private mutating func statements(of node: StmtSyntax) -> [Statement] {
    let start = offset(of: node)
    func one(_ form: Statement.Form) -> [Statement] { [Statement(form, at: start)] }
    switch node.as(StmtSyntaxEnum.self) {
    case .breakStmt(let node): return one(.jump(node.label == nil ? .end : .unknown))
    case .continueStmt(let node): return one(.jump(node.label == nil ? .next : .unknown))
    case .fallThroughStmt: return one(.jump(.through))
    case .deferStmt(let node): return one(.later(statements(of: node.body.statements)))
    case .discardStmt, .missingStmt: return []
    case .doStmt(let node):
      var clauses: [Catch] = []
      for clause in node.catchClauses {
        let first = clause.catchItems.first?.pattern.map { pattern($0) }
        clauses.append(Catch(pattern: first, body: statements(of: clause.body.statements), offset: offset(of: clause)))
      }
      return one(.perform(statements(of: node.body.statements), catches: clauses))
    case .expressionStmt(let node): return [statement(of: node.expression)]
    case .forStmt(let node):
      let body = statements(of: node.body.statements)
      var loop = Loop(pattern: pattern(node.pattern), sequence: expression(node.sequence), body: body)
      if let filter = node.whereClause?.condition { loop.conditions = [.holds(expression(filter))] }
      return one(.loop(loop))
    case .whileStmt(let node):
      return one(.loop(Loop(conditions: conditions(of: node.conditions), body: statements(of: node.body.statements))))
    case .repeatStmt(let node):
      let condition = Condition.holds(expression(node.condition))
      return one(.loop(Loop(conditions: [condition], body: statements(of: node.body.statements), isRepeat: true)))
    case .guardStmt(let node):
      return one(.ensure(conditions(of: node.conditions), otherwise: statements(of: node.body.statements)))
    case .labeledStmt(let node): return statements(of: node.statement)
    case .returnStmt(let node): return one(.leave(node.expression.map { expression($0) }))
    case .throwStmt(let node): return one(.raise(expression(node.expression)))
    case .yieldStmt(let node):
      if case .single(let value) = node.yieldedExpressions { return [statement(of: value)] }
      return []
    default: return []
    }
  }

  // MARK: Patterns

  mutating func pattern(_ node: PatternSyntax) -> Pattern {
    switch node.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let node): return Pattern(names: [name(node.identifier)])
    case .tuplePattern(let node):
      var names: [String] = []
      for element in node.elements { names += pattern(element.pattern).names }
      return Pattern(names: names)
    case .valueBindingPattern(let node): return pattern(node.pattern)
    case .isTypePattern(let node):
      return Pattern(expression: Expression(.other("is " + text(of: node.type), []), at: offset(of: node)))
    case .expressionPattern(let node): return pattern(of: node.expression)
    // `_`, and a missing pattern.
    default: return Pattern(names: ["_"])
    }
  }

  /// Reads `.a(let b)`, `let .a(b)`, `b?`, or a value.
  private mutating func pattern(of node: ExprSyntax) -> Pattern {
    if let node = node.as(PatternExprSyntax.self) { return pattern(node.pattern) }
    if let node = node.as(OptionalChainingExprSyntax.self) { return pattern(of: node.expression) }
    if let node = node.as(FunctionCallExprSyntax.self), node.calledExpression.is(MemberAccessExprSyntax.self) {
      var names: [String] = []
      for argument in node.arguments { names += pattern(of: argument.expression).names }
      return Pattern(names: names, expression: expression(node.calledExpression))
    }
    if let node = node.as(TupleExprSyntax.self) {
      var names: [String] = []
      for element in node.elements { names += pattern(of: element.expression).names }
      return Pattern(names: names, expression: expression(ExprSyntax(node)))
    }
    if node.is(DiscardAssignmentExprSyntax.self) { return Pattern(names: ["_"]) }
    return Pattern(expression: expression(node))
  }
}
