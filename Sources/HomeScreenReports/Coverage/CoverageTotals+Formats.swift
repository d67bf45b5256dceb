import Events
internal import HomeScreenSimulator
public import Platform
import PropertyLists

/// Coverage as people, programs and editors read it.
extension CoverageTotals {
  /// A table for people.
  public var text: [StyledText] {
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
    return [title("Facts that events, checks and failures named", .facts)]
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
  public var json: String {
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

  /// The lines in the format of lcov, which editors and services for coverage read. Lua tells whether a line ran, not how
  /// often: its count is 1 or 0.
  public var lcov: String {
    var text = ""
    for file in files {
      let entry = lines[ExactText(file)] ?? ([], [])
      // A line feed in a name would begin a record of its own.
      text += "TN:\nSF:\(TerminalText.visible(file, isOneLine: true))\n"
      for line in entry.lines.sorted() { text += "DA:\(line),\(entry.ran.contains(line) ? 1 : 0)\n" }
      text += "LF:\(entry.lines.count)\nLH:\(entry.ran.count)\nend_of_record\n"
    }
    return text
  }
}
