import AppSources

/// Branches that do nothing with an event for now: they only end, log, or store it.
extension Follower {
  /// Whether statements do nothing for an event: they end, log, call the completion handler, or declare variables.
  func isIdle(_ body: some Collection<Statement>, _ around: Surroundings) -> Bool {
    guard firstDeed(in: body, of: around.scope.routine) == nil else { return false }
    return body.allSatisfy { statement in
      switch statement.form {
      case .jump(let jump): return jump != .through
      // A returned value may decide what the caller does.
      case .leave(let value): return value.map { resultIsIgnored && $0.isLiteral } ?? true
      case .declare(_, _, let value, _): return value?.isLiteral ?? true
      case .expression(let expression):
        guard case .call(let callee, let arguments) = expression.form else { return false }
        return program.onlyLogs(callee, arguments, in: around.scope.routine)
          || callee.lastName?.lowercased().contains("completion") == true
      case .function, .condition, .ensure, .choose, .loop, .perform, .later, .raise, .compiled: return false
      }
    }
  }

  /// Whether the last branch of `else if a == b` does nothing; other branches are compared themselves.
  func isIdleAtLast(_ otherwise: [Statement], _ around: Surroundings) -> Bool {
    guard otherwise.count == 1, case .condition(let conditions, _, let next) = otherwise[0].form,
      conditions.allSatisfy(\.isEquality)
    else { return isIdle(otherwise, around) }
    return isIdleAtLast(next, around)
  }

  /// Whether something is done for all events but the one that a condition compares: in the other branch, or after the
  /// branch if it leaves.
  func othersAct(
    _ conditions: [Condition], _ then: ArraySlice<Statement>, _ otherwise: ArraySlice<Statement>,
    _ rest: ArraySlice<Statement>, _ around: Surroundings
  ) -> Bool {
    func acts(_ statement: Statement) -> Bool {
      firstDeed(in: [statement], of: around.scope.routine) != nil || setsProperty(statement, around.scope)
    }
    guard conditions.count == 1, case .holds(let condition) = conditions[0] else { return false }
    let (named, others) = condition.isNegated ? (otherwise, then) : (then, otherwise)
    if !others.isEmpty {
      if case .condition? = others.first?.form, !condition.isNegated { return false }
      return others.contains(where: acts)
    }
    guard case .leave? = named.last?.form else { return false }
    return rest.contains { if case .expression = $0.form { acts($0) } else { false } }
  }

  /// Returns the first statement of a function that sets a property, a global variable or a member of an object.
  func setting(in number: Int) -> UInt32? {
    let scope = program.parameters(of: number)
    var found: UInt32?
    program.routines[number].body.visitStatements { if found == nil, setsProperty($0, scope) { found = $0.offset } }
    return found
  }

  private func setsProperty(_ statement: Statement, _ scope: Scope) -> Bool {
    guard case .expression(let expression) = statement.form, case .assign(_, let target, _) = expression.form else {
      return false
    }
    return target.base != nil || program.property(of: target, in: scope) != nil
  }

  /// Whether statements only store the event, or a part of it, for later.
  func isStoring(_ body: ArraySlice<Statement>, _ around: Surroundings) -> Bool {
    var stores = false
    return body.allSatisfy { statement in
      switch statement.form {
      case .leave(let value?): return value.isLiteral
      case .expression(let expression):
        if case .call(let callee, let arguments) = expression.form,
          ["async", "asyncAfter", "Task", "dispatch_async", "dispatch_after"].contains(callee.lastName ?? "")
        {
          stores = arguments.compactMap(\.value.closure).contains { isStoring($0.body[...], around) }
          return stores
        }
        if let entry = slot(setBy: expression, around), program.reading(of: entry) != .watched {
          stores = true
          return true
        }
        guard case .assign("=", let target, let value) = expression.form else { return isIdle([statement], around) }
        if case .name(let name) = target.form, around.scope.locals[name] != nil, value.isLiteral { return true }
        guard let entry = program.property(of: target, in: around.scope) else { return isIdle([statement], around) }
        let known = content(of: value, around) ?? source(of: value, around)?.part()
        stores =
          known.map { isSlot(entry, for: $0, isAlone: true) }
          ?? (value.isConstant && program.reading(of: entry) != .watched)
        return stores
      default: return isIdle([statement], around)
      }
    } && stores
  }

  /// Whether a branch does nothing with an event for now, or makes no value from it.
  func isQuiet(_ body: [Statement], _ around: Surroundings) -> Bool {
    isIdle(body, around) || isStoring(body[...], around) || makesNothing(body)
  }

  /// Whether a branch in a function that makes a value to store makes none.
  func makesNothing(_ body: [Statement]) -> Bool {
    guard made != nil, case .leave(let value?)? = body.last?.form else { return false }
    return value.isNull
  }

  /// Whether statements return a value or do something, besides giving a quick action to functions that are followed.
  func isActing(_ body: ArraySlice<Statement>, _ around: Surroundings) -> Bool {
    let others = body.filter { statement in
      guard case .expression(let expression) = statement.form, case .call(let callee, let arguments) = expression.form,
        arguments.contains(where: { content(of: $0.value, around)?.subject == .shortcutItem }),
        arguments.allSatisfy({ !$0.value.contains { if case .call = $0.form { true } else { false } } })
      else { return true }
      return program.target(of: callee, arguments, in: around.scope, byNameAlone: false) == nil
    }
    var returns = false
    others.visitStatements { if case .leave(let value?) = $0.form, !value.isLiteral { returns = true } }
    return returns || firstDeed(in: others, of: around.scope.routine) != nil
  }

  /// Whether a call only makes a value of a type of the files from a quick action, and nothing in the rest uses it.
  func isUnused(_ value: Expression, _ rest: ArraySlice<Statement>, _ around: Surroundings) -> Bool {
    guard case .call(let callee, let arguments) = value.bare.form, !isActing, source(of: value, around) != nil,
      program.isTypeName(callee.lastName ?? ""), rest.allSatisfy({ isIdle([$0], around) || $0.isClear })
    else { return false }
    let target = program.target(of: callee, arguments, in: around.scope, byNameAlone: false)
    return target.map { firstDeed(in: program.routines[$0].body, of: $0) == nil } ?? true
  }

  /// Evaluates a value. If it is only stored, or unused, the comparisons that make it do not handle the event yet.
  func evaluateMade(
    _ value: Expression, _ around: inout Surroundings, _ context: Context, isStored: Bool
  ) -> LaunchValue? {
    guard isStored, made == nil, let source = source(of: value, around),
      !isActing || source.store == nil && !value.isRawValue
    else { return evaluate(value, &around, context) }
    made = [:]
    defer { made = nil }
    var known = evaluate(value, &around, context)
    known?.made = made?[.shortcutItem]
    if source.store != nil { emit(.read, source, at: value.offset, context, around, function: routineName(around)) }
    return known
  }

  /// Notes a comparison that decides which value is made to store; returns false for others.
  func note(_ comparison: Comparison?, inMakingOf subject: HandlerStep.Subject) -> Bool {
    guard made != nil, let comparison else { return false }
    made?[subject, default: comparison].add(comparison)
    return true
  }

  /// Returns the variables of conditions that a function makes from a quick action, if the statements only store them.
  func names(
    of conditions: [Condition], storedBy body: ArraySlice<Statement>, _ around: Surroundings
  ) -> Set<String> {
    var names: Set<String> = []
    for case .bind(let name, let value?) in conditions {
      guard let source = source(of: value, around), source.store == nil || !isActing else { continue }
      var inner = around
      inner.values[name] = source.part()
      inner.scope.declare(name, value: value)
      if isStoring(body, inner) { names.insert(name) }
    }
    return names
  }

  /// Returns the quick action from which a call makes a value, if the called function does nothing else.
  func source(of value: Expression, _ around: Surroundings) -> LaunchValue? {
    guard case .call(let callee, let arguments) = value.bare.form,
      let known = arguments.lazy.compactMap({ self.content(of: $0.value, around) }).first,
      known.subject == .shortcutItem
    else { return nil }
    if let target = program.target(of: callee, arguments, in: around.scope, byNameAlone: false) {
      return program.onlyMakes(target) ? known : nil
    }
    let type = value.isRawValue ? program.type(named: callee.lastName ?? "", from: around.scope.owner)?.name : nil
    return type.flatMap { constants.rawValues(of: $0, from: around.scope.owner) } == nil ? nil : known
  }

  /// Whether a `switch` over a stored case of an enumeration does something for each case.
  func isEveryCaseActive(_ cases: [Case], of subject: Expression, _ around: Surroundings) -> Bool {
    guard let type = program.typeName(of: subject, in: around.scope).flatMap({ program.type(named: $0) }),
      type.kind == .enum, cases.allSatisfy({ $0.filter == nil && !isQuiet($0.body, around) })
    else { return false }
    let named = Set(cases.flatMap(\.patterns).compactMap { $0.expression?.implicitMember ?? $0.expression?.lastName })
    return cases.contains(where: \.takesOthers) || type.cases.allSatisfy { named.contains($0.value.name) }
  }

  /// Returns the property that a call of a function sets to a constant, if the function does nothing else.
  func slot(setBy expression: Expression, _ around: Surroundings) -> Program.PropertyEntry? {
    guard case .call(let callee, let arguments) = expression.form, arguments.allSatisfy(\.value.isConstant),
      let number = program.target(of: callee, arguments, in: around.scope, byNameAlone: false),
      case .expression(let only)? = program.routines[number].body.first?.form,
      case .assign("=", let target, let value) = only.form, program.routines[number].body.count == 1,
      value.isConstant || program.parameters(of: number).locals[value.written] != nil
    else { return nil }
    return program.property(of: target, in: program.parameters(of: number))
  }

  /// Records that a branch for an event only stores a constant for a later action.
  func keep(
    _ subject: HandlerStep.Subject, in entry: Program.PropertyEntry, at offset: UInt32, _ around: Surroundings,
    _ context: Context
  ) {
    emit(.keep, LaunchValue(.event(subject), isCertain: true), at: offset, context, around, store: entry.identifier)
    guard program.reading(of: entry) == .never else { return }
    let spot = place(offset, around)
    writes.append(StoreUse(identifier: entry.identifier, subject: subject, place: spot, entry: entry))
  }

  /// Whether a local alert gets a button made from an event, so that it is made from the event, too.
  func isMade(_ alert: Expression?, from button: LaunchValue?, _ around: inout Surroundings) -> Bool {
    guard case .name(let name)? = alert?.form, around.scope.locals[name] != nil, let button else { return false }
    around.values[name] = around.values[name] ?? button
    return true
  }

  /// Returns the truths that an own function returned when it was called last; nil for other values.
  func flags(returnedBy call: Expression?) -> [(value: Bool, condition: HandlerStep.Condition)]? {
    guard case .call(let callee, _)? = call?.form, let (name, values) = calledReturns, callee.lastName == name,
      !values.isEmpty, values.allSatisfy({ $0.kind == .yes || $0.kind == .no })
    else { return nil }
    return values.map { ($0.kind == .yes, $0.condition) }
  }

  /// Whether only the system's completion handler gets a result, which ignores it: `done(handled)`.
  func isOnlyReported(_ names: [String], in rest: ArraySlice<Statement>) -> Bool {
    guard names.count == 1, stack.count == 1 else { return false }
    var reported: Set<UInt32> = []
    var isOnly = true
    Array(rest).visit { expression in
      if case .call(let callee, let arguments) = expression.form,
        callee.lastName?.lowercased().contains("completion") == true
      {
        for argument in arguments { argument.value.visit { reported.insert($0.offset) } }
      }
      if expression.lastName == names[0], !reported.contains(expression.offset) { isOnly = false }
    }
    return isOnly
  }

  /// Returns the conditions without those before them that only take an event: `if let item = options.shortcutItem`.
  func tests(of conditions: [Condition], _ around: Surroundings) -> ArraySlice<Condition> {
    let tests = conditions.drop { condition in
      guard case .bind(let name, let other) = condition else { return false }
      let value = other ?? Expression(.name(name), at: 0)
      return (content(of: value, around) ?? stored(value, around))?.isWhole == true
    }
    return tests.isEmpty ? conditions[...] : tests
  }

  /// Whether a condition asks whether a function can make something of an event: `if let route = Route(url)`.
  func isParsing(_ condition: Condition, _ around: Surroundings) -> Bool {
    guard case .bind(_, let value?) = condition, case .call(_, let arguments) = value.bare.form else { return false }
    let events = Set(around.values.filter { $0.value.subject != nil }.keys)
    return arguments.contains { !$0.value.isClosure && $0.value.mentions(events) }
  }

  /// Returns the event, or the part of it, in an expression without calls.
  func content(of value: Expression, _ around: Surroundings) -> LaunchValue? {
    switch value.form {
    case .name(let name): around.values[name]
    case .member(let base?, let name): content(of: base, around)?.member(name)
    case .element(let base, _): content(of: base, around)?.element
    case .cast(let inner, _, _), .attempt(let inner, _): content(of: inner, around)
    default: nil
    }
  }

  /// Returns the cases of a `switch` or an `if` over one of these variables, if the other statements do nothing for an
  /// event.
  func cases(of names: [String], in rest: ArraySlice<Statement>, _ around: Surroundings) -> [Case] {
    guard !names.isEmpty else { return [] }
    var found: [Case] = []
    let isOnly = rest.allSatisfy { statement in
      switch statement.form {
      case .choose(let subject, let cases):
        guard found.isEmpty, case .name(let name) = subject.form, names.contains(name) else { return false }
        found = cases
        return true
      case .condition(let conditions, let then, let otherwise):
        guard found.isEmpty, conditions.count == 1, case .holds(let condition) = conditions[0],
          case .binary("==", let left, let right) = condition.form, case .name(let name) = left.form,
          names.contains(name)
        else { return false }
        let others = self.cases(of: names, in: otherwise[...], around)
        found = [Case(patterns: [Pattern(expression: right)], body: then, offset: right.offset)]
        found += others.isEmpty ? [Case(patterns: [], body: otherwise, offset: statement.offset)] : others
        return true
      case .leave(let value?): return value.isLiteral
      default: return isIdle([statement], around)
      }
    }
    return isOnly ? found : []
  }

  /// Returns what the coming `switch` does for a case of an enumeration: nothing for now, or its first deed.
  func plan(for name: String, _ around: Surroundings) -> (isIdle: Bool, deed: UInt32?) {
    let cases = upcoming.depth == stack.count ? upcoming.cases : []
    guard
      let own = cases.first(where: { $0.patterns.contains { $0.expression?.lastName == name } && $0.filter == nil })
        ?? cases.first(where: \.takesOthers)
    else { return (false, nil) }
    return (isQuiet(own.body, around), deed(in: own.body, around))
  }
}

extension Case {
  /// Whether the case takes whatever the other cases leave: `default:`, `case let other:`.
  var takesOthers: Bool {
    patterns.isEmpty || filter == nil && patterns.contains { $0.expression == nil && !$0.names.isEmpty }
  }

  /// Whether an unknown condition alone chooses the case: `case _ where isKnown(scheme):`.
  var isFiltered: Bool { filter != nil && patterns.contains { $0.expression == nil } }
}

extension Statement {
  /// Whether the statement sets something to nil.
  fileprivate var isClear: Bool {
    if case .expression(let expression) = form, case .assign("=", _, let value) = expression.form {
      value.isNull
    } else {
      false
    }
  }
}

extension Expression {
  /// Whether the expression makes a value from a text: `Kind(rawValue: text)`.
  fileprivate var isRawValue: Bool {
    if case .call(_, let arguments) = bare.form { arguments.first?.label == "rawValue" } else { false }
  }

  fileprivate var isNegated: Bool {
    switch form {
    case .unary("!", _), .binary("!=", _, _): true
    default: false
    }
  }

  /// Whether the call never returns: `fatalError()`.
  var isEnding: Bool {
    guard case .call(let callee, _) = form, case .name(let name) = callee.form else { return false }
    return Vocabulary.endings.contains(name)
  }

  /// The test of a part of a text: `type.hasPrefix("com.")`.
  var partTest: (method: String, text: String)? {
    guard case .call(let callee, let arguments) = bare.form, arguments.count == 1, let name = callee.lastName,
      ["hasPrefix", "hasSuffix", "contains", "starts"].contains(name), case .text(let text) = arguments[0].value.form
    else { return nil }
    return (name, text)
  }

  /// Whether the expression always has the same value: a literal, or a case such as `.list` and `Page.list(1)`.
  var isConstant: Bool {
    switch form {
    case .text, .number, .truth: true
    case .member(let base, _): base.map { $0.lastName?.first?.isUppercase == true && $0.base == nil } ?? true
    case .call(let callee, let arguments):
      if case .member = callee.form { callee.isConstant && arguments.allSatisfy(\.value.isConstant) } else { false }
    default: false
    }
  }

  var isLiteral: Bool {
    switch form {
    case .text, .number, .truth, .null: true
    default: false
    }
  }
}

extension Condition {
  /// The variables that the condition declares.
  var names: [String] {
    switch self {
    case .bind(let name, _): [name]
    case .matches(let pattern, _): pattern.names
    case .holds, .available: []
    }
  }

  /// Whether the condition only holds if texts are equal: `a == b`, or several of these joined by `||`.
  var isEquality: Bool { equalityCount > 0 }

  var isInequality: Bool {
    if case .holds(let expression) = self, case .binary("!=", _, _) = expression.form { true } else { false }
  }

  /// The number of texts that are compared; 0 if the condition is about something else, too.
  var equalityCount: Int {
    guard case .holds(let expression) = self else { return 0 }
    return expression.equalityCount
  }
}

extension Expression {
  var equalityCount: Int {
    switch form {
    case .binary("==", _, _): 1
    case .binary("||", let left, let right):
      left.equalityCount * right.equalityCount == 0 ? 0 : left.equalityCount + right.equalityCount
    case .call(let callee, _): callee.lastName == "isEqualToString" || callee.lastName == "isEqual" ? 1 : 0
    default: 0
    }
  }
}
