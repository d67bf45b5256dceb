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

  private typealias Mention = (routine: Int, callee: Expression, arguments: [Argument])

  private let program: Program
  /// All calls by the names that are called, as far as they were asked for.
  private var byName: [String: [Mention]] = [:]
  private var known: [Int: [Call]] = [:]
  /// Names that stand somewhere without being called: functions given to others.
  private let mentioned: Set<String>

  init(_ program: Program) {
    self.program = program
    mentioned = Set(
      program.files.flatMap { $0.facts.index.selectors }.map { text in String(text.prefix { $0 != "(" && $0 != ":" }) })
  }

  /// The calls of whatever has a name.
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

  /// By which names a routine can be called; an initializer by that of its type too.
  private func names(of number: Int) -> [String] {
    let routine = program.routines[number]
    var names = [routine.function.name]
    if let other = program.bridged[number]?.name, other != names[0] { names.append(other) }
    if names == ["init"], let owner = routine.owner { names.append(Program.lastName(owner)) }
    return names
  }

  /// The calls that can mean this routine.
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
