package import Events
import HomeScreenSimulator
package import Platform
import PropertyLists

enum ExplorationText {
  static func text(_ report: ExplorationReport, isVerbose: Bool) -> StyledText {
    var text: StyledText = ""
    for (index, app) in report.apps.enumerated() {
      if index > 0 { text += "\n" }
      for line in lines(app, report.parts, isVerbose: isVerbose) { text += line + "\n" }
    }
    if report.isInterrupted { text += "\nThe exploration ended early. Found so far:\n" }
    return text
  }

  private static func lines(_ app: ExploredAppReport, _ parts: ExploredParts, isVerbose: Bool) -> [StyledText] {
    // Without devices nothing was played.
    let devices = app.devices.isEmpty ? "" : ", \(Counted.text(app.devices.count, "device"))"
    var lines: [StyledText] = ["\(StyledText(TerminalText.line(app.title), .bold))\(StyledText(devices, .dim))"]
    if let problem = app.problem {
      // Earlier findings are still valid.
      for finding in app.findings { lines += [""] + self.lines(finding) }
      if !app.findings.isEmpty { lines.append("") }
      let what = app.findings.isEmpty ? "not explored" : "not fully explored"
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
      ? "\(stories) of any length: those of more than \(Counted.text(app.depth, "step")) reach nothing new"
      : "\(stories) of up to \(Counted.text(app.depth, "step"))"
        + (app.depth < app.wantedDepth ? " (\(app.wantedDepth) were requested)" : "")
        + (app.cutShort == 0 ? "" : ", except continuations of failed stories (\(app.cutShort))")
    let walks = app.walks == 0 ? "" : ", and \(app.walks) long random ones"
    lines.append(
      app.findings.isEmpty
        ? "\(StyledText("nothing failed", .green)): \(depth)\(walks)"
        : "\(StyledText("\(app.findings.count) failed", .red)): \(depth)\(walks)")
    lines.append(
      StyledText(
        "  \(Counted.text(app.stories, "story", "stories")), \(Counted.text(app.states, "state")), "
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
        + ", fails on \(line: finding.span)"
    ]
    for (number, step) in finding.steps.enumerated() {
      lines.append("    \("\(number + 1)"). \(line: step.text)")
      for event in step.events { lines.append(StyledText("         \(TerminalText.line(event))", .dim)) }
    }
    if finding.steps.isEmpty { lines.append("    as soon as the app is installed") }
    if finding.isSettled { lines.append("    then the device came to rest") }
    for printed in finding.output { lines.append(StyledText("    it printed: \(TerminalText.line(printed))", .dim)) }
    lines.append("  happened: \(line: finding.happened)")
    lines.append("  expected: \(line: finding.expected)")
    return lines
  }
}

/// The formats of `homescreen explore`.
package enum ExplorationFormats: ReportFormats {
  /// Makes the report, with all details or the usual ones.
  package typealias Make = @Sendable (ExplorationReport, _ isVerbose: Bool) -> OutputText

  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people: each failing story, and how much was tried") {
      report, isVerbose in
      .forPeople(ExplorationText.text(report, isVerbose: isVerbose))
    },
    ReportFormat("json", "one object; --merge reads it") { report, _ in .forPrograms(report.json + "\n", as: .json) },
    ReportFormat("junit", "JUnit XML: a test case for each app and each finding") { report, _ in
      .forPrograms(ExplorationJUnit.lines(report).map { $0 + "\n" }.joined(), as: .markup)
    },
  ]
}

/// An exploration as JUnit XML.
enum ExplorationJUnit {
  static func lines(_ report: ExplorationReport) -> [String] {
    var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="homescreen explore">"#]
    let stories = report.parts.isWhole ? "all stories" : "the stories of \(report.parts.name)"
    for app in report.apps {
      let cases = app.findings.isEmpty && app.problem == nil ? 1 : app.findings.count + (app.problem == nil ? 0 : 1)
      lines.append(
        "  "
          + XMLText.tag(
            "testsuite",
            [
              "name": app.title, "file": report.file, "tests": "\(cases)", "failures": "\(app.findings.count)",
              "errors": app.problem == nil ? "0" : "1",
            ]) + ">")
      for finding in app.findings {
        let name = finding.invariant + (finding.fact.map { " (\($0))" } ?? "")
        let story = finding.steps.map(\.text).joined(separator: ", ")
        lines.append("    " + XMLText.tag("testcase", ["name": name, "classname": app.title]) + ">")
        lines.append(
          "      " + XMLText.tag("failure", ["message": finding.happened, "type": finding.invariant]) + ">"
            + XMLText.escaped("\(story)\non \(finding.span)\n\(finding.expected)") + "</failure>")
        lines.append("    </testcase>")
      }
      if let problem = app.problem {
        lines.append("    " + XMLText.tag("testcase", ["name": "the definition", "classname": app.title]) + ">")
        lines.append("      " + XMLText.tag("error", ["message": problem, "type": "definition"]) + "></error>")
        lines.append("    </testcase>")
      } else if app.findings.isEmpty {
        let name = "\(stories) of \(Counted.text(app.depth, "step"))"
        lines.append("    " + XMLText.tag("testcase", ["name": name, "classname": app.title]) + "></testcase>")
      }
      lines.append("  </testsuite>")
    }
    return lines + ["</testsuites>"]
  }
}

/// The facts of the model that the stories of an app reached and missed, by section of the ledgers: the search can
/// judge only what it reached.
enum ExplorationFacts {
  private static let maximumSections = 3

  /// Returns a line for each section reached in part, those with the most reached facts first, or a short summary.
  static func lines(_ app: ExploredAppReport, isVerbose: Bool) -> [String] {
    guard !app.facts.isEmpty else { return [] }
    let met = Set(app.facts)
    let modelled = FactLedger.all.filter { $0.status == .simulator }
    let sections = Dictionary(grouping: modelled) { ExactText("\($0.ledger)\u{0}\($0.area)") }
    let begun: [(title: String, all: Int, left: [String])] = sections.values.compactMap { facts in
      let left = facts.map(\.id.rawValue).filter { !met.contains($0) }
      guard let first = facts.first, left.count < facts.count, !left.isEmpty else { return nil }
      return (first.area, facts.count, left.sorted { ExactText.precedes($0, $1) })
    }
    // The remaining facts of well-covered sections are easiest to reach.
    let ordered = begun.sorted {
      let (one, other) = ($0.all - $0.left.count, $1.all - $1.left.count)
      return one == other ? ExactText.precedes($0.title, $1.title) : one > other
    }
    let all = modelled.count
    guard isVerbose else {
      let names = ordered.prefix(maximumSections).map { "\($0.title) (\($0.all - $0.left.count) of \($0.all))" }
      return [
        "stories reached \(met.count) of the \(all) facts of the model"
          + (names.isEmpty
            ? "" : ", most of them in: \(names.joined(separator: "; ")). --verbose lists those not reached")
      ]
    }
    let untouched = sections.values.filter { facts in !facts.contains { met.contains($0.id.rawValue) } }
      .compactMap(\.first?.area).sorted { ExactText.precedes($0, $1) }
    return ["stories reached \(met.count) of the \(all) facts of the model"]
      + ordered.map { "  \($0.title): \($0.left.count) of \($0.all) not reached, \($0.left.joined(separator: ", "))" }
      + (untouched.isEmpty ? [] : ["  none reached in: \(untouched.joined(separator: "; "))"])
  }
}
