import AppSources

extension Follower {
  func call(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], isStatement: Bool,
    _ around: inout Surroundings, _ context: Context
  ) -> LaunchValue? {
    let name = callee.lastName ?? ""
    // `[self saved]` may read a property in Objective-C.
    if arguments.isEmpty, callee.base != nil, program.routinesByName[name] == nil,
      program.property(of: callee, in: around.scope) != nil
    {
      return evaluate(callee, &around, context)
    }
    if isStatement, isStoringBranch, let subject = context.compared.first, let entry = slot(setBy: expression, around) {
      keep(subject, in: entry, at: expression.offset, around, context)
      return nil
    }
    if case .name = callee.form, runOwn(name, arguments, isStatement: isStatement, &around, context) { return nil }
    let receiver: LaunchValue? = callee.base.flatMap { base in
      if case .name("super") = base.form { return nil }
      return evaluate(base, &around, context)
    }
    if case .launchOptions = receiver?.kind,
      let key = arguments.first?.value.lastName ?? arguments.first?.value.keyName,
      ["objectForKey", "objectForKeyedSubscript", "valueForKey", "index"].contains(name)
    {
      return option(key, at: expression.offset, around, context)
    }
    if receiver?.isOptions == true, ["copy", "mutableCopy"].contains(name) { return receiver }
    let values = arguments.map { $0.value.isClosure ? nil : evaluate($0.value, &around, context) }
    defer { runClosures(of: callee, arguments, receiver, &around, context) }
    if let receiver, receiver.subject != nil {
      return onEvent(receiver, expression, callee, arguments, values, &around, context)
    }
    if name == "addAction", isMade(callee.base, from: values.first?.flatMap { $0.part() }, &around) { return nil }
    if isPresentation(callee, arguments), !context.isLater {
      emit(
        .present, nil, at: expression.offset, context, around, function: routineName(around), store: context.store,
        comparison: context.only.count == 1 ? context.only.first?.value : nil)
    }
    if Vocabulary.isLog(callee) { return nil }

    let given = given(values, to: callee, at: expression.offset, around)
    let types = values.map { $0?.typeName }
    let target = program.target(of: callee, arguments, in: around.scope, byNameAlone: !given.isEmpty, types: types)
      .flatMap { number in
        // The event may go to another body, which may do more or less with it.
        !given.isEmpty && program.isOverridden(number, callee, arguments, in: around.scope) ? nil : number
      }
    if let target, let result = entered(target, arguments, values, given, expression, isStatement, around, context) {
      return result
    }
    guard let value = given.first(where: { $0.isWhole }) ?? given.first else { return nil }
    // The method of the same name that is being followed is not the one that is called.
    if value.isOptions, target.map(stack.contains) ?? true {
      let index = values.firstIndex { $0?.isOptions == true } ?? 0
      return offer(value, to: callee, written(callee, arguments), at: arguments[index].value.offset, around, context)
    }
    return handOver(
      value, expression, callee, arguments, types: types, target, isStatement: isStatement, around, context)
  }

  /// Follows a call into a function; returns nil if that is not possible, and otherwise the function's result.
  private func entered(
    _ target: Int, _ arguments: [Argument], _ values: [LaunchValue?], _ given: [LaunchValue], _ call: Expression,
    _ isStatement: Bool, _ around: Surroundings, _ context: Context
  ) -> LaunchValue?? {
    let outer = (resultIsIgnored, upcoming)
    defer { resultIsIgnored = outer.0 }
    let routine = program.routines[stack[stack.count - 1]]
    // The only expression of a function is its result.
    resultIsIgnored = isStatement && (outer.0 || routine.body.count > 1 || routine.function.result == nil)
    guard let result = enter(target, arguments, values, receiver: nil, at: call.offset, context, around) else {
      return nil
    }
    let made = program.routines[target]
    let type = made.function.result ?? (made.function.name == "init" ? made.owner : nil)
    guard let result else { return .some(given.first { $0.subject != nil }?.part(type: type)) }
    if made.function.name == "init", let type, result.aspect == .identity {
      upcoming = outer.1
      return .some(decide(result.converted(to: type) ?? result, Program.lastName(type), call, around, context))
    }
    return .some(result.isWhole || result.subject == nil ? result : result.converted(to: type))
  }

  /// Runs a closure or local function of the function that is followed; returns false if it has none of this name.
  private func runOwn(
    _ name: String, _ arguments: [Argument], isStatement: Bool, _ around: inout Surroundings, _ context: Context
  ) -> Bool {
    guard around.closures[name] != nil || around.functions[name] != nil else {
      return complete(name, arguments, &around, context)
    }
    let values = arguments.map { argument in
      argument.value.isClosure ? nil : evaluate(argument.value, &around, context)
    }
    if let closure = around.closures[name] {
      around.closures[name] = nil
      runClosure(closure, values, &around, context)
      around.closures[name] = closure
    } else if let function = around.functions[name] {
      around.functions[name] = nil
      let outer = resultIsIgnored
      resultIsIgnored = isStatement
      defer { resultIsIgnored = outer }
      runLocal(function, values, &around, context)
      around.functions[name] = function
    }
    return true
  }

  /// Evaluates what the completion handler of the system gets, which ignores it; returns false for other calls.
  private func complete(
    _ name: String, _ arguments: [Argument], _ around: inout Surroundings, _ context: Context
  ) -> Bool {
    guard stack.count == 1, let local = around.scope.locals[name], local.parameter != nil,
      local.type?.contains("->") == true || local.type?.contains("^") == true
    else { return false }
    for argument in arguments {
      isStatement = true
      evaluate(argument.value, &around, context)
    }
    return true
  }

  /// Returns the values that a function gets. A call through a property that nothing sets ignores the values.
  private func given(
    _ values: [LaunchValue?], to callee: Expression, at offset: UInt32, _ around: Surroundings
  ) -> [LaunchValue] {
    if let base = callee.base, unsetWindow?.isUsed(by: base, in: around.scope) == true {
      windowUses.insert(place(offset, around))
    }
    let given = values.compactMap { $0 }.filter { !$0.isFlag }
    if let subject = given.lazy.compactMap(\.subject).first, let base = callee.base,
      let entry = program.property(of: base, in: around.scope), program.isNeverSet(entry)
    {
      narrowings[subject] = Narrowing(place: place(offset, around), depth: stack.count)
    }
    return given
  }

  /// Passes an event to code that cannot be followed.
  private func handOver(
    _ value: LaunchValue, _ expression: Expression, _ callee: Expression, _ arguments: [Argument], types: [String?],
    _ target: Int?, isStatement: Bool, _ around: Surroundings, _ context: Context
  ) -> LaunchValue? {
    let name = callee.lastName ?? ""
    let isOfLibrary = isOfLibrary(callee, arguments, target, around)
    if target != nil, !isOfLibrary { return value.part() }
    // `Kind(rawValue: item.type)`, `URL(string: …)`, `.open(item)`: it is converted.
    if program.isTypeName(name) || name == "init" || name == "alloc" {
      let made = name == "init" ? callee.base.flatMap { $0.lastName } : name
      let type = made == "self" || made == "Self" ? around.scope.owner.map(Program.lastName) : made
      if arguments.first?.label == "rawValue", let type {
        // The result of the type's own initializer is compared where that is called.
        guard isInitializer(around), around.scope.owner.map(Program.lastName) == type else {
          return decide(value, type, expression, around, context)
        }
        let converted = value.converted(to: type)
        if made == "self" { results.append(converted) }
        return converted
      }
      if value.subject == nil { return nil }
      return type == "String" ? value.converted(to: type) : value.part(type: type)
    }
    if callee.base == nil, case .member = callee.form { return value.part() }
    if let base = callee.base,
      program.typeName(of: base, in: around.scope).flatMap({ program.type(named: $0) })?.kind == .enum,
      base.lastName.map({ program.isTypeName($0) }) ?? false,
      program.candidates(callee, arguments, in: around.scope) == 0
    {
      return value.part()
    }
    guard value.subject != nil else { return nil }
    let isOwn = !isOfLibrary && program.candidates(callee, arguments, in: around.scope) > 0
    let written = self.written(callee, arguments)
    if !isOwn, !isStatement, name == "canOpenURL" { return nil }
    if isOwn {
      if !isStatement, Vocabulary.isQuestion(name) {
        narrow(value, by: [expression], context, around)
        return value.decision
      }
      // With several candidates it is unknown which one is called, and what it does.
      let isOpen = program.isOpen(callee, arguments, in: around.scope, types: types) {
        firstDeed(in: $0, of: $1) != nil
      }
      if isOpen { narrow(value, by: [expression], context, around) }
      emit(.handle, value, at: expression.offset, isOpen ? context.sometimes : context, around, function: written)
    } else if value.isWhole || isStatement && !Vocabulary.textTests.contains(name) {
      // `{ types.contains($0) }` is a statement, too, but only asks.
      let owner = callee.base?.written == "RCTLinkingManager" ? "RCTLinkingManager." : ""
      emit(.pass, value, at: expression.offset, context, around, function: owner + written)
    }
    return value.part()
  }

  /// Whether a call that looks like that of the current function calls a library:
  /// `Branch.getInstance().application(application, open: url, options: options)`.
  private func isOfLibrary(
    _ callee: Expression, _ arguments: [Argument], _ target: Int?, _ around: Surroundings
  ) -> Bool {
    let caller = program.routines[stack[stack.count - 1]].function
    guard let base = callee.base, base.written != "self", caller.name == callee.lastName,
      caller.parameters.count == arguments.count, target.map(stack.contains) ?? true
    else { return false }
    return program.typeName(of: base, in: around.scope).flatMap { program.type(named: $0) } == nil
  }

  /// Returns the name and the labels of a call: `open(_:from:)`.
  private func written(_ callee: Expression, _ arguments: [Argument]) -> String {
    if arguments.contains(where: { $0.label == Argument.anyLabel }) { return callee.lastName ?? "" }
    return (callee.lastName ?? "") + "(" + arguments.map { ($0.label ?? "_") + ":" }.joined() + ")"
  }

  /// Records that the options of a launch go to code that cannot be followed, which may take the event out of them.
  private func offer(
    _ options: LaunchValue, to callee: Expression, _ written: String, at offset: UInt32, _ around: Surroundings,
    _ context: Context
  ) -> LaunchValue? {
    let name = callee.lastName ?? ""
    // The superclass is judged as a class. A text is only for people.
    if callee.base?.written == "super" || name == "String" { return nil }
    // A copy, or a case such as `.didFinish(options)`, goes somewhere itself.
    if ["Dictionary", "NSDictionary", "NSMutableDictionary"].contains(name) { return options }
    if case .member(nil, _) = callee.form { return options }
    offer(options, to: Vocabulary.readers(callee), at: offset, around, context, function: written)
    return nil
  }

  func offer(
    _ options: LaunchValue, to readers: [HandlerStep.Subject] = HandlerStep.Subject.events, at offset: UInt32,
    _ around: Surroundings, _ context: Context, function: String? = nil, store: String? = nil
  ) {
    for subject in readers {
      let event = LaunchValue(.event(subject), isCertain: false)
      emit(.offer, event, at: offset, context, around, function: function, store: store)
    }
  }

  /// Records that `Kind(rawValue: item.type)` compares with all cases at once.
  private func decide(
    _ value: LaunchValue, _ type: String, _ expression: Expression, _ around: Surroundings, _ context: Context
  ) -> LaunchValue? {
    guard let known = program.type(named: type, from: around.scope.owner)?.name,
      let all = constants.rawValues(of: known, from: around.scope.owner)
    else { return value.part(type: type) }
    let isIdentity = value.aspect == .identity
    if value.aspect == .other { narrow(value, by: [expression], context, around) }
    let isGoverned = value.isDecided || value.subject.map(context.compared.contains) ?? false
    if isIdentity || !isGoverned, !operands.contains(place(expression.offset, around)) {
      let plans = (value.aspect == .other ? [] : all).map { ($0, plan(for: $0.name, around)) }
      let places = plans.filter { known, plan in
        !plan.isIdle && !(isIdentity && context.excludes(known.value, of: value.subject))
      }.map { known, plan in
        let spot = program.place(known.offset, in: known.file)
        return Comparison.Place(
          value.operand(known.value), at: spot, action: place(plan.deed ?? expression.offset, around))
      }
      let isComplete = isIdentity && all.allSatisfy { value.operand($0.value).isKnown }
      emit(
        .handle, value, at: expression.offset, context, around, function: routineName(around),
        comparison: Comparison(places, hasDefault: false, isComplete: isComplete))
    }
    // An unknown type means that no case matches, not that the event is missing.
    var part = value.part(type: known)
    part?.isCertain = value.isCertain
    part?.aspect = isIdentity ? .identity : .derived
    part?.isDecided = true
    return part
  }

  /// Handles a method of the event, or of a value made from it.
  private func onEvent(
    _ receiver: LaunchValue, _ expression: Expression, _ callee: Expression, _ arguments: [Argument],
    _ values: [LaunchValue?], _ around: inout Surroundings, _ context: Context
  ) -> LaunchValue? {
    let name = callee.lastName ?? ""
    if Vocabulary.textTests.contains(name), let argument = arguments.first, !argument.value.isClosure {
      let isWhole = name.lowercased().contains("equal")
      // `text.hasPrefix("paint://")` compares the scheme.
      if receiver.subject == .url, name == "hasPrefix" || name == "starts", case .text(let text) = argument.value.form,
        text.hasSuffix("://")
      {
        let scheme = Expression(.text(String(text.dropLast(3))), at: argument.value.offset)
        return comparedScheme(receiver, with: scheme, context, around)
      }
      compare(receiver, with: [argument.value], hasDefault: false, isWhole: isWhole, context, around)
      return receiver.decision
    }
    // Schemes are written in lower case.
    if receiver.subject == .url, receiver.aspect == .identity, ["lowercased", "lowercaseString"].contains(name) {
      return receiver
    }
    if case .events(let subject) = receiver.kind {
      return ["first", "anyObject"].contains(name)
        ? LaunchValue(.event(subject), isCertain: false, store: receiver.store) : receiver
    }
    if arguments.isEmpty, let known = comparedWithFile(receiver, callee, context, around) { return known }
    let type = receiver.typeName.flatMap { program.type(named: $0) }?.name
    if let target = program.target(
      of: callee, arguments, in: around.scope, byNameAlone: receiver.type == nil, types: values.map { $0?.typeName },
      receiver: type)
    {
      let outer = resultIsIgnored
      resultIsIgnored = false
      defer { resultIsIgnored = outer }
      let result = enter(target, arguments, values, receiver: receiver, at: expression.offset, context, around)
      return (result ?? nil) ?? receiver.part(type: program.routines[target].function.result)
    }
    // One of several functions of the files may do something with it.
    if receiver.isWhole, type == nil, program.candidates(callee, arguments, in: around.scope) > 0 {
      emit(
        .handle, receiver, at: expression.offset, context.sometimes, around, function: written(callee, arguments))
    }
    return ["objectForKey", "valueForKey"].contains(name)
      ? receiver.element : receiver.divided(by: name, at: arguments.first?.value)
  }

  /// Runs the closures among the arguments: at once, later, or at an unknown time.
  private func runClosures(
    of callee: Expression, _ arguments: [Argument], _ receiver: LaunchValue?, _ around: inout Surroundings,
    _ context: Context
  ) {
    for argument in arguments {
      guard case .closure(let closure) = argument.value.form else { continue }
      let name = callee.lastName ?? ""
      if case .events(let subject) = receiver?.kind {
        let event = LaunchValue(.event(subject), isCertain: true, store: receiver?.store)
        runClosure(closure, [event], &around, context.whenGiven(subject, store: receiver?.store))
      } else if let receiver, receiver.subject != nil {
        runClosure(
          closure, [receiver.certain], &around, context.whenGiven(receiver.subject ?? .none, store: receiver.store))
      } else if Vocabulary.immediate.contains(name) {
        runClosure(closure, [], &around, context)
      } else if Vocabulary.callsLater(callee) {
        runClosure(closure, [], &around, context.later)
      } else {
        runClosure(closure, [], &around, context.later.sometimes)
      }
    }
  }

  private func runLocal(
    _ function: Function, _ values: [LaunchValue?], _ around: inout Surroundings, _ context: Context
  ) {
    var inner = around
    for (parameter, value) in zip(function.parameters, values) {
      inner.values[parameter.name] = value
      inner.scope.declare(parameter.name, type: parameter.type)
    }
    let outer = results
    _ = run(function.body ?? [], &inner, context.inClosure)
    results = outer
  }

  /// Whether a call is UIKit's `present(controller, animated: …)`, not a function of the app with that name.
  private func isPresentation(_ callee: Expression, _ arguments: [Argument]) -> Bool {
    Vocabulary.presentations.contains(callee.lastName ?? "") && arguments.first?.label == nil
      && arguments.dropFirst().contains { $0.label == "animated" }
  }

  func routineName(_ around: Surroundings) -> String { program.routines[around.scope.routine].function.written }
}

extension Expression {
  var isClosure: Bool { closure != nil }

  var closure: Closure? { if case .closure(let closure) = form { closure } else { nil } }
}
