import AppSources

extension Follower {
  /// Returns how a value relates to a launch event, and records what is done with events in the expression.
  @discardableResult func evaluate(
    _ expression: Expression, _ around: inout Surroundings, _ context: Context
  ) -> LaunchValue? {
    let isWholeStatement = isStatement
    isStatement = false
    switch expression.form {
    case .name(let name):
      return around.values[name] ?? ownMember(name, around) ?? stored(expression, around)
    case .member(let base, let name):
      guard let base else { return nil }
      if let value = evaluate(base, &around, context) {
        return member(name, of: value, expression, around, context)
      }
      return stored(expression, around)
    case .element(let base, let arguments):
      let value = evaluate(base, &around, context)
      if case .launchOptions = value?.kind, let key = arguments.first?.value.lastName ?? arguments.first?.value.keyName
      {
        return option(key, at: expression.offset, around, context)
      }
      for argument in arguments { _ = evaluate(argument.value, &around, context) }
      return value?.element
    case .call(let callee, let arguments):
      return call(expression, callee, arguments, isStatement: isWholeStatement, &around, context)
    case .assign(let sign, let target, let value):
      assign(sign, target, value, at: expression.offset, &around, context)
      return nil
    case .binary(let sign, let left, let right):
      note([left, right], comparedBy: sign, around)
      let (first, second) = (evaluate(left, &around, context), evaluate(right, &around, context))
      if Vocabulary.comparisons.contains(sign) {
        return compared(sign, (left, first), (right, second), context, around)
      }
      if sign == "??" { return first ?? second }
      if [">", "<"].contains(sign), let flag = first ?? second, flag.isFlag { return flag }
      if ["&&", "||"].contains(sign), let flag = first ?? second, flag.isFlag {
        return first?.kind == second?.kind ? flag : nil
      }
      return first?.changed(by: sign)?.certain ?? second?.changed(by: sign)?.certain
    case .choice(let condition, let left, let right):
      var inner = around
      let (yes, no) = test([.holds(condition)], &inner, context)
      let first = evaluate(left, &inner, yes)
      let second = evaluate(right, &around, no)
      return first ?? second
    case .cast(let inner, let word, let type):
      guard let value = evaluate(inner, &around, context) else { return nil }
      if word == "is" { return value.decision ?? value }
      return value.isWhole || value.subject == nil ? value : value.converted(to: type)
    case .attempt(let inner, _), .wait(let inner):
      isStatement = isWholeStatement
      return evaluate(inner, &around, context)
    case .unary("!", let inner): return evaluate(inner, &around, context)?.negated
    case .unary(_, let inner): return evaluate(inner, &around, context)
    case .closure(let closure):
      // The closure is stored, so it runs at an unknown time.
      runClosure(closure, [], &around, context.later.sometimes)
      return nil
    case .block(let body):
      var inner = around
      results.append(nil)
      _ = run(body, &inner, context.inClosure)
      return nil
    case .tuple(let all): return parts(all.map(\.value), of: expression, &around, context)
    case .other(let text, _) where text.hasPrefix("\\"): return nil
    case .list(let all), .dictionary(let all), .pieces(let all), .other(_, let all):
      return parts(all, of: expression, &around, context)
    case .text, .number, .truth, .null, .selector: return nil
    }
  }

  private func parts(
    _ all: [Expression], of whole: Expression, _ around: inout Surroundings, _ context: Context
  ) -> LaunchValue? {
    var found: LaunchValue?
    let isJoined = if case .pieces = whole.form { all.count > 1 } else { false }
    for part in all {
      let value = evaluate(part, &around, context)
      // `[context]` is a set of events, like those of the system.
      if case .list = whole.form, all.count == 1, let value, value.isWhole, let subject = value.subject {
        return LaunchValue(.events(subject), isCertain: value.isCertain, store: value.store)
      }
      found = found ?? (isJoined ? value?.changed(by: "+") : value?.part())
    }
    return found
  }

  /// Returns `self.type` for `type` in an extension of the event's type.
  private func ownMember(_ name: String, _ around: Surroundings) -> LaunchValue? {
    guard let own = around.values["self"], around.scope.locals[name] == nil, own.isIdentity(name) else { return nil }
    return own.member(name)
  }

  private func member(
    _ name: String, of value: LaunchValue, _ expression: Expression, _ around: Surroundings, _ context: Context
  ) -> LaunchValue? {
    let member = comparedWithFile(value, expression, context, around) ?? value.member(name)
    if let member, !value.isEventful, member.isEventful, !member.isCertain {
      emit(.read, member, at: expression.offset, context, around)
    }
    if let getter = program.getter(name, of: value.typeName) {
      return computed(by: getter, value, at: expression.offset, around, context)
    }
    if let member, case .part = member.kind { return typed(member, by: name) }
    return member
  }

  /// Follows a property that an extension of the event's type computes; nil for a flag whose conditions are unknown.
  private func computed(
    by getter: Int, _ value: LaunchValue, at offset: UInt32, _ around: Surroundings, _ context: Context
  ) -> LaunchValue? {
    let before = steps
    let result = enter(getter, [], [], receiver: value, at: offset, context, around)
    let type = program.routines[getter].function.result
    if type == "Bool" || type == "BOOL" { return steps == before ? nil : value.decision }
    return (result ?? nil) ?? value.part(type: type)
  }

  /// Applies a property of an extension of the item, such as `kind`, that returns an enumeration.
  private func typed(_ value: LaunchValue, by name: String) -> LaunchValue {
    guard value.aspect != .identity, let all = program.propertiesByName[name], all.count == 1,
      let type = all[0].property.type
    else { return value }
    var other = value
    other.type = type
    return other
  }

  /// Returns the content of a property, if it is known to store an event.
  func stored(_ expression: Expression, _ around: Surroundings) -> LaunchValue? {
    guard !stores.isEmpty, let entry = program.property(of: expression, in: around.scope),
      let subject = stores[entry.identifier]
    else { return nil }
    return LaunchValue(.event(subject), isCertain: false, store: entry.identifier)
  }

  func option(_ key: String, at offset: UInt32, _ around: Surroundings, _ context: Context) -> LaunchValue? {
    guard let subject = LaunchKey.launch(key) else { return nil }
    let value = LaunchValue(.event(subject), isCertain: false)
    emit(.read, value, at: offset, context, around)
    return value
  }

  // MARK: Assignments

  private func assign(
    _ sign: String, _ target: Expression, _ value: Expression, at offset: UInt32, _ around: inout Surroundings,
    _ context: Context
  ) {
    isStatement = target.written == "_"
    let slot = program.property(of: target, in: around.scope).flatMap { $0.property.isOptional ? $0 : nil }
    let reading = slot.map { program.reading(of: $0) } ?? .watched
    let isStored = isStatement ? isUnused(value, [], around) : reading != .watched
    // What else is done with a stored action may be what it is for.
    let isOpen =
      isActing && reading == .never && (source(of: value, around) ?? content(of: value, around))?.store != nil
    let context = isOpen ? context.sometimes : context
    let known = evaluateMade(value, &around, context, isStored: isStored)
    if let known, target.written == "self", isInitializer(around) { return results.append(known) }
    if case .name(let name) = target.form, around.scope.locals[name] != nil {
      around.values[name] = known
      around.closures[name] = nil
      if case .closure(let closure) = value.form { around.closures[name] = closure }
      if case .truth(let flag) = value.form, around.flags[name] != nil {
        let condition = context.condition(for: .shortcutItem, in: nil)
        if context.isUnconditional { around.flags[name] = [] }
        let isCompared = condition == .whenGiven && context.compared.contains(.shortcutItem)
        if condition == .whenGiven, !isCompared {
          // What was set before remains for a launch without an action.
          around.flags[name] = around.flags[name]?.filter { $0.condition != .whenGiven }
            .map { ($0.value, $0.condition == .always ? .whenNotGiven : $0.condition) }
        }
        around.flags[name]?.append((flag, isCompared ? .sometimes : condition))
      } else {
        around.flags[name] = nil
      }
      return
    }
    let entry = program.property(of: target, in: around.scope)
    if let known, known.isOptions { offer(known, at: offset, around, context, store: entry?.identifier) }
    guard sign == "=", let entry else {
      // What has the dictionary or object may read it later.
      let isVariable = if case .name = target.form { true } else { false }
      if !isVariable, let known, !known.isFlag, let subject = known.subject {
        offer(known, to: [subject], at: offset, around, context)
      }
      if let base = target.base { evaluate(base, &around, context) }
      return
    }
    if let known, let subject = known.subject, known.store != entry.identifier {
      // A new object is created from it, which does not handle it yet.
      if isInitializer(around), entry.owner == around.scope.owner { return }
      guard isSlot(entry, for: known) else {
        return emit(.handle, known, at: offset, context, around, function: routineName(around))
      }
      let function = known.store == nil ? nil : routineName(around)
      emit(.keep, known, at: offset, context, around, function: function, store: entry.identifier)
      writes.append(
        StoreUse(identifier: entry.identifier, subject: subject, place: place(offset, around), entry: entry))
    } else if known == nil, value.isConstant {
      if isStoringBranch, let subject = context.compared.first { keep(subject, in: entry, at: offset, around, context) }
    } else if value.isNull, let subject = stores[entry.identifier] {
      emit(.clear, LaunchValue(.event(subject), isCertain: true), at: offset, context, around, store: entry.identifier)
    }
  }

  /// Whether a property can hold a waiting event: it is optional. Otherwise it becomes app state and is handled.
  func isSlot(_ entry: Program.PropertyEntry, for value: LaunchValue, isAlone: Bool = false) -> Bool {
    guard entry.property.isOptional || entry.property.type?.contains("*") == true else { return false }
    // A colour or picture chosen for the event is not the event.
    let type = entry.property.type ?? ""
    if type.hasPrefix("UI"), !type.contains("ShortcutItem"), !value.isWhole { return false }
    guard !value.isWhole, value.store != nil else { return value.isWhole || value.subject == .shortcutItem }
    let isAlone = isAlone || isStoringBranch
    return value.subject == .shortcutItem && (!isActing || isAlone) && program.reading(of: entry) != .watched
  }

  func isInitializer(_ around: Surroundings) -> Bool {
    program.routines[around.scope.routine].function.name.hasPrefix("init")
  }

  // MARK: Comparisons

  /// Notes the operands of a comparison with something other than nil.
  private func note(_ both: [Expression], comparedBy sign: String, _ around: Surroundings) {
    guard Vocabulary.comparisons.contains(sign), !both.contains(where: \.isNull) else { return }
    operands.formUnion(both.map { place($0.bare.offset, around) })
  }

  /// Returns the result of a comparison operator.
  private func compared(
    _ sign: String, _ left: (expression: Expression, value: LaunchValue?),
    _ right: (expression: Expression, value: LaunchValue?), _ context: Context, _ around: Surroundings
  ) -> LaunchValue? {
    if left.expression.isNull || right.expression.isNull {
      let value = left.expression.isNull ? right.value : left.value
      return value?.presence(isGiven: sign.utf8.first == UInt8(ascii: "!"))
    }
    guard let value = left.value ?? right.value else { return nil }
    let other = left.value == nil ? left.expression : right.expression
    if value.isFlag {
      switch other.form {
      // `contexts.count == 0`, `hasItem == false`.
      case .number("0"), .truth(false): return sign == "==" ? value.negated : value
      case .truth(true): return sign == "==" ? value : value.negated
      default: return nil
      }
    }
    let isUnequal = sign.utf8.first == UInt8(ascii: "!")
    if let subject = value.subject, isUnequal, aspect(of: value, around) == .identity {
      excluded = (
        subject, .init(value.operand(text(of: other, comparedWith: value, around)), at: place(other.offset, around))
      )
    }
    if value.subject != nil, isUnequal, branch.depth == stack.count {
      compare(
        value, with: [other], deeds: [branch.other], idle: [branch.other == nil], hasDefault: false, context, around)
    } else if value.subject != nil {
      compare(value, with: [other], hasDefault: false, context, around)
    }
    return isUnequal ? value.decision?.negated : value.decision
  }

  /// Records that an event is compared with these expressions.
  ///
  /// - Parameters:
  ///   - deeds: the first call in the branch of each; by default that of the current branch.
  ///   - idle: whether the branch of each does nothing. Such a text does not count as handled.
  ///   - otherDeed: the first call in the branch for all others.
  ///   - start: the place of the comparison, if it is unknown which text an event has.
  func compare(
    _ value: LaunchValue, with others: [Expression], deeds: [UInt32?] = [], idle: [Bool] = [],
    otherDeed: UInt32? = nil, hasDefault: Bool, isWhole: Bool = true, at start: UInt32? = nil, _ context: Context,
    _ around: Surroundings
  ) {
    guard idleDepth != stack.count else {
      guard aspect(of: value, around) == .identity, let subject = value.subject else { return }
      let texts = others.map {
        Comparison.Place(value.operand(text(of: $0, comparedWith: value, around)), at: place($0.offset, around))
      }
      return idleTexts[subject, default: []] += texts
    }
    if value.aspect == .other, !value.isWhole, !hasDefault { narrow(value, by: others, context, around) }
    let aspect = aspect(of: value, around)
    // Other properties of events that were compared before do not list further types.
    if aspect != .identity, value.isDecided || value.subject.map(context.compared.contains) ?? false { return }
    var (places, unused): ([Comparison.Place], [Comparison.Place]) = ([], [])
    var isComplete = isWhole && aspect == .identity
    if branch.depth == stack.count, otherBranchActs { isComplete = false }
    var hasDefault = hasDefault
    for (index, other) in others.enumerated() where aspect != .other {
      let spot = place(other.offset, around)
      if case .truth = other.form { continue }
      if case .number = other.form { continue }
      var text = value.operand(self.text(of: other, comparedWith: value, around))
      // What follows may exclude the type that is exactly this part.
      if !isWhole, !isLastCondition { text = .computed(other.written) }
      if case .computed = text { isComplete = false }
      if aspect == .identity, isWhole, value.store == nil, let subject = value.subject {
        tested.append((subject, .init(text, at: spot), stack.count))
      }
      let deed = index < deeds.count ? deeds[index] : branch.depth == stack.count ? branch.deed : nil
      let known = Comparison.Place(text, at: spot, action: deed.map { place($0, around) })
      let isIdle = index < idle.count ? idle[index] : branch.isIdle && branch.depth == stack.count
      if isIdle || aspect == .identity && context.excludes(text, of: value.subject) {
        unused.append(known)
        // The default branch does not handle this text, and the comparison cannot say so: nothing is certain then.
        if hasDefault { (hasDefault, isComplete) = (false, false) }
        continue
      }
      places.append(known)
    }
    var comparison = Comparison(
      places, hasDefault: hasDefault, isComplete: isComplete, defaultAction: otherDeed.map { place($0, around) })
    comparison.idle = unused
    let offset = (isComplete ? nil : start) ?? others.first?.offset ?? 0
    emit(
      .handle, value, at: offset, context, around, function: program.routines[around.scope.routine].function.written,
      comparison: comparison)
  }

  /// Records that a link is handled for some hosts or paths only.
  func narrow(_ value: LaunchValue, by others: [Expression], _ context: Context, _ around: Surroundings) {
    guard let subject = value.subject, subject != .shortcutItem, let other = others.first(where: \.isText) else {
      return
    }
    // A condition in the branch of a notification's button does not explain what a tap does.
    let isForButton = subject == .notification && context.only[subject]?.isForButton ?? false
    let depth = isForButton ? .max : stack.count
    if !isForButton { narrowed = place(other.offset, around) }
    // In the branch of some schemes, it decides nothing for others.
    if subject == .url, let schemes = context.only[.url], schemes.isComplete, !schemes.isInverted {
      narrowedSchemes.append((schemes, place(other.offset, around)))
      return
    }
    if let known = narrowings[subject], known.depth <= depth { return }
    narrowings[subject] = Narrowing(place: isForButton ? nil : place(other.offset, around), depth: depth)
  }

  /// Records `url.isFileURL` as a comparison of the URL's scheme with `file`.
  func comparedWithFile(
    _ value: LaunchValue, _ expression: Expression, _ context: Context, _ around: Surroundings
  ) -> LaunchValue? {
    guard expression.lastName == "isFileURL", value.subject == .url else { return nil }
    return comparedScheme(value, with: Expression(.text("file"), at: expression.offset), context, around)
  }

  func comparedScheme(
    _ value: LaunchValue, with text: Expression, _ context: Context, _ around: Surroundings
  ) -> LaunchValue? {
    var scheme = value.part()
    scheme?.aspect = .identity
    if let scheme { compare(scheme, with: [text], hasDefault: false, context, around) }
    return scheme?.decision
  }

  /// Returns the aspect of a value; a case that a function makes from a whole item has its type. A case that it makes
  /// from a URL may have any scheme.
  func aspect(of value: LaunchValue, _ around: Surroundings) -> LaunchValue.Aspect {
    if value.aspect == .other, value.isDecided { return .derived }
    guard value.aspect == .other, let type = value.type,
      constants.rawValues(of: Program.plain(type), from: around.scope.owner) != nil
    else { return value.aspect }
    return value.subject == .shortcutItem ? .identity : .derived
  }

  /// Returns the text of a case or operand.
  func text(of other: Expression, comparedWith value: LaunchValue, _ around: Surroundings) -> TextValue {
    if case .member(let base, let name) = other.form {
      let owner = base.flatMap { program.typeName(of: $0, in: around.scope) } ?? value.type
      if let owner, let raw = constants.rawValue(of: name, in: Program.plain(owner), from: around.scope.owner) {
        return raw
      }
      if base == nil, value.type == nil, let raw = onlyRawValue(of: name) { return raw }
    }
    return constants.text(of: other, in: around.scope)
  }

  /// Returns the raw value of a case such as `.search`, if only one enumeration has it.
  private func onlyRawValue(of name: String) -> TextValue? {
    var found: TextValue?
    for entry in program.types.values where entry.kind == .enum {
      guard entry.cases.contains(where: { $0.value.name == name }) else { continue }
      guard found == nil, let raw = constants.rawValue(of: name, in: entry.name, from: nil) else { return nil }
      found = raw
    }
    return found
  }

  // MARK: Closures

  func runClosure(_ closure: Closure, _ values: [LaunchValue?], _ around: inout Surroundings, _ context: Context) {
    var inner = around
    let names = closure.parameters.isEmpty ? values.indices.map { "$\($0)" } : closure.parameters
    for (index, name) in names.enumerated() {
      inner.values[name] = index < values.count ? values[index] : nil
      inner.scope.declare(name)
    }
    let outer = (results, resultIsIgnored)
    resultIsIgnored = false
    _ = run(closure.body, &inner, context.inClosure, isBranch: isStoringBranch)
    (results, resultIsIgnored) = outer
    for (name, flags) in inner.flags where around.flags[name] != nil { around.flags[name] = flags }
  }
}

extension LaunchValue {
  /// Whether the value is an event or a set of events, not options or a part.
  var isEventful: Bool {
    switch kind {
    case .event, .events: true
    case .launchOptions, .connectionOptions, .part, .presence, .decision: false
    }
  }
}

extension Expression {
  /// Whether the expression may be a text: neither a number nor a flag.
  fileprivate var isText: Bool {
    switch form {
    case .number, .truth, .null: false
    default: true
    }
  }

  /// The key given as an expression: `.shortcutItem`, or a name followed by `as`.
  var keyName: String? {
    switch form {
    case .cast(let inner, _, _): inner.lastName ?? inner.keyName
    case .member(let base?, "rawValue"): base.lastName
    case .text(let text): text
    default: nil
    }
  }
}
