import SwiftSyntax

/// Applies operator precedence, as in `a = b ?? c == d`. Operators of the standard library have their own precedence;
/// that of all others is between comparison and addition.
extension SwiftReader {
  private enum Infix {
    case binary(String)
    case choice(Expression)
    case cast(String)
  }

  mutating func fold(_ elements: [ExprSyntax]) -> Expression {
    var operands: [Expression] = []
    var operators: [(infix: Infix, strength: Int)] = []
    var index = 0
    while index < elements.count {
      let element = elements[index]
      index += 1
      switch element.as(ExprSyntaxEnum.self) {
      case .binaryOperatorExpr(let node):
        push(.binary(node.operator.text), Self.strength(of: node.operator.text), &operands, &operators)
      case .assignmentExpr: push(.binary("="), 1, &operands, &operators)
      case .arrowExpr: push(.binary("->"), 6, &operands, &operators)
      case .unresolvedTernaryExpr(let node):
        let middle = expression(node.thenExpression)
        push(.choice(middle), 2, &operands, &operators)
      case .unresolvedAsExpr(let node):
        push(.cast("as" + (node.questionOrExclamationMark?.text ?? "")), 8, &operands, &operators)
      case .unresolvedIsExpr: push(.cast("is"), 8, &operands, &operators)
      default: operands.append(expression(element))
      }
    }
    while let last = operators.popLast() { apply(last.infix, &operands) }
    return operands.last ?? Expression(.other("", []), at: 0)
  }

  private func push(
    _ infix: Infix, _ strength: Int, _ operands: inout [Expression],
    _ operators: inout [(infix: Infix, strength: Int)]
  ) {
    // Assignments, `? :` and `??` are right-associative.
    let isRight = strength <= 2 || strength == 7
    while let last = operators.last, last.strength > strength || last.strength == strength && !isRight {
      operators.removeLast()
      apply(last.infix, &operands)
    }
    operators.append((infix, strength))
  }

  private func apply(_ infix: Infix, _ operands: inout [Expression]) {
    guard let right = operands.popLast(), let left = operands.popLast() else { return }
    switch infix {
    case .binary(let sign): operands.append(join(left, sign, right))
    case .choice(let middle): operands.append(Expression(.choice(left, middle, right), at: left.offset))
    case .cast(let word):
      var type = ""
      if case .name(let name) = right.form { type = name }
      operands.append(Expression(.cast(left, word, type), at: left.offset))
    }
  }

  func join(_ left: Expression, _ sign: String, _ right: Expression) -> Expression {
    let isAssignment = sign == "=" || sign.count > 1 && sign.hasSuffix("=") && Self.strength(of: sign) == 1
    return Expression(isAssignment ? .assign(sign, left, right) : .binary(sign, left, right), at: left.offset)
  }

  private static func strength(of sign: String) -> Int {
    switch sign {
    case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*=": 1
    case "||": 3
    case "&&": 4
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": 5
    case "??": 7
    case "...", "..<": 9
    case "+", "-", "&+", "&-", "|", "^": 11
    case "*", "/", "%", "&*", "&": 12
    case "<<", ">>", "&<<", "&>>": 13
    default: 6
    }
  }
}
