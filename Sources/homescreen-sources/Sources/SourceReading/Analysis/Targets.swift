/// Which function a call means.
extension Program {
  /// The routine that is called, if it is among the files and there is only one that it can be.
  ///
  /// - Parameter byNameAlone: whether the only function of that name and labels counts where nothing is known of what
  ///   stands before the point.
  func target(
    of callee: Expression, _ arguments: [Argument], in scope: Scope, byNameAlone: Bool, depth: Int = 0
  ) -> Int? {
    switch callee.form {
    case .name(let name):
      if isTypeName(name), scope.locals[name] == nil { return initializer(of: name, arguments, in: scope) }
      var owner = scope.owner
      while let current = owner {
        if let found = method(name, arguments, of: current) { return found }
        owner = current.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(current[..<$0]) }
      }
      return only(routinesByName[name, default: []].filter { routines[$0].owner == nil }, arguments)
    case .member(let base?, let name):
      if name == "init" {
        return typeName(of: base, in: scope, depth: depth).flatMap { initializer(of: $0, arguments, in: scope) }
      }
      if case .name("super") = base.form {
        for parent in scope.owner.map({ ancestors(of: $0) }) ?? [] {
          if let entry = type(named: parent), let found = only(methods(name, of: entry), arguments) { return found }
        }
        return nil
      }
      if let owner = typeName(of: base, in: scope, depth: depth) {
        if let entry = type(named: owner, from: scope.owner) {
          if let found = method(name, arguments, of: entry.name) { return found }
          // A protocol's requirement, if one type only has it.
          guard entry.kind == .protocol else { return nil }
        } else {
          return nil
        }
      } else if !byNameAlone {
        return nil
      }
      return only(routinesByName[name, default: []].filter { routines[$0].owner != nil }, arguments)
    default: return nil
    }
  }

  /// How many functions of this name with such labels there are.
  func candidates(_ callee: Expression, _ arguments: [Argument]) -> Int {
    guard let name = callee.lastName else { return 0 }
    return routinesByName[name, default: []].filter { binding(of: arguments, to: routines[$0].function) != nil }.count
  }

  private func initializer(of name: String, _ arguments: [Argument], in scope: Scope) -> Int? {
    guard let entry = type(named: name, from: scope.owner) else { return nil }
    return only(methods("init", of: entry), arguments)
  }

  private func method(_ name: String, _ arguments: [Argument], of owner: String) -> Int? {
    guard let entry = types[owner] else { return nil }
    if let found = only(methods(name, of: entry), arguments) { return found }
    for parent in ancestors(of: owner) {
      if let above = type(named: parent, from: owner), above.name != owner,
        let found = only(methods(name, of: above), arguments)
      {
        return found
      }
    }
    return nil
  }

  private func methods(_ name: String, of entry: TypeEntry) -> [Int] {
    entry.routines.filter { !routines[$0].isProperty && routines[$0].function.name == name }
  }

  /// The only one that takes these arguments; without a body it is none.
  private func only(_ numbers: [Int], _ arguments: [Argument]) -> Int? {
    var found: Int?
    for number in numbers
    where routines[number].function.body != nil && binding(of: arguments, to: routines[number].function) != nil {
      guard found == nil else { return nil }
      found = number
    }
    return found
  }

  /// Which argument each parameter gets (nil: its standard value); nil where the labels do not fit.
  func binding(of arguments: [Argument], to function: Function) -> [Int?]? {
    var next = 0
    var bound: [Int?] = []
    for (index, parameter) in function.parameters.enumerated() {
      if next < arguments.count {
        let argument = arguments[next]
        let label = parameter.label == "_" ? nil : parameter.label
        var fits = argument.label == label
        if !fits, argument.label == nil, case .closure = argument.value.form {
          // A closure behind the brackets has no label.
          let left = function.parameters[(index + 1)...].contains { $0.type.contains("->") }
          fits = parameter.type.contains("->") && (next < arguments.count - 1 || !left)
        }
        if fits {
          bound.append(next)
          next += 1
          continue
        }
      }
      guard parameter.standard != nil || parameter.type.contains("->") && next >= arguments.count else { return nil }
      bound.append(nil)
    }
    return next == arguments.count ? bound : nil
  }
}

extension Expression {
  /// The name at the end: `b` of `a.b`.
  var lastName: String? {
    switch form {
    case .name(let name), .member(_, let name): name
    default: nil
    }
  }
}
