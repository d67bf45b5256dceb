public import Events
internal import HomeScreenSimulator
import PropertyLists

/// What a run exercised, all files together.
public struct CoverageTotals: Sendable {
  /// What a run exercises.
  public enum Measure: Sendable {
    case facts, states, lines
  }

  private(set) var facts: Set<String> = []
  private(set) var states: [String: Set<String>] = [:]
  private(set) var transitions: Set<String> = []
  private(set) var lines: [ExactText: (lines: Set<Int>, ran: Set<Int>)] = [:]

  /// Of no file.
  public init() {}

  /// Adds what the event says of coverage.
  public mutating func add(_ event: RunEvent) {
    if case .coverage(let file) = event { add(file) }
  }

  /// Adds what one more script exercised.
  public mutating func add(_ file: FileCoverage) {
    facts.formUnion(file.facts)
    transitions.formUnion(file.transitions)
    for (group, names) in file.states { states[group, default: []].formUnion(names) }
    for entry in file.lines {
      lines[ExactText(entry.file), default: ([], [])].lines.formUnion(entry.lines)
      lines[ExactText(entry.file), default: ([], [])].ran.formUnion(entry.ran)
    }
  }

  /// The facts that a scenario can exercise: those by which the simulator or the reader of packages behaves.
  static let exercisable: [Fact] = FactLedger.all.filter { isExercisable($0.status) }

  private static func isExercisable(_ status: FactStatus) -> Bool {
    switch status {
    case .simulator, .package: true
    case .scenario, .lint, .lintToCome, .notModelled: false
    }
  }

  /// How many facts no scenario can exercise.
  static var otherFacts: Int { FactLedger.all.count - exercisable.count }

  /// How many of how many.
  public func count(of measure: Measure) -> (covered: Int, all: Int) {
    switch measure {
    case .facts: (Self.exercisable.count { facts.contains($0.id.rawValue) }, Self.exercisable.count)
    case .states:
      ModelStates.allCases.reduce((0, 0)) { sum, group in
        let all = group.all
        return (sum.0 + all.count { states[group.rawValue]?.contains($0) == true }, sum.1 + all.count)
      }
    case .lines: lines.values.reduce((0, 0)) { ($0.0 + $1.ran.count, $0.1 + $1.lines.count) }
    }
  }

  var missingFacts: [String] { Self.exercisable.map(\.id.rawValue).filter { !facts.contains($0) } }

  func missing(in group: ModelStates) -> [String] { group.all.filter { states[group.rawValue]?.contains($0) != true } }

  var files: [String] { Set(lines.keys).sortedTexts }

  func missingLines(of file: String) -> String {
    guard let entry = lines[ExactText(file)] else { return "" }
    // What lies between two lines that did not run did not run either, unless it could.
    return LineRanges(entry.lines.subtracting(entry.ran)) { !entry.lines.contains($0) }.text
  }

  /// A part of a whole in percent, with one digit; the whole where there is nothing.
  static func percent(_ count: (covered: Int, all: Int)) -> String {
    guard count.all > 0 else { return "100 %" }
    let tenths = count.covered * 1000 / count.all
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
