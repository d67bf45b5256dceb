/// The calls of each routine among the files.
final class Callers {
  struct Call {
    /// The routine with the call.
    let routine: Int
    let offset: UInt32
    let arguments: [Argument]
    /// The index of the argument for each parameter.
    let binding: [Int?]

    func argument(_ parameter: Int) -> Expression? {
      guard parameter < binding.count, let index = binding[parameter] else { return nil }
      return arguments[index].value
    }
  }

  private typealias Mention = (routine: Int, callee: Expression, arguments: [Argument])

  private let program: Program
  /// The calls requested so far, keyed by name.
  private var byName: [String: [Mention]] = [:]
  private var known: [Int: [Call]] = [:]
  /// The names that are mentioned without a call: functions passed as values.
  private let mentioned: Set<String>

  init(_ program: Program) {
    self.program = program
    mentioned = Set(
      program.files.flatMap { $0.facts.index.selectors }.map { text in String(text.prefix { $0 != "(" && $0 != ":" }) })
  }

  /// Returns the calls of anything with this name.
  private func mentions(of name: String) -> [Mention] {
    if let found = byName[name] { return found }
    var found: [Mention] = []
    for number in program.routineNumbers(mentioning: [name]) {
      program.routines[number].body.visit { expression in
        if case .call(let callee, let arguments) = expression.form, callee.lastName == name {
          found.append((number, callee, arguments))
        }
      }
    }
    byName[name] = found
    return found
  }

  /// Returns the names that a routine can be called by; for an initializer, also that of its type.
  private func names(of number: Int) -> [String] {
    let routine = program.routines[number]
    var names = [routine.function.name]
    if let other = program.bridged[number]?.name, other != names[0] { names.append(other) }
    if names == ["init"], let owner = routine.owner { names.append(Program.lastName(owner)) }
    return names
  }

  /// Returns the calls that may call this routine.
  func calls(of number: Int) -> [Call] {
    if let found = known[number] { return found }
    var found: [Call] = []
    for (routine, callee, arguments) in names(of: number).flatMap(mentions).sorted(by: { $0.routine < $1.routine }) {
      guard let binding = program.binding(of: arguments, to: number) else { continue }
      let scope = program.scope(of: routine)
      if let target = program.target(of: callee, arguments, in: scope, byNameAlone: true) {
        guard target == number else { continue }
      } else if program.typeName(of: callee.base ?? callee, in: scope).map({ program.type(named: $0) == nil }) ?? false
      {
        continue
      }
      found.append(Call(routine: routine, offset: callee.offset, arguments: arguments, binding: binding))
    }
    known[number] = found
    return found
  }

  /// Whether the routine has no other callers: it is not overridden, passed as a value or reached by a selector.
  func areAllKnown(of number: Int) -> Bool {
    let function = program.routines[number].function
    return !mentioned.contains(function.name) && !function.attributes.contains("IBAction")
  }
}

extension Expression {
  /// The expression before the last dot.
  var base: Expression? { if case .member(let base, _) = form { base } else { nil } }
}
