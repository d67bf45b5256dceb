import AppSources

extension Follower {
  /// Runs statements in order; the condition of a `guard` holds for the rest.
  ///
  /// - Parameter isBranch: whether a comparison of an event chooses the statements.
  func run(
    _ body: [Statement], _ surroundings: inout Surroundings, _ context: Context, isBranch: Bool = false
  ) -> Exit {
    var context = context
    let outer = (isStoringBranch, isActing)
    defer { (isStoringBranch, isActing) = outer }
    var hasAction = surroundings.hasAction || context.given == .shortcutItem
    isActing = hasAction && (isActing || isActing(body[...], surroundings))
    isStoringBranch = isBranch && isStoring(body[...], surroundings)
    // A local function can be called above its declaration.
    for case .function(let function) in body.map(\.form) { surroundings.functions[function.name] = function }
    for (index, statement) in body.enumerated() {
      let rest = body[(index + 1)...]
      if !hasAction, surroundings.hasAction || context.given == .shortcutItem {
        (hasAction, isActing) = (true, isActing(body[index...], surroundings))
      }
      (upcoming, stored) = (([], stack.count), [])
      switch statement.form {
      case .ensure(let conditions, let otherwise):
        let isIdle = isIdle(rest, surroundings) || conditions.allSatisfy(\.isEquality) && isStoring(rest, surroundings)
        let other = self.isIdle(otherwise, surroundings) ? nil : deed(in: otherwise, surroundings)
        branch = (effect(in: rest, of: surroundings.scope.routine), other, isIdle, stack.count)
        otherBranchActs = othersAct(conditions, rest, otherwise[...], [], surroundings)
        stored = names(of: conditions, storedBy: rest, surroundings)
        upcoming.cases = cases(of: conditions.flatMap(\.names), in: rest, surroundings)
      case .declare(let pattern, _, let value?, let isLet):
        if isLet { branch = (deed(decidedBy: pattern.names, in: rest, surroundings), nil, false, stack.count) }
        stored = names(of: pattern.names.map { .bind($0, value) }, storedBy: rest, surroundings)
        if isUnused(value, rest, surroundings) { stored.formUnion(pattern.names) }
        upcoming.cases = cases(of: pattern.names, in: rest, surroundings)
      case .condition(let conditions, let then, let otherwise):
        otherBranchActs = othersAct(conditions, then[...], otherwise[...], rest, surroundings)
        stored = isIdle(otherwise, surroundings) ? names(of: conditions, storedBy: then[...], surroundings) : []
        upcoming.cases = cases(of: conditions.flatMap(\.names), in: then[...], surroundings)
      case .choose(_, let cases): upcoming.cases = cases
      default: break
      }
      conditionOffset = statement.offset
      let exit = run(statement, followedBy: rest, &surroundings, &context)
      if case .ensure(let conditions, _) = statement.form, conditions.allSatisfy(\.isEquality),
        !context.compared.isEmpty
      {
        isStoringBranch = isStoring(rest, surroundings)
      }
      if case .declare = statement.form { branch.deed = nil }
      if exit != .falls { return exit }
    }
    return .falls
  }

  private func run(
    _ statement: Statement, followedBy rest: ArraySlice<Statement>, _ around: inout Surroundings,
    _ context: inout Context
  ) -> Exit {
    switch statement.form {
    case .expression(let expression):
      isStatement = true
      evaluate(expression, &around, context)
      return expression.isEnding ? .leaves : .falls
    case .declare(let pattern, let type, let value, let isLet):
      isStatement = value != nil && isOnlyReported(pattern.names, in: rest)
      declare(pattern, type, value, isLet, &around, context)
      return .falls
    case .function: return .falls
    case .condition(let conditions, let then, let otherwise):
      // After `if … { return }`, the other branch is all that follows.
      var other = isIdle(otherwise, around) ? nil : deed(in: otherwise, around)
      if otherwise.isEmpty, case .leave = then.last?.form { other = effect(in: rest, of: around.scope.routine) }
      branch = (deed(in: then, around), other, false, stack.count)
      return choose(conditions, then, otherwise, &around, &context)
    case .ensure(let conditions, let otherwise):
      var other = around
      let (yes, no) = testTypes(conditions, &around, context)
      (branch.deed, branch.other, branch.isIdle, otherBranchActs) = (nil, nil, false, false)
      _ = run(otherwise, &other, no)
      context = yes
      return .falls
    case .choose(let subject, let cases): return choose(subject, cases, &around, context)
    case .loop(let loop):
      var inner = around
      var inside = context
      let value = loop.sequence.flatMap { evaluate($0, &inner, context) }
      if case .events(let subject) = value?.kind {
        inside = context.whenGiven(subject, store: value?.store)
        for name in loop.pattern?.names ?? [] {
          inner.values[name] = LaunchValue(.event(subject), isCertain: true, store: value?.store)
        }
      } else {
        for name in loop.pattern?.names ?? [] {
          inner.values[name] = value?.part()
          inner.scope.declare(name)
        }
        inside = test(loop.conditions, &inner, context).yes
        if !loop.isRepeat { inside = doubted(inside, at: statement.offset, around) }
      }
      _ = run(loop.body, &inner, inside)
      return .falls
    case .perform(let body, let catches):
      let exit = run(body, &around, context)
      for clause in catches {
        var inner = around
        for name in clause.pattern?.names ?? [] { inner.values[name] = nil }
        _ = run(clause.body, &inner, context.sometimes)
      }
      return catches.isEmpty ? exit : .falls
    case .later(let body):
      var inner = around
      runLater(body, &inner, context)
      return .falls
    case .leave(let value):
      (isStatement, calledReturns) = (resultIsIgnored && value != nil, nil)
      results.append(value.flatMap { evaluate($0, &around, context) })
      if context.closureDepth == 0, let value { noteReturn(value, statement.offset, around, context) }
      return .leaves
    case .raise(let value):
      evaluate(value, &around, context)
      return .leaves
    case .jump(let jump): return jump == .through ? .falls : .breaks
    case .compiled(let branches, let isComplete):
      var exits: [Exit] = []
      for branch in branches {
        var inner = around
        exits.append(run(branch.body, &inner, context))
        around.values.merge(inner.values) { _, new in new }
        around.scope.locals.merge(inner.scope.locals) { _, new in new }
      }
      return isComplete && exits.allSatisfy { $0 == .leaves } ? .leaves : .falls
    }
  }

  private func choose(
    _ conditions: [Condition], _ then: [Statement], _ otherwise: [Statement], _ around: inout Surroundings,
    _ context: inout Context
  ) -> Exit {
    var inner = around
    let spot = place(conditionOffset, around)
    let isEquality = tests(of: conditions, around).allSatisfy(\.isEquality)
    branch.isIdle =
      isEquality
      && (isIdle(then, around) && isIdleAtLast(otherwise, around) || isStoring(then[...], around) || makesNothing(then))
    let isIdle = otherwise.isEmpty && then.allSatisfy(\.isLog)
    let outer = narrowings
    let (yes, no) = testTypes(conditions, &inner, context, isIdle: isIdle)
    (branch.deed, branch.other, branch.isIdle, otherBranchActs) = (nil, nil, false, false)
    let before = steps.count { $0.action.isEffective }
    let isCompared = isEquality && (yes.compared, yes.only) != (context.compared, context.only)
    let own = narrowings.filter { outer[$0] != $1 }
    narrowings = outer
    let start = effects
    let first = run(then, &inner, yes, isBranch: isCompared)
    let middle = effects
    // What decides in a branch that leaves decides nothing for the events that do not go there.
    if first == .leaves, otherwise.isEmpty, conditions.contains(where: { isParsing($0, around) }) {
      for (subject, narrowing) in narrowings where narrowing != outer[subject] {
        narrowings[subject] = Narrowing(place: spot, depth: narrowing.depth)
      }
    }
    noteDeed(in: then, inner, yes, context, since: before)
    merge(inner.flags, into: &around)
    var other = around
    let inThen = narrowings
    narrowings = outer
    let second = run(otherwise, &other, no)
    merge(other.flags, into: &around)
    let inElse = narrowings.filter { outer[$0] != $1 }
    narrowings = inThen.merging(inElse) { $0.depth <= $1.depth ? $0 : $1 }
    for (subject, narrowing) in own {
      let (count, all) = (middle[subject]?.count ?? 0, effects[subject] ?? [])
      let isInBoth = count > start[subject]?.count ?? 0 && count < all.count
      let inner = narrowings[subject] == outer[subject] ? nil : narrowings[subject]
      if isInBoth {
        // If both branches do something with the event, what the other one does decides more than this condition.
        let deed =
          if case .condition? = otherwise.first?.form { place(otherwise[0].offset, around) } else { all[count] }
        narrowings[subject] = inElse[subject] ?? Narrowing(place: deed, depth: narrowing.depth)
      } else if inner.map({ narrowing.depth <= $0.depth }) ?? true {
        narrowings[subject] = narrowing
      }
    }
    return join((first, yes), (second, no), &context)
  }

  /// Tests conditions, and notes for which types of events alone they hold.
  private func testTypes(
    _ conditions: [Condition], _ around: inout Surroundings, _ context: Context, isIdle: Bool = false
  ) -> (yes: Context, no: Context) {
    let outer = tested
    defer { tested = outer }
    tested = []
    var (yes, no) = test(conditions, &around, context, isIdle: isIdle)
    let own = tested.filter { $0.depth == stack.count }
    // Only if the condition compares nothing else, its texts are all the types of the branch.
    let tests = tests(of: conditions, around)
    if tests.count == 1, let subject = own.first?.subject, own.count == tests.first?.equalityCount,
      own.allSatisfy({ $0.subject == subject })
    {
      let types = own.reduce(into: Comparison([], hasDefault: false, isComplete: true)) { $0.add($1.text) }
      // A computed text does not say more than an outer comparison.
      if types.isComplete || yes.only[subject] == nil { yes.only[subject] = types }
      no.exclude(types, of: subject)
    }
    return (yes, no)
  }

  /// Merges the branches of an `if`.
  private func join(
    _ yes: (exit: Exit, context: Context), _ no: (exit: Exit, context: Context), _ context: inout Context
  ) -> Exit {
    if yes.exit != .falls, no.exit != .falls { return yes.exit == no.exit ? yes.exit : .breaks }
    if yes.exit != .falls { context = no.context }
    if no.exit != .falls { context = yes.context }
    return .falls
  }

  /// Records that a branch for an event does something without using the event.
  private func noteDeed(
    in body: [Statement], _ around: Surroundings, _ inside: Context, _ outside: Context, since count: Int
  ) {
    guard inside.condition == .whenGiven, outside.condition != .whenGiven, let subject = inside.given,
      steps.count(where: { $0.action.isEffective }) == count,
      !steps.contains(where: { ($0.action == .handle || $0.action == .handleKept) && $0.subject == subject }),
      let deed = firstDeed(in: body, of: around.scope.routine)
    else { return }
    emit(
      .handle, LaunchValue(.event(subject), isCertain: true, store: inside.store), at: deed.offset, inside, around,
      function: program.routines[around.scope.routine].function.written)
  }

  private func declare(
    _ pattern: Pattern, _ type: String?, _ value: Expression?, _ isLet: Bool, _ around: inout Surroundings,
    _ context: Context
  ) {
    calledReturns = nil
    let known = value.flatMap { evaluateMade($0, &around, context, isStored: !stored.isDisjoint(with: pattern.names)) }
    if let store = known?.store { copies.insert(store) }
    for name in pattern.names where name != "_" {
      around.values[name] = pattern.names.count == 1 ? known : known?.part()
      around.closures[name] = nil
      (around.flags[name], around.cases[name]) = (flags(returnedBy: value), nil)
      if case .closure(let closure) = value?.form { around.closures[name] = closure }
      if case .truth(let flag) = value?.form {
        around.flags[name] = [(flag, context.condition(for: .shortcutItem, in: nil))]
      }
      if type == nil, let value, case .name(name) = value.form { continue }
      around.scope.declare(name, type: type, value: pattern.names.count == 1 ? value : nil, isLet: isLet)
    }
  }

  private func merge(
    _ flags: [String: [(value: Bool, condition: HandlerStep.Condition)]], into around: inout Surroundings
  ) {
    for (name, values) in flags where around.flags[name] != nil { around.flags[name] = values }
  }

  // MARK: Conditions

  /// Returns the contexts in which all conditions hold, and in which they do not, and declares their variables.
  ///
  /// - Parameter isIdle: whether both ways do nothing but log, so that comparisons decide nothing.
  func test(
    _ conditions: [Condition], _ around: inout Surroundings, _ context: Context, isIdle: Bool = false
  ) -> (yes: Context, no: Context) {
    if isIdle { idleDepth = stack.count }
    defer { if isIdle { idleDepth = nil } }
    var yes = context
    var no = context
    // If several conditions can fail, it is unknown which one did.
    var doubted: Set<HandlerStep.Subject> = []
    var count = 0
    // Other events lack the one that a condition asks for, so that the conditions certainly fail.
    var isAbsence = false
    for (index, condition) in conditions.enumerated() {
      (narrowed, excluded, isLastCondition) = (nil, nil, index == conditions.count - 1)
      var (next, failing) = test(condition, &around, yes)
      if condition.isInequality, let (subject, place) = excluded {
        next.exclude(Comparison([place], hasDefault: false, isComplete: true), of: subject)
      }
      if next != yes || failing != yes, !failing.isOnlyInTests {
        count += 1
        no = failing
        doubted.formUnion(next.subjects(beyond: yes).union(failing.subjects(beyond: yes)))
        isAbsence = isAbsence || failing.absent != yes.absent
      }
      yes = next
      if let narrowed {
        let decider = Narrowing(place: narrowed, depth: stack.count)
        doubts[narrowed] = min(doubts[narrowed] ?? .max, stack.count)
        (yes, no) = (yes.decided(by: decider), no.decided(by: decider))
      }
    }
    if isAbsence { doubted.remove(.none) }
    return (yes, count < 2 ? no : context.doubting(doubted))
  }

  /// Returns the context that the unknown condition at an offset decides.
  func doubted(_ context: Context, at offset: UInt32, _ around: Surroundings) -> Context {
    let spot = place(offset, around)
    doubts[spot] = min(doubts[spot] ?? .max, stack.count)
    return context.sometimes.decided(by: Narrowing(place: spot, depth: stack.count))
  }

  private func test(
    _ condition: Condition, _ around: inout Surroundings, _ context: Context
  ) -> (yes: Context, no: Context) {
    switch condition {
    case .available: return (context, context.sometimes)
    case .bind(let name, let value):
      let source = value ?? Expression(.name(name), at: conditionOffset)
      let known = evaluateMade(source, &around, context, isStored: stored.contains(name))
      if let store = known?.store { copies.insert(store) }
      around.values[name] = known?.certain
      if let value {
        if case .name(name) = value.form {} else { around.scope.declare(name, value: value) }
      }
      guard let known else {
        if Vocabulary.isAboutTests(source) { return (context.inTests, context) }
        if unsetWindow?.isUsed(by: source, in: around.scope) == true {
          let spot = place(source.offset, around)
          windowUses.insert(spot)
          return (context.decided(by: Narrowing(place: spot, depth: stack.count)), context)
        }
        if source.isNeverNil { return (context, context) }
        let doubted = doubted(context, at: source.offset, around)
        return (doubted, doubted)
      }
      if known.isElement { narrow(known, by: [source], context, around) }
      let (yes, no) = given(known, context)
      // What a search or a conversion finds decides before later conditions.
      guard known.aspect == .other, !known.isWhole, !known.isDecided, source.bare.isFinding else { return (yes, no) }
      let decider = Narrowing(place: place(source.offset, around), depth: stack.count)
      return (yes.decided(by: decider), no.decided(by: decider))
    case .matches(let pattern, let value):
      let known = evaluate(value, &around, context)
      for name in pattern.names { around.values[name] = known?.part()?.certain }
      let doubted = doubted(context, at: value.offset, around)
      guard let known else { return (doubted, doubted) }
      guard let text = pattern.expression, text.lastName != "some" else { return given(known, context) }
      compare(known, with: [text], hasDefault: false, context, around)
      return given(known.decision ?? known, context)
    case .holds(let expression): return test(expression, &around, context)
    }
  }

  private func test(
    _ expression: Expression, _ around: inout Surroundings, _ context: Context
  ) -> (yes: Context, no: Context) {
    switch expression.form {
    case .unary("!", let inner):
      let (yes, no) = test(inner, &around, context)
      return (no, yes)
    case .binary("&&", let left, let right): return test([.holds(left), .holds(right)], &around, context)
    case .binary("||", let left, let right):
      let (first, other) = test(left, &around, context)
      let (second, neither) = test(right, &around, other)
      if first.isOnlyInTests { return (second, neither) }
      if second.isOnlyInTests { return (first, neither) }
      return (context.or(first, second), neither)
    case .binary(let sign, let left, let right) where ["==", "!="].contains(sign):
      // A launch connects a window on the device's own screen.
      if let role = left.role(right) {
        return (sign == "==") == role ? (context, context.inTests) : (context.inTests, context)
      }
      if let phases = phases(left, [right], around, context) { return sign == "==" ? phases : (phases.no, phases.yes) }
      guard Vocabulary.isAboutTests(left) else { break }
      // `environment["IS_TESTING"] != "1"`, `NSClassFromString("XCTest") == nil`.
      let isAbsence = right.isNull || ["\"0\"", "false", "0"].contains(right.written)
      return (sign == "==") == isAbsence ? (context, context.inTests) : (context.inTests, context)
    case .call(let callee, _) where ["responds", "respondsToSelector"].contains(callee.lastName ?? ""):
      return (context, context)
    case .cast(let inner, "is", _) where inner.lastName == "delegate": return (context, context)
    default: break
    }
    if Vocabulary.isAboutTests(expression) { return (context.inTests, context) }
    // The type of an action is never empty.
    if case .member(let base?, "isEmpty") = expression.form, let known = content(of: base, around),
      known.aspect == .identity, known.subject == .shortcutItem
    {
      return (context.whenNotGiven(.shortcutItem, store: known.store), context)
    }
    if let known = evaluate(expression, &around, context) {
      if case .decision(.shortcutItem, true) = known.kind, let (method, part) = expression.partTest {
        let (yes, no) = given(known, context)
        return (yes.testing(method, part), no)
      }
      if known.isElement { narrow(known, by: [expression], context, around) }
      return given(known, context)
    }
    let doubted = doubted(context, at: expression.offset, around)
    return (doubted, doubted)
  }

  /// Returns the contexts with and without a value; a value that is certain adds nothing.
  private func given(_ value: LaunchValue, _ context: Context) -> (yes: Context, no: Context) {
    switch value.kind {
    case .decision(let subject, let isMatch):
      let inside = context.comparing(subject)
      let match = value.isCertain ? inside : inside.whenGiven(subject, store: value.store)
      return isMatch ? (match, context) : (context, match)
    case .presence(let subject, let isGiven):
      guard !value.isCertain else { return (context, context) }
      let there = context.whenGiven(subject, store: value.store)
      let missing = context.whenNotGiven(subject, store: value.store)
      return isGiven ? (there, missing) : (missing, there)
    case .launchOptions, .connectionOptions, .events, .event, .part: break
    }
    guard let subject = value.subject else { return (context, context) }
    let inside = value.isDecided ? context.comparing(subject) : context
    guard !value.isCertain else { return (inside, context) }
    return (inside.whenGiven(subject, store: value.store), context.whenNotGiven(subject, store: value.store))
  }

  // MARK: Switches

  private func choose(
    _ subject: Expression, _ cases: [Case], _ around: inout Surroundings, _ context: Context
  ) -> Exit {
    let known = evaluate(subject, &around, context)
    if let known, known.store != nil, made == nil, isEveryCaseActive(cases, of: subject, around) {
      emit(.handle, known, at: subject.offset, context, around, function: routineName(around))
    } else if let known, known.subject != nil {
      let texts = cases.flatMap { item in item.patterns.compactMap(\.expression) }
      let deeds = cases.flatMap { item in
        item.patterns.compactMap(\.expression).map { _ in deed(in: item.body, around) }
      }
      let others = cases.first(where: \.takesOthers)
      let idle = cases.flatMap { item in
        item.patterns.compactMap(\.expression).map { _ in isQuiet(item.body, around) }
      }
      let other = others.flatMap { isStoring($0.body[...], around) ? nil : ownDeed(in: $0.body, around) }
      compare(
        known, with: texts, deeds: deeds, idle: idle, otherDeed: other, hasDefault: other != nil,
        isWhole: !cases.contains(where: \.isFiltered), at: subject.offset, context, around)
    }
    var isLeaving = true
    for item in possible(cases, for: subject, around) {
      var inner = around
      for name in item.patterns.flatMap(\.names) { inner.values[name] = known?.part()?.certain }
      let own =
        known.map { given($0, context) } ?? phases(subject, item.patterns.compactMap(\.expression), around, context)
      var inside = own?.yes ?? doubted(context, at: subject.offset, around)
      if let known, let about = known.subject {
        if !item.patterns.isEmpty || isStoring(item.body[...], around) { inside = inside.comparing(about) }
        if aspect(of: known, around) == .identity, item.takesOthers {
          for case let types? in cases.map({ $0.filter == nil ? types(of: $0, comparedWith: known, around) : nil }) {
            inside.exclude(types, of: about)
          }
        } else if aspect(of: known, around) == .identity {
          inside.only[about] = types(of: item, comparedWith: known, around)
        }
      }
      if let filter = item.filter { _ = evaluate(filter, &inner, inside) }
      if run(item.body, &inner, inside, isBranch: known?.subject != nil) != .leaves { isLeaving = false }
      merge(inner.flags, into: &around)
    }
    return isLeaving && !cases.isEmpty ? .leaves : .falls
  }

  /// Returns the types of a case; nil if it has other patterns, too.
  private func types(of item: Case, comparedWith value: LaunchValue, _ around: Surroundings) -> Comparison? {
    if item.patterns.isEmpty { return nil }
    var types = Comparison([], hasDefault: false, isComplete: true)
    for pattern in item.patterns {
      guard let other = pattern.expression else { return nil }
      types.add(.init(text(of: other, comparedWith: value, around), at: place(other.offset, around)))
    }
    return types
  }

  /// Returns the first deed of the branch that a constant decides.
  private func deed(decidedBy names: [String], in rest: ArraySlice<Statement>, _ around: Surroundings) -> UInt32? {
    func isDecisive(_ condition: Condition) -> Bool {
      guard case .holds(let expression) = condition, case .name(let name) = expression.form else { return false }
      return names.contains(name)
    }
    for index in rest.indices {
      switch rest[index].form {
      case .ensure(let conditions, _) where conditions.contains(where: isDecisive):
        return effect(in: rest[(index + 1)...], of: around.scope.routine)
      case .condition(let conditions, let then, _) where conditions.contains(where: isDecisive):
        return firstDeed(in: then, of: around.scope.routine)?.offset
      default: continue
      }
    }
    return nil
  }

  /// Returns the first call, or assignment to a member, of statements that all run; of loops only if nothing else acts.
  func effect(in rest: ArraySlice<Statement>, of number: Int) -> UInt32? {
    for statement in rest {
      if case .loop = statement.form { continue }
      if let deed = firstDeed(in: [statement], of: number) { return deed.offset }
      if statement.setsMember { return statement.offset }
    }
    return firstDeed(in: rest, of: number)?.offset
  }

  /// Returns the first call of a case, or else its first assignment, or else its start.
  func deed(in body: [Statement], _ around: Surroundings) -> UInt32? {
    if let deed = ownDeed(in: body, around) { return deed }
    var found: UInt32?
    body.visitStatements { if found == nil, $0.isAssignment { found = $0.offset } }
    return found ?? body.first?.offset
  }

  /// Returns the first call of a case, or else its first assignment that no condition decides.
  private func ownDeed(in body: [Statement], _ around: Surroundings) -> UInt32? {
    firstDeed(in: body, of: around.scope.routine)?.offset ?? body.first(where: \.isAssignment)?.offset
  }

  /// Returns the cases that can match the one that the caller passes: its own and `default`, which also takes it with
  /// other arguments; all of them if the caller's case is unknown.
  private func possible(_ cases: [Case], for subject: Expression, _ around: Surroundings) -> [Case] {
    guard case .name(let name) = subject.form, let given = around.cases[name],
      cases.contains(where: { $0.patterns.contains { $0.expression?.lastName == given } }),
      !cases.contains(where: { $0.body.contains { if case .jump(.through) = $0.form { true } else { false } } })
    else { return cases }
    return cases.filter { item in
      item.patterns.isEmpty || item.patterns.contains { $0.expression.map { $0.lastName == given } ?? true }
    }
  }

  // MARK: What is returned

  private func noteReturn(_ value: Expression, _ offset: UInt32, _ around: Surroundings, _ context: Context) {
    let spot = place(offset, around)
    func add(_ flag: Bool, _ condition: HandlerStep.Condition) { returns.append((flag ? .yes : .no, condition, spot)) }
    if context.isOnlyInTests { return }
    let condition = context.condition(for: .shortcutItem, in: nil)
    if case .truth(let flag) = value.form { return add(flag, condition) }
    let (inner, isNegated) = if case .unary("!", let inner) = value.form { (inner.bare, true) } else { (value, false) }
    let known = if case .name(let name) = inner.form { around.flags[name] } else { flags(returnedBy: inner) }
    if let values = known {
      for (flag, own) in values { add(flag != isNegated, own == .always ? condition : own) }
      return
    }
    if case .binary("==", let left, let right) = value.form, left.isNull || right.isNull, context.isUnconditional {
      var copy = around
      if let given = evaluate(left.isNull ? right : left, &copy, context), given.subject == .shortcutItem {
        return returns.append((.noWhenGiven, .always, spot))
      }
    }
    returns.append((.computed, condition, spot))
  }
}

extension Statement {
  /// Whether the statement only writes a message.
  fileprivate var isLog: Bool {
    guard case .expression(let expression) = form, case .call(let callee, _) = expression.form else { return false }
    return Vocabulary.isLog(callee)
  }

  /// Whether the statement sets a member of an object: `tabs.selectedIndex = 1`.
  var setsMember: Bool {
    guard case .expression(let expression) = form, case .assign(_, let target, _) = expression.form else {
      return false
    }
    return target.base != nil
  }

  /// Whether the statement sets a variable or a property.
  var isAssignment: Bool {
    guard case .expression(let expression) = form, case .assign = expression.form else { return false }
    return true
  }
}
