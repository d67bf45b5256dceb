import Events
import Platform

/// What an exploration came to, for people.
enum ExplorationText {
  static func text(_ report: ExplorationReport, isVerbose: Bool) -> StyledText {
    var text: StyledText = ""
    for (index, app) in report.apps.enumerated() {
      if index > 0 { text += "\n" }
      for line in lines(app, report.parts, isVerbose: isVerbose) { text += line + "\n" }
    }
    if report.isInterrupted { text += "\nIt ended before everything was played. Found so far:\n" }
    return text
  }

  private static func lines(_ app: ExploredAppReport, _ parts: ExploredParts, isVerbose: Bool) -> [StyledText] {
    // Without devices nothing was played.
    let devices = app.devices.isEmpty ? "" : ", \(Counted.text(app.devices.count, "device"))"
    var lines: [StyledText] = ["\(StyledText(TerminalText.line(app.title), .bold))\(StyledText(devices, .dim))"]
    if let problem = app.problem {
      // What was found before it holds all the same.
      for finding in app.findings { lines += [""] + self.lines(finding) }
      if !app.findings.isEmpty { lines.append("") }
      let what = app.findings.isEmpty ? "not explored" : "not explored to the end"
      lines.append("\(StyledText(what, .red)): \(line: problem)")
      return lines
    }
    for finding in app.findings { lines += [""] + self.lines(finding) }
    lines.append("")
    guard app.stories > 0 else {
      lines.append(StyledText("no story was played: the exploration ended before the first one", .yellow))
      return lines
    }
    let stories = parts.isWhole ? "all stories" : "the stories of \(parts.name)"
    let depth =
      app.isExhausted
      ? "\(stories) of any length: more than \(app.depth) steps lead to nothing new"
      : "\(stories) of up to \(Counted.text(app.depth, "step"))"
        + (app.depth < app.wantedDepth ? " (\(app.wantedDepth) were requested)" : "")
        + (app.cutShort == 0 ? "" : ", except what follows \(app.cutShort) that fail at once")
    let walks = app.walks == 0 ? "" : ", and \(app.walks) long random ones"
    lines.append(
      app.findings.isEmpty
        ? "\(StyledText("nothing broke", .green)): \(depth)\(walks)"
        : "\(StyledText("\(app.findings.count) broke", .red)): \(depth)\(walks)")
    lines.append(
      StyledText(
        "  \(app.stories) \(app.stories == 1 ? "story" : "stories"), \(Counted.text(app.states, "state")), "
          + Counted.text(app.transitions, "transition"), .dim))
    if !app.neverTaken.isEmpty {
      lines.append(StyledText("  no story reached: \(TerminalText.line(app.neverTaken.joined(separator: ", ")))", .dim))
    }
    for line in ExplorationFacts.lines(app, isVerbose: isVerbose) { lines.append(StyledText("  \(line)", .dim)) }
    for note in app.notes { lines.append(StyledText("  note: \(TerminalText.line(note))", .yellow)) }
    return lines
  }

  private static func lines(_ finding: ExplorationFinding) -> [StyledText] {
    var lines: [StyledText] = [
      "\(StyledText("✗", .red)) \(StyledText(TerminalText.line(finding.invariant), .bold))\(line: finding.fact.map { " (\($0))" } ?? "")"
        + ", breaks on \(line: finding.span)"
    ]
    for (number, step) in finding.steps.enumerated() {
      lines.append("    \("\(number + 1)"). \(line: step.text)")
      for event in step.events { lines.append(StyledText("         \(TerminalText.line(event))", .dim)) }
    }
    if finding.steps.isEmpty { lines.append("    as soon as the app is installed") }
    if finding.isSettled { lines.append("    and when everything has come to rest:") }
    for printed in finding.output { lines.append(StyledText("    it printed: \(TerminalText.line(printed))", .dim)) }
    lines.append("  what happened: \(line: finding.happened)")
    lines.append("  what should:   \(line: finding.expected)")
    return lines
  }
}
