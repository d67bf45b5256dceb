public import Events
public import Platform

/// The formats of what `homescreen explore` tells.
public enum ExplorationFormats: ReportFormats {
  /// Makes the report; with all that is known, or what most people want.
  public typealias Make = @Sendable (ExplorationReport, _ isVerbose: Bool) -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people: each failing story, and how much was tried") {
      report, isVerbose in
      .forPeople(ExplorationText.text(report, isVerbose: isVerbose))
    },
    ReportFormat("json", "one object; --merge reads it") { report, _ in .forPrograms(report.json + "\n", as: .json) },
    ReportFormat("junit", "JUnit’s XML: a case for each app and for each finding") { report, _ in
      .forPrograms(ExplorationJUnit.lines(report).map { $0 + "\n" }.joined(), as: .markup)
    },
  ]
}

/// JUnit's XML of an exploration.
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
        lines.append(
          "    " + XMLText.tag("testcase", ["name": "\(stories) of \(app.depth) steps", "classname": app.title])
            + "></testcase>")
      }
      lines.append("  </testsuite>")
    }
    return lines + ["</testsuites>"]
  }
}
