/// Where an expression stands: what its names mean there.
struct Scope {
  /// A variable of a function, or a parameter.
  struct Local {
    var type: String?
    /// What it was set to, if that is known.
    var value: Expression?
    /// The number of the parameter of the routine, if it is one.
    var parameter: Int?
    var isLet = true
  }

  let routine: Int
  let file: Int
  let owner: String?
  var locals: [String: Local] = [:]
  /// In a property of an enumeration: the case that it is asked of, if that is known.
  var ownCase: String?

  /// The parameters of a routine.
  init(_ routine: Int, _ function: Function, file: Int, owner: String?) {
    self.routine = routine
    self.file = file
    self.owner = owner
    for (index, parameter) in function.parameters.enumerated() {
      locals[parameter.name] = Local(type: parameter.type, parameter: index)
    }
  }

  /// Of a property's value, in no routine.
  init(file: Int, owner: String?, routine: Int = -1) {
    self.file = file
    self.owner = owner
    self.routine = routine
  }

  mutating func declare(_ name: String, type: String? = nil, value: Expression? = nil, isLet: Bool = true) {
    guard name != "_" else { return }
    locals[name] = Local(type: type, value: value, parameter: nil, isLet: isLet)
  }

  /// All variables of a routine at once, for questions that do not follow the order of statements. One that is made twice,
  /// or set later, keeps no value.
  static func whole(_ routine: Int, _ function: Function, file: Int, owner: String?) -> Scope {
    var scope = Scope(routine, function, file: file, owner: owner)
    var seen: Set<String> = []
    func add(_ name: String, type: String?, value: Expression?, isLet: Bool) {
      let isNew = seen.insert(name).inserted && scope.locals[name] == nil
      scope.declare(name, type: type, value: isNew ? value : nil, isLet: isLet)
    }
    let body = function.body ?? []
    body.visitStatements { statement in
      switch statement.form {
      case .declare(let pattern, let type, let value, let isLet):
        for name in pattern.names {
          add(name, type: type, value: pattern.names.count == 1 ? value : nil, isLet: isLet)
        }
      case .condition(let conditions, _, _), .ensure(let conditions, _):
        for case .bind(let name, let value) in conditions {
          if let value { add(name, type: nil, value: value, isLet: true) }
        }
      case .loop(let loop):
        for name in loop.pattern?.names ?? [] { add(name, type: nil, value: nil, isLet: true) }
      default: break
      }
    }
    body.visit { expression in
      if case .assign(_, let target, _) = expression.form, case .name(let name) = target.form {
        if scope.locals[name]?.isLet == false { scope.locals[name]?.value = nil }
      }
    }
    return scope
  }
}
