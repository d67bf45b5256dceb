internal import HomeScreenSimulator
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
      } + ["  \(String(Self.otherFacts)) other facts are no behaviour that a scenario can exercise"]
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
        return Self.row(file, entry.ran.count, entry.lines.count, LineRanges.text(missingLines(of: file)))
      }
  }

  /// One JSON object on a line.
  public var json: String {
    var json = JSONText()
    json.add("schemaVersion", 1)
    var facts = JSONText()
    add(.facts, to: &facts)
    facts.add("exercised", self.facts.sorted(by: ExactText.precedes))
    facts.add("missing", missingFacts)
    facts.add("others", Self.otherFacts)
    json.add("facts", object: facts)
    var states = JSONText()
    add(.states, to: &states)
    states.add(
      "lists",
      objects: ModelStates.allCases.map { group in
        var list = JSONText()
        list.add("name", group.rawValue)
        list.add("exercised", group.all.filter { self.states[group.rawValue]?.contains($0) == true })
        list.add("missing", missing(in: group))
        return list
      })
    states.add("transitions", transitions.sorted(by: ExactText.precedes))
    json.add("states", object: states)
    var lines = JSONText()
    add(.lines, to: &lines)
    lines.add(
      "files",
      objects: files.map { file in
        let entry = self.lines[ExactText(file)] ?? ([], [])
        var object = JSONText()
        object.add("file", file)
        object.add("covered", entry.ran.count)
        object.add("all", entry.lines.count)
        object.add("missing", LineRanges.text(missingLines(of: file)))
        return object
      })
    json.add("lines", object: lines)
    return json.line + "\n"
  }

  private func add(_ measure: Measure, to json: inout JSONText) {
    let count = count(of: measure)
    json.add("covered", count.covered)
    json.add("all", count.all)
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
