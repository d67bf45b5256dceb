/// Compared scenarios for a person: those that differ, and how many there were.
struct ComparisonText {
  private var axis: String?
  private var values: [String] = []
  private var count = 0
  private var different = 0
  private var failing = 0
  private var usingDefault = 0

  private static let width = 38

  /// Counts one.
  mutating func add(_ scenario: ComparedScenario) {
    axis = scenario.axis
    values = scenario.sides.map(\.value)
    count += 1
    if scenario.usesDefault { usingDefault += 1 }
    if scenario.isDifferent { different += 1 }
    if scenario.failsOnBoth { failing += 1 }
  }

  /// What is said of one; nothing of one that is the same.
  static func lines(_ scenario: ComparedScenario) -> [StyledText] {
    guard scenario.isFailure else { return [] }
    let place = scenario.file + (scenario.line.map { ":\($0)" } ?? "")
    let name = TerminalText.line(scenario.name.joined(separator: " › "))
    var lines: [StyledText] = [
      "\(StyledText(scenario.failsOnBoth ? "✗" : "≠", .red)) \(name)  \(StyledText(TerminalText.line(place), .dim))"
    ]
    if let cell = scenario.cell { lines.append("    \(line: cell)") }
    func row(_ title: String, _ text: (ComparedScenario.Side) -> String) {
      let cells = scenario.sides.enumerated().map { index, side in
        let cell = TerminalText.line(text(side))
        // The last one has room.
        return index == scenario.sides.count - 1 ? cell : DisplayWidth.clipped(cell, to: width)
      }
      lines.append(
        StyledText(
          "    " + TextRow.text([TerminalText.line(title)] + cells, widths: [8, width])))
    }
    row(scenario.axis) { $0.value }
    row("status") { $0.status?.rawValue ?? "not there" }
    if let position = scenario.position {
      row("event") { $0.event == nil ? "none" : "\(position)" }
      row("time") { $0.event?.time ?? "" }
      row("name") { $0.event?.name ?? "" }
      row("detail") { $0.event?.detail ?? "" }
    }
    for side in scenario.sides {
      if let message = side.message { lines.append("    \(line: side.value): \(line: message)") }
    }
    return lines
  }

  /// What is said at the end; nothing where nothing was compared.
  var summary: [StyledText] {
    guard let sentence, let use else { return [] }
    return [StyledText(sentence, different + failing == 0 ? .green : .red), StyledText(use)]
  }

  /// `1 of 3 scenarios differs for os 12.4 and 17.5, 1 more fails on both`; nil where nothing was compared.
  var sentence: String? {
    guard let axis else { return nil }
    let devices = TerminalText.line("for \(axis) \(values.joined(separator: " and "))")
    let all = Counted.text(count, "scenario")
    let fail = failing == 1 ? "fails" : "fail"
    guard different > 0 else {
      return "\(all) \(count == 1 ? "is" : "are") the same \(devices)"
        + (failing == 0 ? "" : ", \(failing) of them \(fail) on both")
    }
    return "\(different) of \(all) \(different == 1 ? "differs" : "differ") \(devices)"
      + (failing == 0 ? "" : ", \(failing) more \(fail) on both")
  }

  /// How many scenarios the comparison says something of: what names its own device is the same by construction.
  var use: String? {
    guard let axis else { return nil }
    let what = TerminalText.line("the \(axis) of the run")
    switch count - usingDefault {
    case 0: return count == 1 ? "it used \(what)" : "all of them used \(what)"
    case count: return count == 1 ? "it did not use \(what)" : "none of them used \(what)"
    case let named: return "\(named) of them did not use \(what)"
    }
  }
}
