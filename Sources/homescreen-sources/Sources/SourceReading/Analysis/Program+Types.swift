/// The meaning of names: types and properties.
extension Program {
  /// Returns the scope of a routine with all its variables; see ``Scope``.
  func scope(of number: Int) -> Scope {
    if let known = scopes[number] { return known }
    let routine = routines[number]
    let scope = Scope.whole(number, routine.function, file: routine.file, owner: routine.owner)
    scopes[number] = scope
    return scope
  }

  /// Returns the scope at the start of a routine.
  func parameters(of number: Int) -> Scope {
    let routine = routines[number]
    return Scope(number, routine.function, file: routine.file, owner: routine.owner)
  }

  /// Returns the name of an expression's type, according to the declarations; the type need not be among the files.
  func typeName(of expression: Expression, in scope: Scope, depth: Int = 0) -> String? {
    guard depth < 12 else { return nil }
    switch expression.form {
    case .name("self"), .name("Self"): return scope.owner
    case .name("super"): return scope.owner.flatMap { ancestors(of: $0).first { type(named: $0) != nil } }
    case .name(let name):
      if let local = scope.locals[name] {
        if let type = local.type { return Self.plain(type) }
        return local.value.flatMap { value in
          // In `if let a = a` and `let a = a`, the value is the outer variable.
          if case .name(name) = value.form { return nil }
          return typeName(of: value, in: scope, depth: depth + 1)
        }
      }
      if let entry = property(named: name, of: scope.owner) { return typeName(of: entry, depth: depth + 1) }
      if let entry = globals[name] { return typeName(of: entry, depth: depth + 1) }
      return isTypeName(name) ? name : nil
    case .member(let base?, let name):
      if name == "self" || name == "Type" { return typeName(of: base, in: scope, depth: depth + 1) }
      guard let owner = typeName(of: base, in: scope, depth: depth + 1) else { return nil }
      if let entry = type(named: owner, from: scope.owner) {
        if let property = property(named: name, of: entry.name) { return typeName(of: property, depth: depth + 1) }
        if types["\(entry.name).\(name)"] != nil { return "\(entry.name).\(name)" }
        if entry.cases.contains(where: { $0.value.name == name }) { return entry.name }
      }
      if owner == "UIApplication", name == "shared" || name == "sharedApplication" { return "UIApplication" }
      if isTypeName(name), isTypeName(Self.lastName(owner)) { return "\(owner).\(name)" }
      return nil
    case .call(let callee, let arguments):
      if case .member(let base?, let name) = callee.form {
        if ["init", "alloc", "new"].contains(name) { return typeName(of: base, in: scope, depth: depth + 1) }
        if ["sharedApplication"].contains(name) { return typeName(of: callee, in: scope, depth: depth + 1) }
      }
      if case .name(let name) = callee.form, isTypeName(name), scope.locals[name] == nil { return name }
      if case .member(_?, let name) = callee.form, isTypeName(name) {
        return typeName(of: callee, in: scope, depth: depth + 1)
      }
      guard let target = target(of: callee, arguments, in: scope, byNameAlone: false, depth: depth + 1) else {
        return nil
      }
      let result = routines[target].function.result
      if result == "Self" || result?.hasSuffix("instancetype") == true { return routines[target].owner }
      return result.map(Self.plain)
    case .cast(_, let word, let type): return word == "is" ? nil : Self.plain(type)
    case .attempt(let inner, _), .wait(let inner): return typeName(of: inner, in: scope, depth: depth + 1)
    case .binary("??", let left, _): return typeName(of: left, in: scope, depth: depth + 1)
    case .choice(_, let left, _): return typeName(of: left, in: scope, depth: depth + 1)
    default: return nil
    }
  }

  private func typeName(of entry: PropertyEntry, depth: Int) -> String? {
    if let type = entry.property.type { return Self.plain(type) }
    for attribute in entry.property.attributes {
      // `@UIApplicationDelegateAdaptor(AppDelegate.self) var delegate`, `@Environment(Model.self) var model`.
      if let argument = attribute.arguments.first, case .member(let type?, "self") = argument.value.form {
        return type.written
      }
    }
    guard let value = entry.property.value else { return nil }
    let scope = Scope(file: entry.file, owner: entry.owner, routine: -1)
    return typeName(of: value, in: scope, depth: depth + 1)
  }

  /// Whether a name is that of a type, by its first letter, and not of a function.
  func isTypeName(_ name: String) -> Bool {
    guard let first = name.utf8.first, (65...90).contains(first) else { return false }
    return routinesByName[name] == nil || typesByLastName[name] != nil
  }

  // MARK: Properties

  /// Returns a property of a type, its superclasses, or the enclosing types.
  func property(named name: String, of owner: String?) -> PropertyEntry? {
    guard let owner else { return nil }
    var around: String? = owner
    while let current = around {
      if let found = types[current]?.properties[name] { return found }
      around = current.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(current[..<$0]) }
    }
    for parent in ancestors(of: owner) {
      if let entry = type(named: parent, from: owner), let found = entry.properties[name] { return found }
    }
    return nil
  }

  /// Returns the property or global variable that an expression names; nil for local variables and names that the files do
  /// not declare.
  ///
  /// The property of another object than the shared one has its own identifier: `Store().item` if code only sets
  /// `Store.shared.item`, and the base is a property with the value `Store()`.
  func property(of expression: Expression, in scope: Scope) -> PropertyEntry? {
    guard var found = declaredProperty(of: expression, in: scope) else { return nil }
    if let base = expression.base, let owner = found.owner, !found.property.isStatic,
      let holder = declaredProperty(of: base, in: scope), !holder.property.isStatic,
      holder.property.value?.creates(owner) == true, isSetOnlyInSharedObject(found), isNeverReplaced(holder.property)
    {
      found.object = owner + "()"
    }
    return found
  }

  private func declaredProperty(of expression: Expression, in scope: Scope) -> PropertyEntry? {
    switch expression.form {
    case .name(let written):
      guard scope.locals[written] == nil else { return nil }
      var name = written
      if let found = property(named: name, of: scope.owner) ?? globals[name] { return found }
      // Projected values (`$a`), instance variables (`_a`).
      guard let first = name.utf8.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "_") else { return nil }
      name = String(name.dropFirst())
      return property(named: name, of: scope.owner)
    case .member(let base?, let name):
      if let owner = typeName(of: base, in: scope) {
        guard let entry = type(named: owner, from: scope.owner) else { return nil }
        // `store.$item` is the publisher of `store.item`.
        let plain = name.utf8.first == UInt8(ascii: "$") ? String(name.dropFirst()) : name
        return property(named: plain, of: entry.name)
      }
      // The base is unknown: use the only property with that name, if it is not a common word.
      guard name.utf8.count > 8, let all = propertiesByName[name], all.count == 1 else { return nil }
      return all[0]
    default: return nil
    }
  }

  /// Returns the routine of a property that an extension of a type of the system computes.
  func getter(_ name: String, of type: String?) -> Int? {
    guard let entry = type.flatMap({ types[$0] }), let property = entry.properties[name]?.property,
      !property.isStatic, property.accessors.map(\.kind) == ["get"]
    else { return nil }
    return entry.routines.first { routines[$0].isProperty && routines[$0].function.name == name }
  }

  /// Whether a class has a shared object, and code sets a property only there, except to nil.
  private func isSetOnlyInSharedObject(_ entry: PropertyEntry) -> Bool {
    if let known = setInSharedObject[entry.identifier] { return known }
    guard let owner = entry.owner, let type = types[owner], type.kind == .class else { return false }
    let shared = Set(type.properties.filter { $1.property.isStatic && $1.property.value?.creates(owner) == true }.keys)
    let name = entry.property.name
    var isOnly = !shared.isEmpty && entry.property.accessors.isEmpty
    for number in isOnly ? routineNumbers(mentioning: [name, "_" + name, "$" + name]) : [] {
      let scope = scope(of: number)
      routines[number].body.visit { expression in
        switch expression.form {
        case .assign(_, let target, let value):
          guard case .tuple = target.form else {
            guard target.contains({ $0.lastName == name }), !value.isNull,
              declaredProperty(of: target, in: scope).map({ $0.identifier == entry.identifier }) ?? true
            else { return }
            let base = target.base.flatMap { declaredProperty(of: $0, in: scope) }
            if base?.owner != owner || !shared.contains(base?.property.name ?? "") { isOnly = false }
            return
          }
          if target.contains({ $0.lastName == name }) { isOnly = false }
        case .unary("&", let passed): if passed.contains({ $0.lastName == name }) { isOnly = false }
        default: break
        }
      }
    }
    setInSharedObject[entry.identifier] = isOnly
    return isOnly
  }

  /// Whether no code assigns a property with this name, or passes an argument with this label.
  private func isNeverReplaced(_ property: Property) -> Bool {
    let names = [property.name, "_" + property.name]
    return !routineNumbers(mentioning: names).contains { number in
      routines[number].body.contains { expression in
        switch expression.form {
        case .assign(_, let target, _): names.contains(target.lastName ?? "")
        case .call(_, let arguments): arguments.contains { $0.label == property.name }
        default: false
        }
      }
    }
  }

  /// How code reads a property.
  enum Reading {
    /// No code that was read names it, except to set it.
    case never
    /// Only functions read it, each when it is called.
    case checked
    /// Its changes may have an effect at once: an observer, a binding, or a view that shows it.
    case watched
  }

  /// Returns how code reads an optional property of a class.
  func reading(of entry: PropertyEntry) -> Reading {
    if let known = readings[entry.identifier] { return known }
    let found = findReading(of: entry)
    readings[entry.identifier] = found
    return found
  }

  private func findReading(of entry: PropertyEntry) -> Reading {
    let (property, name) = (entry.property, entry.property.name)
    let kind = entry.owner.flatMap { types[$0]?.kind } ?? .class
    guard property.isOptional, property.accessors.isEmpty, kind == .class || kind == .actor || property.isStatic,
      !(property.isPublic && files[entry.file].module != nil),
      property.attributes.allSatisfy({ ["Published", "objc", "MainActor"].contains($0.name) })
    else { return .watched }
    let all = routineNumbers(mentioning: [name, "$" + name, "_" + name])
    var found = Reading.never
    /// The reads in closures of modifiers, which the bodies around them contain, too.
    var seen: Set<[UInt32]> = []
    for number in all.filter({ routines[$0].modifier != nil }) + all.filter({ routines[$0].modifier == nil }) {
      let routine = routines[number]
      let isShown = routine.modifier == nil && (routine.isProperty || routine.function.result?.contains("View") == true)
      var isWatched = false
      for offset in reads(of: entry, in: number, &isWatched)
      where seen.insert([UInt32(routine.file), offset]).inserted {
        found = .checked
        isWatched = isWatched || isShown
      }
      if isWatched { return .watched }
    }
    return found
  }

  /// Returns the places in a routine that read a property, or perhaps read it.
  private func reads(of entry: PropertyEntry, in number: Int, _ isWatched: inout Bool) -> [UInt32] {
    let name = entry.property.name
    let scope = scope(of: number)
    var found: [UInt32] = []
    var targets: Set<UInt32> = []
    var isProjected = false
    routines[number].body.visit { expression in
      if case .assign("=", let target, _) = expression.form { targets.insert(target.offset) }
      guard let own = expression.lastName, [name, "$" + name, "_" + name].contains(own) else { return }
      switch expression.form {
      // A bare name that is not a member here is a parameter or a variable of a closure.
      case .name: if scope.locals[own] != nil || property(of: expression, in: scope) == nil { return }
      case .member(nil, _): return
      default: break
      }
      if let other = property(of: expression, in: scope), other.identifier != entry.identifier { return }
      if own.hasPrefix("$") { isProjected = true }
      if !targets.contains(expression.offset) { found.append(expression.offset) }
    }
    // `if let a` has no expression.
    routines[number].body.visitStatements { statement in
      switch statement.form {
      case .condition(let conditions, _, _), .ensure(let conditions, _):
        for case .bind(name, nil) in conditions { found.append(statement.offset) }
      default: break
      }
    }
    if isProjected { isWatched = true }
    return found
  }

  /// Returns whether none of the files assigns an optional property of a Swift class: a call through the property then
  /// does nothing. False for `window` and outlets, which the system sets.
  func isNeverSet(_ entry: PropertyEntry) -> Bool {
    let (property, name) = (entry.property, entry.property.name)
    let setter = "set" + name.prefix(1).uppercased() + name.dropFirst()
    guard property.isOptional, !property.isPublic, property.value == nil, property.attributes.isEmpty,
      property.accessors.isEmpty, entry.owner.flatMap({ types[$0]?.kind }) == .class, name != "window",
      files[entry.file].path.hasSuffix(".swift"),
      !files.contains(where: { $0.facts.index.texts.contains(name) || $0.facts.index.mayMention(setter) })
    else { return false }
    return !routineNumbers(mentioning: [name]).contains { number in
      routines[number].body.contains { expression in
        let targets: [Expression]
        switch expression.form {
        case .assign(_, let target, _):
          if case .tuple(let all) = target.form { targets = all.map(\.value) } else { targets = [target] }
        case .unary("&", let passed): targets = [passed]
        default: return false
        }
        return targets.contains { target in
          target.lastName == name
            && (self.property(of: target, in: scope(of: number)).map { $0.identifier == entry.identifier } ?? true)
        }
      }
    }
  }
}

extension Expression {
  /// Whether the expression makes an object of this class without arguments: `Store()`.
  fileprivate func creates(_ type: String) -> Bool {
    guard case .call(let callee, let arguments) = bare.form, arguments.isEmpty, let name = callee.lastName else {
      return false
    }
    return type == name || type.hasSuffix("." + name)
  }
}
