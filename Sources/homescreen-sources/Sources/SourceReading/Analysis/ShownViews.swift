import AppSources

/// Finds views that are shown only under conditions: while such a view is not shown, its modifiers get no event.
struct ShownViews {
  private let program: Program

  init(_ program: Program) { self.program = program }

  /// How code is reached inside other code: not at all, always, or as decided at an offset.
  private enum Presence {
    case absent, always
    case decided(UInt32)

    /// Returns the presence of code that may be in either of two places.
    func or(_ other: Presence) -> Presence {
      switch (self, other) {
      case (.always, _), (_, .always): .always
      case (.absent, let known), (let known, .absent): known
      case (.decided, .decided): self
      }
    }

    /// Returns the presence if an offset decides whether the code is reached at all.
    func governed(at offset: UInt32) -> Presence { if case .always = self { .decided(offset) } else { self } }
  }

  /// The modifiers whose closures make views that are shown later.
  private static let presenters: Set = [
    "alert", "confirmationDialog", "fullScreenCover", "inspector", "navigationDestination", "popover", "sheet",
  ]

  /// Returns the place that decides whether the view of a modifier is shown; nil if it is probably always shown.
  func decider(ofModifier number: Int) -> SourcePlace? {
    let offset = program.routines[number].function.offset
    return decider(of: program.routines[number], seen: []) { expression in
      guard expression.offset == offset, case .call = expression.form else { return false }
      return true
    } inside: {
      program.routines[$0].modifier == nil
    }
  }

  /// Returns the place that decides whether a view uses a function of all views that has this modifier; the modifier if
  /// no view does.
  func decider(ofUseInAllViews number: Int) -> SourcePlace? {
    let modifier = program.routines[number]
    let place = program.place(modifier.function.offset, in: modifier.file)
    let function = program.types["View"]?.routines.map { program.routines[$0] }.first { routine in
      routine.file == modifier.file && routine.body.contains { $0.offset == modifier.function.offset && $0.isCall }
    }
    guard let name = function?.function.name, program.routinesByName[name]?.count == 1 else { return place }
    func isUse(_ expression: Expression) -> Bool {
      if case .call(let callee, _) = expression.form { callee.lastName == name } else { false }
    }
    let users = program.routineNumbers(mentioning: [name]).filter { number in
      let user = program.routines[number]
      return user.modifier == nil && user.owner.map { isView($0) && !isPreview($0) } == true
        && user.body.contains(isUse)
    }
    return users.isEmpty ? place : decider(in: users, seen: [], isUse)
  }

  /// - Parameters:
  ///   - isSought: whether an expression is the code whose presence is asked for.
  ///   - isSearched: whether a routine of the same type and file may contain it.
  private func decider(
    of routine: Program.Routine, seen: Set<String>, _ isSought: (Expression) -> Bool, inside isSearched: (Int) -> Bool
  ) -> SourcePlace? {
    guard let owner = routine.owner, isView(owner), let entry = program.types[owner] else { return nil }
    let users = entry.routines.filter { isSearched($0) && program.routines[$0].file == routine.file }
    return decider(in: users, seen: seen, isSought)
  }

  /// Returns the first place that decides; nil if the code is always reached in one of the places where it occurs.
  private func decider(in users: [Int], seen: Set<String>, _ isSought: (Expression) -> Bool) -> SourcePlace? {
    var first: SourcePlace?
    for number in users {
      let user = program.routines[number]
      switch presence(in: user.body, isSought) {
      case .absent: continue
      case .decided(let offset): first = first ?? program.place(offset, in: user.file)
      case .always:
        guard let outer = decider(ofUsesOf: number, seen: seen) else { return nil }
        first = first ?? outer
      }
    }
    return first
  }

  /// Returns the place that decides whether a view's property or function is used.
  private func decider(ofUsesOf number: Int, seen: Set<String>) -> SourcePlace? {
    let routine = program.routines[number], name = routine.function.name
    guard let owner = routine.owner, isView(owner), let entry = program.types[owner] else { return nil }
    var seen = seen
    guard seen.count < 8, seen.insert("\(owner).\(name)").inserted else { return nil }
    guard name == "body" else {
      let users = entry.routines.filter { $0 != number && program.routines[$0].modifier == nil }
      return decider(in: users, seen: seen) { expression in
        switch expression.form {
        case .name(name): true
        case .member(let base?, name): base.written == "self"
        default: false
        }
      }
    }
    guard !entry.inherits.contains("App") else { return nil }
    let last = Program.lastName(owner)
    let all = program.routineNumbers(mentioning: [last]).filter { program.routines[$0].modifier == nil }
    let users = all.filter { program.routines[$0].owner.map { !isPreview($0) } ?? true }
    // Code that is no view may show it at any time.
    func isUse(_ expression: Expression) -> Bool {
      if case .call(let callee, _) = expression.form { callee.lastName == last } else { false }
    }
    let isShownElsewhere = users.contains { number in
      let user = program.routines[number]
      return !(user.owner.map(isView) ?? false) && user.body.contains(isUse)
    }
    return isShownElsewhere ? nil : decider(in: users, seen: seen, isUse)
  }

  private func isView(_ owner: String) -> Bool {
    !Set(program.types[owner]?.inherits ?? []).isDisjoint(with: ["App", "Scene", "View"])
  }

  private func isPreview(_ owner: String) -> Bool {
    program.types[owner]?.inherits.contains("PreviewProvider") ?? false
  }

  // MARK: In code

  private func presence(in body: [Statement], _ isSought: (Expression) -> Bool) -> Presence {
    body.reduce(.absent) { $0.or(presence(in: $1, isSought)) }
  }

  private func presence(in statement: Statement, _ isSought: (Expression) -> Bool) -> Presence {
    var branches: [Presence] = []
    switch statement.form {
    case .condition(let conditions, let then, let otherwise):
      // What is available is known of each version.
      let isOfSystem = conditions.allSatisfy { if case .available = $0 { true } else { false } }
      branches = [presence(in: then, isSought), presence(in: otherwise, isSought)]
      if isOfSystem { return branches[0].or(branches[1]) }
      // Users do not see test runs.
      if conditions.count == 1, case .holds(let condition) = conditions[0] {
        if isFlagOfTests(condition) { return branches[1] }
        if case .unary("!", let inner) = condition.form, isFlagOfTests(inner) { return branches[0] }
      }
    case .choose(_, let cases): branches = cases.map { presence(in: $0.body, isSought) }
    default:
      var found = Presence.absent
      statement.parts(
        { found = found.or(presence(in: $0, isSought)) }, statements: { found = found.or(presence(in: $0, isSought)) })
      return found
    }
    if branches.allSatisfy({ if case .always = $0 { true } else { false } }) { return .always }
    return branches.reduce(.absent) { $0.or($1.governed(at: statement.offset)) }
  }

  private func isFlagOfTests(_ expression: Expression) -> Bool {
    switch expression.form {
    case .name, .member: Vocabulary.isAboutTests(expression)
    default: false
    }
  }

  private func presence(in expression: Expression, _ isSought: (Expression) -> Bool) -> Presence {
    if isSought(expression) { return .always }
    var found = Presence.absent
    guard case .call(let callee, let arguments) = expression.form, case .member(_?, let name) = callee.form,
      Self.presenters.contains(name)
    else {
      expression.parts(
        { found = found.or(presence(in: $0, isSought)) }, statements: { found = found.or(presence(in: $0, isSought)) })
      return found
    }
    for argument in arguments { found = found.or(presence(in: argument.value, isSought)) }
    return presence(in: callee, isSought).or(found.governed(at: expression.offset))
  }
}
