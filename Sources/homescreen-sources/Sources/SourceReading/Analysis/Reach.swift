/// The system's methods that lead to a function through calls among the files.
final class Reach {
  private let program: Program
  private let callers: Callers
  /// The system's methods, keyed by routine, as ``HandlerMethod/name``.
  private let slots: [Int: String]
  private var known: [Int: [String]] = [:]

  init(_ program: Program, callers: Callers, slots: [Int: String]) {
    self.program = program
    self.callers = callers
    self.slots = slots
  }

  /// Returns the names of the methods, sorted.
  func methods(to number: Int) -> [String] {
    if let found = known[number] { return found }
    let found = Set(all(before: number).compactMap { slots[$0] }).sorted()
    known[number] = found
    return found
  }

  /// Returns the names of the methods that lead to the code at an offset of a routine, sorted. A change of the scene's
  /// phase has the phases for which the code runs, if they are known: `onChangeOfScenePhase(background)`.
  func methods(to number: Int, at offset: UInt32) -> [String] {
    let name = "onChangeOfScenePhase"
    guard methods(to: number).contains(name) else { return methods(to: number) }
    let calls =
      all(before: number).flatMap { callers.calls(of: $0).map { ($0.routine, $0.offset) } } + [(number, offset)]
    var phases: Set<String> = []
    for (routine, offset) in calls where slots[routine] == name {
      guard let found = self.phases(of: routine, at: offset) else { return methods(to: number) }
      phases.formUnion(found)
    }
    return (methods(to: number).filter { $0 != name } + phases.map { "\(name)(\($0))" }).sorted()
  }

  /// Returns the phases with which a routine compares the new phase before the code at an offset; nil without a comparison.
  private func phases(of number: Int, at offset: UInt32) -> Set<String>? {
    let all: Set = ["active", "inactive", "background"]
    let parameters = program.routines[number].function.parameters.map(\.name)
    func isPhase(_ value: Expression) -> Bool {
      let name = value.written
      return !name.hasPrefix("old") && (name.lowercased().contains("phase") || parameters.last == name)
    }
    var found: Set<String>?
    program.routines[number].body.visitStatements { statement in
      switch statement.form {
      case .choose(let subject, let cases) where isPhase(subject):
        let named = cases.map { Set($0.patterns.compactMap { $0.expression?.lastName }) }
        guard let chosen = cases.firstIndex(where: { $0.body.contains { $0.offset == offset } }) else { return }
        found = named[chosen].isEmpty ? all.subtracting(named.joined()) : named[chosen]
      case .condition(let conditions, let then, _) where then.contains { $0.offset == offset }:
        for case .holds(let value) in conditions {
          guard case .binary("==", let left, let right) = value.form, isPhase(left), let name = right.lastName else {
            continue
          }
          found = [name]
        }
      default: break
      }
    }
    return found.flatMap { $0.isSubset(of: all) ? $0 : nil }
  }

  /// Returns the routine and all that lead to it, nearest first.
  func all(before number: Int, limit: Int = 200) -> [Int] {
    var open = [number]
    var seen: Set<Int> = [number]
    var index = 0
    while index < open.count, open.count < limit {
      let current = open[index]
      index += 1
      guard !program.routines[current].isProperty || program.routines[current].modifier == nil else { continue }
      for call in callers.calls(of: current) where seen.insert(call.routine).inserted { open.append(call.routine) }
    }
    return open
  }

  /// Returns whether a condition on a property other than a store decides whether the code at an offset runs: a
  /// condition in the routine, or in one that leads to it.
  func dependsOnState(_ number: Int, at offset: UInt32, besides store: String) -> Bool {
    var open = [(number, offset)]
    var seen: Set<Int> = [number]
    while let (routine, offset) = open.popLast(), seen.count < 200 {
      if isConditional(routine, at: offset, besides: store) { return true }
      for call in callers.calls(of: routine) where seen.insert(call.routine).inserted {
        open.append((call.routine, call.offset))
      }
    }
    return false
  }

  private func isConditional(_ number: Int, at offset: UInt32, besides store: String) -> Bool {
    let scope = program.scope(of: number)
    func isState(_ expression: Expression) -> Bool {
      expression.contains { part in
        guard let entry = program.property(of: part, in: scope), entry.identifier != store else { return false }
        return !entry.property.isLet && !entry.property.accessors.contains { $0.kind == "get" }
      }
    }
    func areState(_ conditions: [Condition]) -> Bool {
      conditions.contains { condition in
        switch condition {
        case .holds(let value), .matches(_, let value): isState(value)
        case .bind, .available: false
        }
      }
    }
    var decides = false
    program.routines[number].body.visitStatements { statement in
      var hasCode: Bool {
        var found = [statement].contains { $0.offset == offset }
        [statement].visitStatements { found = found || $0.offset == offset }
        return found
      }
      switch statement.form {
      case .condition(let conditions, let then, _) where areState(conditions):
        if case .leave? = then.last?.form, statement.offset < offset { decides = true }
        decides = decides || hasCode
      case .ensure(let conditions, _) where areState(conditions): decides = decides || statement.offset <= offset
      case .choose(let subject, _) where isState(subject): decides = decides || hasCode
      default: break
      }
    }
    return decides
  }
}
