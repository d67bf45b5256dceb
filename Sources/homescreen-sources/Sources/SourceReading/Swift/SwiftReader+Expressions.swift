import SwiftParser
import SwiftSyntax

extension SwiftReader {
  mutating func expression(_ node: ExprSyntax) -> Expression {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else {
      facts.troubles.append(.init(offset: offset(of: node), isDepth: true))
      return Expression(.other("…", []), at: offset(of: node))
    }
    switch node.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node):
      let base = node.base.map { expression($0) }
      return Expression(.member(base, name(node.declName.baseName)), at: offset(of: node.declName))
    case .functionCallExpr(let node): return call(node)
    case .declReferenceExpr(let node): return Expression(.name(name(node.baseName)), at: offset(of: node))
    case .superExpr: return Expression(.name("super"), at: offset(of: node))
    case .optionalChainingExpr(let node): return expression(node.expression)
    case .forceUnwrapExpr(let node): return expression(node.expression)
    case .genericSpecializationExpr(let node): return expression(node.expression)
    case .borrowExpr(let node): return expression(node.expression)
    case .consumeExpr(let node): return expression(node.expression)
    case .copyExpr(let node): return expression(node.expression)
    case .unsafeExpr(let node): return expression(node.expression)
    case .packElementExpr(let node): return expression(node.pack)
    case .packExpansionExpr(let node): return expression(node.repetitionPattern)
    case .stringLiteralExpr(let node): return text(node)
    case .closureExpr(let node): return Expression(.closure(closure(node)), at: offset(of: node))
    case .sequenceExpr(let node): return fold(Array(node.elements))
    default: return rareExpression(node)
    }
  }

  private mutating func rareExpression(_ node: ExprSyntax) -> Expression {
    let start = offset(of: node)
    func one(_ form: Expression.Form) -> Expression { Expression(form, at: start) }
    switch node.as(ExprSyntaxEnum.self) {
    case .arrayExpr(let node): return one(.list(node.elements.map { expression($0.expression) }))
    case .dictionaryExpr(let node):
      guard case .elements(let elements) = node.content else { return one(.dictionary([])) }
      var all: [Expression] = []
      for element in elements { all += [expression(element.key), expression(element.value)] }
      return one(.dictionary(all))
    case .tupleExpr(let node):
      let elements = node.elements.map { Argument($0.label?.text, expression($0.expression)) }
      if elements.count == 1, elements[0].label == nil { return elements[0].value }
      return one(.tuple(elements))
    case .booleanLiteralExpr(let node): return one(.truth(node.literal.tokenKind == .keyword(.true)))
    case .nilLiteralExpr: return one(.null)
    case .integerLiteralExpr(let node): return one(.number(node.literal.text))
    case .floatLiteralExpr(let node): return one(.number(node.literal.text))
    case .tryExpr(let node):
      return one(.attempt(expression(node.expression), "try" + (node.questionOrExclamationMark?.text ?? "")))
    case .awaitExpr(let node): return one(.wait(expression(node.expression)))
    case .subscriptCallExpr(let node):
      let base = expression(node.calledExpression)
      return Expression(.element(base, arguments(node.arguments)), at: base.offset)
    case .prefixOperatorExpr(let node): return one(.unary(node.operator.text, expression(node.expression)))
    case .postfixOperatorExpr(let node): return expression(node.expression)
    case .inOutExpr(let node): return one(.unary("&", expression(node.expression)))
    case .asExpr(let node):
      let word = "as" + (node.questionOrExclamationMark?.text ?? "")
      return one(.cast(expression(node.expression), word, text(of: node.type)))
    case .isExpr(let node): return one(.cast(expression(node.expression), "is", text(of: node.type)))
    case .ternaryExpr(let node):
      return one(.choice(expression(node.condition), expression(node.thenExpression), expression(node.elseExpression)))
    case .infixOperatorExpr(let node):
      return join(expression(node.leftOperand), node.operator.trimmedDescription, expression(node.rightOperand))
    case .ifExpr, .switchExpr: return one(.block([statement(of: node)]))
    case .macroExpansionExpr(let node): return macro(node)
    case .postfixIfConfigExpr(let node): return postfix(node)
    case .discardAssignmentExpr: return one(.name("_"))
    case .typeExpr(let node): return one(.name(text(of: node.type)))
    case .keyPathExpr(let node):
      // Members of unknown values: the types are not inferred.
      let parts = node.components.compactMap { part -> Expression? in
        guard case .property(let member) = part.component else { return nil }
        return one(.member(one(.name("\\")), name(member.declName.baseName)))
      }
      return one(.other(node.trimmedDescription, parts))
    case .regexLiteralExpr, .simpleStringLiteralExpr, .patternExpr, .missingExpr, .editorPlaceholderExpr:
      return one(.other(node.trimmedDescription, []))
    default: return one(.other("", []))
    }
  }

  // MARK: Calls

  private mutating func arguments(_ list: LabeledExprListSyntax) -> [Argument] {
    list.map { Argument($0.label.map { name($0) }, expression($0.expression)) }
  }

  private mutating func call(_ node: FunctionCallExprSyntax) -> Expression {
    let callee = expression(node.calledExpression)
    var arguments = arguments(node.arguments)
    if let closure = node.trailingClosure {
      arguments.append(Argument(nil, Expression(.closure(self.closure(closure)), at: offset(of: closure))))
    }
    for element in node.additionalTrailingClosures {
      let value = Expression(.closure(closure(element.closure)), at: offset(of: element.closure))
      arguments.append(Argument(element.label.text, value))
    }
    return Expression(.call(callee, arguments), at: callee.offset)
  }

  private mutating func closure(_ node: ClosureExprSyntax) -> Closure {
    var parameters: [String] = []
    if case .simpleInput(let list) = node.signature?.parameterClause {
      parameters = list.map { name($0.name) }
    } else if case .parameterClause(let clause) = node.signature?.parameterClause {
      parameters = clause.parameters.map { name($0.secondName ?? $0.firstName) }
    }
    let attributes = node.signature.map { names(of: $0.attributes) } ?? []
    return Closure(parameters: parameters, body: statements(of: node.statements), attributes: attributes)
  }

  /// Reads a macro: `#selector` keeps the name; of others only the arguments are known.
  private mutating func macro(_ node: MacroExpansionExprSyntax) -> Expression {
    let start = offset(of: node)
    if node.macroName.text == "selector", let argument = node.arguments.first?.expression {
      let text = argument.trimmedDescription
      var end = text.utf8.startIndex
      // Labels may contain points, but not before the parenthesis.
      for index in text.utf8.indices {
        if text.utf8[index] == UInt8(ascii: "(") { break }
        if text.utf8[index] == UInt8(ascii: ".") { end = text.utf8.index(after: index) }
      }
      return Expression(.selector(String(text[end...])), at: start)
    }
    return Expression(.other("#" + node.macroName.text, arguments(node.arguments).map(\.value)), at: start)
  }

  /// Reads `view #if DEBUG .a() #endif`: the base, and the suffixes of the branches.
  private mutating func postfix(_ node: PostfixIfConfigExprSyntax) -> Expression {
    let base = node.base.map { expression($0) }
    var parts = base.map { [$0] } ?? []
    for clause in node.config.clauses {
      if case .postfixExpression(let inner) = clause.elements { parts.append(expression(inner)) }
    }
    return Expression(.other("#if", parts), at: offset(of: node))
  }

  private mutating func text(_ node: StringLiteralExprSyntax) -> Expression {
    let start = offset(of: node)
    if let only = node.segments.first, node.segments.count == 1, case .stringSegment(let segment) = only,
      node.openingPounds == nil, !segment.content.text.utf8.contains(UInt8(ascii: "\\"))
    {
      return Expression(.text(segment.content.text), at: start)
    }
    if let value = node.representedLiteralValue { return Expression(.text(value), at: start) }
    var parts: [Expression] = []
    for segment in node.segments {
      if case .stringSegment(let segment) = segment {
        let text = segment.content.text
        if !text.isEmpty { parts.append(Expression(.text(text), at: offset(of: segment))) }
      } else if case .expressionSegment(let segment) = segment {
        parts += segment.expressions.map { expression($0.expression) }
      }
    }
    return Expression(.pieces(parts), at: start)
  }
}
