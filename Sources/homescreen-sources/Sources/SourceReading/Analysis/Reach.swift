/// Which methods of the system lead to a function, through calls among the files.
final class Reach {
  private let program: Program
  private let callers: Callers
  /// The methods of the system by routine, as ``HandlerMethod/name``.
  private let slots: [Int: String]
  private var known: [Int: [String]] = [:]

  init(_ program: Program, callers: Callers, slots: [Int: String]) {
    self.program = program
    self.callers = callers
    self.slots = slots
  }

  /// The names of the methods, in the order of the alphabet.
  func methods(to number: Int) -> [String] {
    if let found = known[number] { return found }
    let found = Set(all(before: number).compactMap { slots[$0] }).sorted()
    known[number] = found
    return found
  }

  /// The routine and all that lead to it, nearest first.
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
