@testable import SourceReading

/// Facts as text, one statement per line, for expectations in tests.
enum Outline {
  /// The translated body of a method with these statements.
  static func body(_ code: String, before: String = "") -> String {
    let facts = ObjectiveCReader.facts(of: Array("\(before)\n@implementation A\n- (void)m {\n\(code)\n}\n@end".utf8))
    return facts.types.last?.functions.last?.body.map(text) ?? ""
  }

  static func text(_ body: [Statement]) -> String { body.map(text).joined(separator: "\n") }

  static func text(_ expression: Expression) -> String {
    switch expression.form {
    case .member(let base, let name): (base.map(text) ?? "") + ".\(name)"
    case .call(let callee, let arguments): "\(text(callee))(\(text(arguments)))"
    case .element(let base, let arguments): "\(text(base))[\(text(arguments))]"
    case .list(let all): "[\(all.map(text).joined(separator: ", "))]"
    case .dictionary(let all): "[\(all.map(text).joined(separator: ": "))]"
    case .closure(let closure): "{ \(closure.parameters.joined(separator: ", ")) in \(line(closure.body)) }"
    case .binary(let sign, let left, let right): "(\(text(left)) \(sign) \(text(right)))"
    case .assign(let sign, let left, let right): "\(text(left)) \(sign) \(text(right))"
    case .choice(let condition, let left, let right): "(\(text(condition)) ? \(text(left)) : \(text(right)))"
    case .cast(let inner, let word, let type): "(\(text(inner)) \(word) \(type))"
    case .unary(let sign, let inner): "\(sign)\(text(inner))"
    case .other(let name, let parts): "other \(name)(\(parts.map(text).joined(separator: ", ")))"
    case .block(let body): "({ \(line(body)) })"
    case .name, .text, .pieces, .number, .truth, .null, .tuple, .attempt, .wait, .selector: expression.written
    }
  }

  private static func text(_ arguments: [Argument]) -> String {
    arguments.map { ($0.label.map { "\($0): " } ?? "") + text($0.value) }.joined(separator: ", ")
  }

  private static func line(_ body: [Statement]) -> String { body.map(text).joined(separator: "; ") }

  private static func text(_ conditions: [Condition]) -> String {
    conditions.map { condition in
      switch condition {
      case .holds(let value): text(value)
      case .bind(let name, let value): "\(name) = \(value.map(text) ?? "?")"
      case .matches(_, let value): "matches \(text(value))"
      case .available(let versions): "available \(versions)"
      }
    }.joined(separator: ", ")
  }

  private static func text(_ statement: Statement) -> String {
    switch statement.form {
    case .expression(let value): text(value)
    case .declare(let pattern, let type, let value, let isLet):
      "\(isLet ? "let" : "var") \(pattern.names.joined(separator: " ")): \(type ?? "?")\(value.map { " = " + text($0) } ?? "")"
    case .function(let function): "func \(function.written)"
    case .condition(let conditions, let then, let otherwise):
      "if \(text(conditions)) { \(line(then)) }" + (otherwise.isEmpty ? "" : " else { \(line(otherwise)) }")
    case .ensure(let conditions, let otherwise): "guard \(text(conditions)) { \(line(otherwise)) }"
    case .choose(let subject, let cases):
      "switch \(text(subject)) { "
        + cases.map { item in
          let names = item.patterns.map { $0.expression.map(text) ?? "_" }.joined(separator: ", ")
          return "\(names.isEmpty ? "default" : names): \(line(item.body))"
        }.joined(separator: " | ") + " }"
    case .loop(let loop):
      "loop\(loop.isRepeat ? " once" : "") \(loop.pattern?.names.joined() ?? "") \(loop.sequence.map(text) ?? "") "
        + "\(text(loop.conditions)) { \(line(loop.body)) }"
    case .perform(let body, let catches):
      "do { \(line(body)) }"
        + catches.map { " catch \($0.pattern?.names.joined() ?? "") { \(line($0.body)) }" }.joined()
    case .later(let body): "defer { \(line(body)) }"
    case .leave(let value): "return" + (value.map { " " + text($0) } ?? "")
    case .raise(let value): "throw " + text(value)
    case .jump(let jump): "\(jump)"
    case .compiled(let branches, let isComplete):
      branches.map { "#if \($0.condition) { \(line($0.body)) }" }.joined(separator: " ")
        + (isComplete ? " complete" : "")
    }
  }
}
