/// The meaning of names at the place of an expression.
struct Scope {
  /// A local variable or a parameter.
  struct Local {
    var type: String?
    /// The assigned value, if it is known.
    var value: Expression?
    /// The index of the routine's parameter, if it is one.
    var parameter: Int?
    var isLet = true
  }

  let routine: Int
  let file: Int
  let owner: String?
  var locals: [String: Local] = [:]
  /// In a property of an enumeration, the case of `self`, if it is known.
  var ownCase: String?

  /// Creates a scope with the parameters of a routine.
  init(_ routine: Int, _ function: Function, file: Int, owner: String?) {
    self.routine = routine
    self.file = file
    self.owner = owner
    for (index, parameter) in function.parameters.enumerated() {
      locals[parameter.name] = Local(type: parameter.type, parameter: index)
    }
  }

  /// Creates the scope of a property's value outside routines.
  init(file: Int, owner: String?, routine: Int = -1) {
    self.file = file
    self.owner = owner
    self.routine = routine
  }

  mutating func declare(_ name: String, type: String? = nil, value: Expression? = nil, isLet: Bool = true) {
    guard name != "_" else { return }
    locals[name] = Local(type: type, value: value, parameter: nil, isLet: isLet)
  }

  /// Returns a scope with all variables of a routine, for checks that ignore the order of statements. A variable that
  /// is declared twice or set later has no value.
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
      case .loop(let loop): for name in loop.pattern?.names ?? [] { add(name, type: nil, value: nil, isLet: true) }
      default: break
      }
    }
    body.visit { expression in
      if case .assign(_, let target, _) = expression.form, case .name(let name) = target.form {
        scope.locals[name]?.value = nil
      }
    }
    return scope
  }
}
