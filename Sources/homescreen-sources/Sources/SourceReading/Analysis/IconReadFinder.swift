import AppSources

/// Finds where the code reads the current icon's name and compares it with texts.
///
/// The name is followed through the variables of the function that reads it, not further.
struct IconReadFinder {
  let program: Program
  let constants: Constants

  private static let name = "alternateIconName"
  private static let equalities: Set = ["==", "!=", "isEqual", "isEqualToString"]

  func find() -> [IconRead] {
    var found: [IconRead] = []
    var places: Set<SourcePlace> = []
    for number in program.routineNumbers(mentioning: [Self.name]) {
      let routine = program.routines[number]
      guard routine.body.contains({ $0.lastName == Self.name }) else { continue }
      var uses: [Use] = []
      look(routine.body, program.scope(of: number), &uses)
      for use in uses.sorted(by: { $0.offset < $1.offset }) {
        let place = program.place(use.offset, in: routine.file)
        // Closures of SwiftUI are visited twice.
        guard places.insert(place).inserted else { continue }
        found.append(
          IconRead(
            use.texts, primary: use.primary, isComplete: use.isComplete,
            function: routine.isProperty ? routine.function.name : routine.function.written, at: place))
      }
    }
    return found
  }

  private struct Use {
    let offset: UInt32
    var texts: [TextValue] = []
    var primary: TextValue?
    var isComplete = true
  }

  // MARK: The answer

  /// Where the name is read, and its replacement for nil.
  private struct Answer {
    let offset: UInt32
    var primary: Expression?
  }

  /// Returns the read that an expression is the result of; nil for any other expression.
  private func answer(_ expression: Expression, _ scope: Scope, depth: Int = 0) -> Answer? {
    guard depth < 8 else { return nil }
    let expression = expression.bare
    switch expression.form {
    case .member(let base, Self.name):
      return program.isApplication(base, in: scope) ? Answer(offset: expression.offset) : nil
    case .call(let callee, let arguments) where arguments.isEmpty && callee.lastName == Self.name:
      return answer(callee, scope, depth: depth + 1)
    case .binary("??", let left, let right):
      var found = answer(left, scope, depth: depth + 1)
      found?.primary = right
      return found
    case .name(let name):
      guard let value = scope.locals[name]?.value else { return nil }
      // In `if let name = name`, the value is the outer variable.
      var outer = scope
      outer.locals[name] = nil
      return answer(value, outer, depth: depth + 1)
    default: return nil
    }
  }

  // MARK: Looking

  private func look(_ body: [Statement], _ scope: Scope, _ uses: inout [Use]) {
    for statement in body {
      var scope = scope
      switch statement.form {
      case .choose(let subject, let cases):
        if let answer = answer(subject, scope) { note(answer, cases.flatMap(\.patterns), scope, &uses) }
      case .condition(let conditions, _, _), .ensure(let conditions, _):
        for case .matches(let pattern, let value) in conditions {
          if let answer = answer(value, scope) { note(answer, [pattern], scope, &uses) }
        }
      case .loop(let loop):
        for name in loop.pattern?.names ?? [] {
          scope.declare(name, type: loop.sequence.flatMap { type(ofAllCases: $0, scope) })
        }
      default: break
      }
      let inner = scope
      statement.parts({ look($0, inner, &uses) }, statements: { look($0, inner, &uses) })
    }
  }

  private func look(_ expression: Expression, _ scope: Scope, _ uses: inout [Use]) {
    judge(expression, scope, &uses)
    guard case .call(let callee, let arguments) = expression.form else {
      return expression.parts({ look($0, scope, &uses) }, statements: { look($0, scope, &uses) })
    }
    look(callee, scope, &uses)
    for argument in arguments {
      guard case .closure(let closure) = argument.value.form else {
        look(argument.value, scope, &uses)
        continue
      }
      var inner = scope
      for name in closure.parameters { inner.declare(name) }
      let name = closure.parameters.first ?? "$0"
      if let base = callee.base, isMapped(callee), answer(base, scope) != nil {
        inner.declare(name, value: base)
      } else {
        inner.declare(name, type: callee.base.flatMap { type(ofAllCases: $0, scope) })
      }
      look(closure.body, inner, &uses)
    }
  }

  /// Whether the call is `map` or `flatMap`, which pass the value of an optional to their closure.
  private func isMapped(_ callee: Expression) -> Bool { ["map", "flatMap"].contains(callee.lastName ?? "") }

  /// Returns `Choice` for `Choice.allCases`.
  private func type(ofAllCases expression: Expression, _ scope: Scope) -> String? {
    guard case .member(let base?, "allCases") = expression.form else { return nil }
    return program.typeName(of: base, in: scope)
  }

  /// Records uses of the name in the expression.
  private func judge(_ expression: Expression, _ scope: Scope, _ uses: inout [Use]) {
    switch expression.form {
    case .binary(let sign, let left, let right) where Self.equalities.contains(sign): compare(left, right, scope, &uses)
    case .binary("??", _, let right):
      guard let answer = answer(expression, scope), case .member(let base?, "rawValue") = right.bare.form,
        let type = program.typeName(of: base, in: scope)
      else { return }
      noteEnumeration(answer, type, isMade: false, scope, &uses)
    case .call(let callee, let arguments):
      guard arguments.count == 1, let argument = arguments.first else { return }
      if argument.label == "rawValue", let answer = answer(argument.value, scope) {
        noteEnumeration(answer, program.typeName(of: expression, in: scope), isMade: true, scope, &uses)
      } else if let base = callee.base, isMapped(callee), let answer = answer(base, scope),
        case .member(let type?, "init") = argument.value.bare.form
      {
        noteEnumeration(answer, program.typeName(of: type, in: scope), isMade: true, scope, &uses)
      } else if let base = callee.base, Self.equalities.contains(callee.lastName ?? "") {
        compare(base, argument.value, scope, &uses)
      }
    default: break
    }
  }

  private func compare(_ left: Expression, _ right: Expression, _ scope: Scope, _ uses: inout [Use]) {
    if let answer = answer(left, scope) {
      note(answer, constants.texts(of: right, in: scope), scope, &uses)
    } else if let answer = answer(right, scope) {
      note(answer, constants.texts(of: left, in: scope), scope, &uses)
    }
  }

  // MARK: Noting

  private func note(_ answer: Answer, _ patterns: [Pattern], _ scope: Scope, _ uses: inout [Use]) {
    let texts = patterns.compactMap(\.expression).flatMap { constants.texts(of: $0, in: scope) }
    note(answer, texts, scope, &uses)
  }

  /// Records an enumeration that is made from the name, or whose raw value replaces it; the type is nil if it is unknown.
  private func noteEnumeration(_ answer: Answer, _ type: String?, isMade: Bool, _ scope: Scope, _ uses: inout [Use]) {
    guard let type, let entry = program.type(named: type, from: scope.owner) else {
      return note(answer, [], isComplete: false, scope, &uses)
    }
    guard let values = constants.rawValues(of: type, from: scope.owner) else { return }
    // A custom initializer may accept more texts than the raw values.
    let isOwn = entry.routines.contains { number in
      let function = program.routines[number].function
      return function.name == "init" && function.parameters.map(\.label) == ["rawValue"]
    }
    note(answer, values.map(\.value), isComplete: !(isMade && isOwn), scope, &uses)
  }

  /// Records a use; comparisons with nil alone are ignored.
  private func note(
    _ answer: Answer, _ texts: [TextValue], isComplete: Bool = true, _ scope: Scope, _ uses: inout [Use]
  ) {
    let texts = texts.filter { $0 != .null }
    guard !texts.isEmpty || !isComplete else { return }
    let index = uses.firstIndex { $0.offset == answer.offset } ?? uses.endIndex
    if index == uses.endIndex { uses.append(Use(offset: answer.offset)) }
    for text in texts where !uses[index].texts.contains(text) { uses[index].texts.append(text) }
    if uses[index].primary == nil { uses[index].primary = answer.primary.map { constants.text(of: $0, in: scope) } }
    if !isComplete || texts.contains(where: { $0.literal == nil }) { uses[index].isComplete = false }
  }
}
