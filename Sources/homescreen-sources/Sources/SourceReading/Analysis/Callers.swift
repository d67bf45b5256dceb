/// Who calls whom: the calls of each routine among the files.
final class Callers {
  struct Call {
    /// The routine in which it stands.
    let routine: Int
    let offset: UInt32
    let arguments: [Argument]
    /// Which argument each parameter gets.
    let binding: [Int?]

    func argument(_ parameter: Int) -> Expression? {
      guard parameter < binding.count, let index = binding[parameter] else { return nil }
      return arguments[index].value
    }
  }

  private let program: Program
  private var byName: [String: [(routine: Int, callee: Expression, arguments: [Argument])]] = [:]
  private var known: [Int: [Call]] = [:]
  /// Names that stand somewhere without being called: functions given to others.
  private var mentioned: Set<String> = []

  init(_ program: Program) {
    self.program = program
    for number in program.routines.indices {
      program.routines[number].body.visit { expression in
        switch expression.form {
        case .call(let callee, let arguments):
          if let name = callee.lastName, program.routinesByName[name] != nil {
            byName[name, default: []].append((number, callee, arguments))
          } else if let name = callee.lastName, program.isTypeName(name), program.type(named: name) != nil {
            byName["init", default: []].append((number, callee, arguments))
          }
        case .selector(let text):
          mentioned.insert(String(text.prefix { $0 != "(" && $0 != ":" }))
        default: break
        }
      }
    }
  }

  /// The calls that can mean this routine.
  func calls(of number: Int) -> [Call] {
    if let found = known[number] { return found }
    let function = program.routines[number].function
    var found: [Call] = []
    for (routine, callee, arguments) in byName[function.name, default: []] {
      guard let binding = program.binding(of: arguments, to: function) else { continue }
      let scope = program.scope(of: routine)
      if let target = program.target(of: callee, arguments, in: scope, byNameAlone: true) {
        guard target == number else { continue }
      } else if program.typeName(of: callee.base ?? callee, in: scope).map({ program.type(named: $0) == nil }) ?? false {
        continue
      }
      found.append(Call(routine: routine, offset: callee.offset, arguments: arguments, binding: binding))
    }
    known[number] = found
    return found
  }

  /// Whether nothing else can call it: it is not overridden, handed on or reached by a selector.
  func areAllKnown(of number: Int) -> Bool {
    let function = program.routines[number].function
    return !mentioned.contains(function.name) && !function.attributes.contains("IBAction")
  }
}

extension Expression {
  /// What stands before the last point.
  var base: Expression? {
    if case .member(let base, _) = form { base } else { nil }
  }
}
