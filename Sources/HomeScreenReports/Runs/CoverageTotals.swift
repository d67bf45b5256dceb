package import Events
internal import HomeScreenSimulator
package import Platform
import PropertyLists

/// The coverage of a run, all files together.
package struct CoverageTotals: Sendable {
  /// The measures of coverage.
  package enum Measure: Sendable {
    case facts, states, lines
  }

  private(set) var facts: Set<String> = []
  private(set) var states: [String: Set<String>] = [:]
  private(set) var transitions: Set<String> = []
  private(set) var lines: [ExactText: (lines: Set<Int>, ran: Set<Int>)] = [:]

  /// Creates empty totals.
  package init() {}

  /// Adds the coverage of an event.
  package mutating func add(_ event: RunEvent) {
    if case .coverage(let file) = event { add(file) }
  }

  /// Adds the coverage of one more script.
  package mutating func add(_ file: FileCoverage) {
    facts.formUnion(file.facts)
    transitions.formUnion(file.transitions)
    for (group, names) in file.states { states[group, default: []].formUnion(names) }
    for entry in file.lines {
      lines[ExactText(entry.file), default: ([], [])].lines.formUnion(entry.lines)
      lines[ExactText(entry.file), default: ([], [])].ran.formUnion(entry.ran)
    }
  }

  /// The facts that a scenario can exercise: those modelled by the simulator or by the reader of packages.
  static let exercisable: [Fact] = FactLedger.all.filter { isExercisable($0.status) }

  private static func isExercisable(_ status: FactStatus) -> Bool {
    switch status {
    case .simulator, .package: true
    case .scenario, .lint, .lintToCome, .notModelled: false
    }
  }

  /// The number of facts that no scenario can exercise.
  static var otherFacts: Int { FactLedger.all.count - exercisable.count }

  /// Returns the covered number and the total of a measure.
  package func count(of measure: Measure) -> (covered: Int, all: Int) {
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
    // A range of missed lines also includes the lines between them that cannot run.
    return LineRanges(entry.lines.subtracting(entry.ran)) { !entry.lines.contains($0) }.text
  }

  /// Returns a percentage with one decimal; 100 if the total is zero.
  static func percent(_ count: (covered: Int, all: Int)) -> String {
    guard count.all > 0 else { return "100 %" }
    let tenths = count.covered * 1000 / count.all
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}

/// Coverage for people, programs and editors.
extension CoverageTotals {
  /// A table for people.
  package var text: [StyledText] {
    factText + [""] + stateText + [""] + lineText
  }

  private static let shown = 8

  private static func list(_ missing: [String]) -> String {
    let rest = missing.count - shown
    return missing.prefix(shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func title(_ text: String, _ measure: Measure) -> StyledText {
    let count = count(of: measure)
    return "\(StyledText(text, .bold)): \(String(count.covered)) of \(String(count.all)) (\(Self.percent(count)))"
  }

  private static func row(_ name: String, _ covered: Int, _ all: Int, _ missing: String) -> StyledText {
    let count = "\(covered) of \(all)"
    return StyledText(
      "  "
        + TextRow.text(
          [TerminalText.visible(name, isOneLine: true), count, missing.isEmpty ? "" : "not: \(missing)"],
          widths: [36, 12]))
  }

  private var factText: [StyledText] {
    var areas: [(name: String, facts: [Fact])] = []
    for fact in Self.exercisable {
      let name = "\(fact.ledger): \(fact.area)"
      if areas.last?.name == name { areas[areas.count - 1].facts.append(fact) } else { areas.append((name, [fact])) }
    }
    return [title("Facts named by events, checks and failures", .facts)]
      + areas.map { area in
        let missing = area.facts.map(\.id.rawValue).filter { !facts.contains($0) }
        return Self.row(area.name, area.facts.count - missing.count, area.facts.count, Self.list(missing))
      } + ["  \(String(Self.otherFacts)) other facts describe no behaviour that a scenario can exercise"]
  }

  private var stateText: [StyledText] {
    [title("States", .states)]
      + ModelStates.allCases.map { group in
        let missing = missing(in: group)
        let all = group.all.count
        return Self.row(group.rawValue, all - missing.count, all, Self.list(missing))
      } + ["  \(String(transitions.count)) transitions"]
      + transitions.sorted(by: ExactText.precedes).map { StyledText("    \($0)") }
  }

  private var lineText: [StyledText] {
    [title("Lines", .lines)]
      + files.map { file in
        let entry = lines[ExactText(file)] ?? ([], [])
        return Self.row(file, entry.ran.count, entry.lines.count, missingLines(of: file))
      }
  }

  /// One JSON object on a line.
  package var json: String {
    let json: JSONTree = [
      "schemaVersion": .number(1),
      "facts": object(
        .facts,
        [
          ("exercised", .texts(facts.sorted(by: ExactText.precedes))), ("missing", .texts(missingFacts)),
          ("others", .number(Self.otherFacts)),
        ]),
      "states": object(
        .states,
        [
          ("lists", .list(ModelStates.allCases.map(json))),
          ("transitions", .texts(transitions.sorted(by: ExactText.precedes))),
        ]),
      "lines": object(.lines, [("files", .list(files.map(json)))]),
    ]
    return json.line + "\n"
  }

  private func json(_ list: ModelStates) -> JSONTree {
    [
      "name": .text(list.rawValue),
      "exercised": .texts(list.all.filter { states[list.rawValue]?.contains($0) == true }),
      "missing": .texts(missing(in: list)),
    ]
  }

  private func json(_ file: String) -> JSONTree {
    let entry = lines[ExactText(file)] ?? ([], [])
    return [
      "file": .text(file), "covered": .number(entry.ran.count), "all": .number(entry.lines.count),
      "missing": .text(missingLines(of: file)),
    ]
  }

  private func object(_ measure: Measure, _ members: [(name: String, value: JSONTree)]) -> JSONTree {
    let count = count(of: measure)
    return .object([("covered", .number(count.covered)), ("all", .number(count.all))] + members)
  }

  /// Coverage in lcov's format, which editors and coverage services read. Lua reports whether a line ran, not how
  /// often, so counts are 1 or 0.
  package var lcov: String {
    var text = ""
    for file in files {
      let entry = lines[ExactText(file)] ?? ([], [])
      // A line feed in a name would start another record.
      text += "TN:\nSF:\(TerminalText.visible(file, isOneLine: true))\n"
      for line in entry.lines.sorted() { text += "DA:\(line),\(entry.ran.contains(line) ? 1 : 0)\n" }
      text += "LF:\(entry.lines.count)\nLH:\(entry.ran.count)\nend_of_record\n"
    }
    return text
  }
}
