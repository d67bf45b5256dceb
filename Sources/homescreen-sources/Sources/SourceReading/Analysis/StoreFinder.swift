import AppSources

/// Finds who reads and who clears each property that stores an event.
struct StoreFinder {
  let program: Program
  let reach: Reach

  private struct Find {
    var store: ItemStore
    let entry: Program.PropertyEntry
    var clearing: Set<Int> = []
    var reads: [(offset: UInt32, routine: Int)] = []
  }

  func stores(_ writes: [Follower.StoreUse]) -> [ItemStore] {
    var finds: [String: Find] = [:]
    for write in writes {
      var find = finds[write.identifier] ?? new(write)
      if !find.store.writes.contains(write.place) { find.store.writes.append(write.place) }
      finds[write.identifier] = find
    }
    for number in modifiersFirst(finds.values.map(\.entry.property.name)) {
      let scope = program.scope(of: number)
      scan(program.routines[number].body, number, scope, &finds)
    }
    return finds.values.map { finished($0) }.sorted { $0.identifier < $1.identifier }
  }

  /// Returns closures of modifiers before the bodies that contain them, so that a read belongs to the closer one.
  private func modifiersFirst(_ names: [String]) -> [Int] {
    let numbers = program.routineNumbers(mentioning: names.flatMap { [$0, "$" + $0, "_" + $0] })
    return numbers.filter { program.routines[$0].modifier != nil }
      + numbers.filter { program.routines[$0].modifier == nil }
  }

  private func new(_ write: Follower.StoreUse) -> Find {
    let entry = write.entry
    let property = entry.property
    var store = ItemStore(write.identifier, write.subject, at: program.place(property.offset, in: entry.file))
    store.escapes =
      property.isPublic && program.files[entry.file].module != nil
      || property.accessors.contains { $0.kind == "didSet" || $0.kind == "willSet" || $0.kind == "set" }
      || property.attributes.contains { !["Published", "objc", "State", "MainActor"].contains($0.name) }
    return Find(store: store, entry: entry)
  }

  private func finished(_ find: Find) -> ItemStore {
    var store = find.store
    for (offset, routine) in find.reads {
      let file = program.routines[routine].file
      let place = program.place(offset, in: file)
      guard !store.reads.contains(where: { $0.place == place }) else { continue }
      let isCleared =
        find.clearing.contains(routine) || callees(of: routine).contains { find.clearing.contains($0) }
        || reach.dependsOnState(routine, at: offset, besides: store.identifier)
      let function = program.routines[routine].function
      store.reads.append(
        StoreRead(
          at: place, function: program.routines[routine].isProperty ? function.name : function.written,
          methods: reach.methods(to: routine), isCleared: isCleared))
    }
    store.reads.sort { $0.place < $1.place }
    store.clears = Array(Set(store.clears)).sorted()
    store.readsOfOthers = Array(Set(store.readsOfOthers)).sorted()
    return store
  }

  /// Returns the routines that a routine calls.
  private func callees(of number: Int) -> Set<Int> {
    var found: Set<Int> = []
    let scope = program.scope(of: number)
    program.routines[number].body.visit { expression in
      if case .call(let callee, let arguments) = expression.form,
        let target = program.target(of: callee, arguments, in: scope, byNameAlone: false)
      {
        found.insert(target)
      }
    }
    return found
  }

  // MARK: Reads and clears

  private func scan(_ body: [Statement], _ number: Int, _ scope: Scope, _ finds: inout [String: Find]) {
    for statement in body {
      if case .condition(let conditions, _, _) = statement.form {
        scan(conditions, statement.offset, number, scope, &finds)
      }
      if case .ensure(let conditions, _) = statement.form { scan(conditions, statement.offset, number, scope, &finds) }
      let isTested: Bool
      switch statement.form {
      case .condition, .ensure: isTested = true
      default: isTested = false
      }
      statement.parts(
        { if !isTested { scan($0, number, scope, &finds) } }, statements: { scan($0, number, scope, &finds) })
    }
  }

  /// - Parameter offset: the place of the statement, for a condition without a value, which has no separate place.
  private func scan(
    _ conditions: [Condition], _ offset: UInt32, _ number: Int, _ scope: Scope, _ finds: inout [String: Find]
  ) {
    for condition in conditions {
      // `if (self.item)` only tests; `if let item` reads it.
      if case .holds(let expression) = condition, asks(expression, scope, finds) { continue }
      if case .bind(let name, let value) = condition, value?.written ?? name == name {
        // `if let item`, `if let item = item`: the local variable does not exist yet.
        var outer = scope
        outer.locals[name] = nil
        scan(value ?? Expression(.name(name), at: offset), number, outer, &finds)
        continue
      }
      condition.parts { scan($0, number, scope, &finds) }
    }
  }

  private func asks(_ expression: Expression, _ scope: Scope, _ finds: [String: Find]) -> Bool {
    if case .unary("!", let inner) = expression.form { return asks(inner, scope, finds) }
    // `[self item]` in Objective-C.
    if case .call(let callee, let arguments) = expression.form, arguments.isEmpty { return asks(callee, scope, finds) }
    return identifier(expression, scope, finds) != nil
  }

  private func scan(_ expression: Expression, _ number: Int, _ scope: Scope, _ finds: inout [String: Find]) {
    switch expression.form {
    case .assign("=", let target, let value):
      scan(value, number, scope, &finds)
      guard let known = identifier(target, scope, finds) else {
        if let base = target.base { scan(base, number, scope, &finds) }
        return
      }
      if value.isNull {
        finds[known]?.store.clears.append(program.place(expression.offset, in: program.routines[number].file))
        finds[known]?.clearing.insert(number)
      }
      return
    case .binary(let sign, let left, let right) where ["==", "!="].contains(sign) && (left.isNull || right.isNull):
      if identifier(left.isNull ? right : left, scope, finds) != nil { return }
    default: break
    }
    if let known = identifier(expression, scope, finds) {
      finds[known]?.reads.append((expression.offset, number))
      // Perhaps it is a property of another type with this name: the rules about stores need certain reads.
      if program.property(of: expression, in: scope) == nil { finds[known]?.store.escapes = true }
      if let base = expression.base { scan(base, number, scope, &finds) }
      return
    }
    if let entry = program.property(of: expression, in: scope), entry.object != nil, let owner = entry.owner {
      finds["\(owner).\(entry.property.name)"]?.store.readsOfOthers.append(
        program.place(expression.offset, in: program.routines[number].file))
    }
    expression.parts({ scan($0, number, scope, &finds) }, statements: { scan($0, number, scope, &finds) })
  }

  /// Returns the store that an expression names; if the base is unknown, the store with that name.
  private func identifier(_ expression: Expression, _ scope: Scope, _ finds: [String: Find]) -> String? {
    guard let name = expression.lastName else { return nil }
    let plain =
      name.utf8.first == UInt8(ascii: "$") || name.utf8.first == UInt8(ascii: "_") ? String(name.dropFirst()) : name
    let possible = finds.filter { $0.value.entry.property.name == plain || $0.value.entry.property.name == name }
    guard !possible.isEmpty else { return nil }
    if let entry = program.property(of: expression, in: scope) {
      return finds[entry.identifier] == nil ? nil : entry.identifier
    }
    guard case .member(let base, _) = expression.form else { return nil }
    if let base, let type = program.typeName(of: base, in: scope), program.type(named: type) != nil { return nil }
    return possible.keys.sorted().first
  }
}
