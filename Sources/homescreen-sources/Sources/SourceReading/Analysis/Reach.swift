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
}
