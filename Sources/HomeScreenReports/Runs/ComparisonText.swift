/// Compared scenarios for a person: those that differ, and how many there were.
struct ComparisonText {
  private var axis: String?
  private var values: [String] = []
  private var count = 0
  private var different = 0
  private var failing = 0
  private var usingDefault = 0

  private static let width = 38

  /// What is said of one; nothing of one that is the same.
  mutating func lines(_ scenario: ComparedScenario) -> [StyledText] {
    axis = scenario.axis
    values = scenario.sides.map(\.value)
    count += 1
    if scenario.usesDefault { usingDefault += 1 }
    guard scenario.isDifferent || scenario.failsOnBoth else { return [] }
    if scenario.failsOnBoth { failing += 1 } else { different += 1 }
    let place = scenario.file + (scenario.line.map { ":\($0)" } ?? "")
    let name = TerminalText.visible(scenario.name.joined(separator: " › "), isOneLine: true)
    var lines: [StyledText] = [
      "\(StyledText(scenario.failsOnBoth ? "✗" : "≠", .red)) \(name)  \(StyledText(TerminalText.visible(place, isOneLine: true), .dim))"
    ]
    if let cell = scenario.cell { lines.append("    \(line: cell)") }
    func row(_ title: String, _ text: (ComparedScenario.Side) -> String) {
      let cells = scenario.sides.enumerated().map { index, side in
        let cell = TerminalText.visible(text(side), isOneLine: true)
        // The last one has room.
        return index == scenario.sides.count - 1 ? cell : DisplayWidth.clipped(cell, to: Self.width)
      }
      lines.append(
        StyledText(
          "    " + TextRow.text([TerminalText.visible(title, isOneLine: true)] + cells, widths: [8, Self.width])))
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
    guard let axis else { return [] }
    let scenarios = count == 1 ? "scenario" : "scenarios"
    let named = count - usingDefault
    let text =
      different == 0
      ? "\(count) \(scenarios) \(count == 1 ? "is" : "are") the same"
      : "\(different) of \(count) \(scenarios) \(different == 1 ? "differs" : "differ")"
    let failures =
      failing == 0 ? "" : ", \(failing) of them \(failing == 1 ? "fails" : "fail") on both"
    return [
      "\(StyledText(text + failures, different + failing == 0 ? .green : .red)) for \(line: axis) \(line: values.joined(separator: " and "))",
      "\(named) of them did not use the \(line: axis) of the run",
    ]
  }
}
