import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings as JSON: one on a line with everything that is known of it, and as GitLab's Code Quality has them.
enum FindingJSON {
  /// The keys stay as they are; what does not apply is left out.
  static func line(_ placed: PlacedFinding) -> String {
    let finding = placed.finding
    func texts(_ texts: [String]) -> JSONTree? { texts.isEmpty ? nil : .texts(texts) }
    let json: JSONTree = [
      "code": .text(finding.code.rawValue), "severity": .text(finding.severity.rawValue),
      "message": .text(finding.message), "help": .text(finding.help),
      "path": placed.path.isEmpty ? nil : .text(placed.path), "line": .number(finding.location?.line),
      "column": .number(finding.location?.column), "offset": .number(finding.location?.offset),
      "subjects": texts(finding.subjects),
      "otherLocations": texts(
        zip(finding.otherLocations, placed.otherPaths).map { place, path in
          SourceLocation(file: path, line: place.line, column: place.column, offset: place.offset).description
        }),
      "facts": .texts(finding.facts.map(\.rawValue)), "devices": texts(finding.devices.map(\.rawValue)),
      "languages": texts(finding.languages), "since": .text(finding.since?.description),
      "until": .text(finding.until?.description),
      "builds": .list(
        finding.builds.map { ["target": .text($0.target), "configuration": .text($0.configuration)] }),
      "fix": finding.fix.map { ["safety": .text($0.safety.rawValue), "summary": .text($0.summary)] },
      "fingerprint": .text(placed.fingerprint),
    ]
    return json.line
  }

  /// GitLab's Code Quality: one array, with paths from the root of the repository.
  static func codeQuality(_ report: LintReport) -> String {
    let issues = report.findings.map { placed in
      let json: JSONTree = [
        "description": .text(TerminalText.visible(placed.sentence, isOneLine: true)),
        "check_name": .text(placed.finding.code.rawValue), "fingerprint": .text(placed.fingerprint),
        "severity": .text(severity(placed.finding.severity)),
        "location": [
          "path": .text(placed.checkoutPath.isEmpty ? "." : placed.checkoutPath),
          "lines": ["begin": .number(max(1, placed.finding.location?.line ?? 1))],
        ],
      ]
      return json.line
    }
    return "[\(issues.joined(separator: ",\n"))]"
  }

  private static func severity(_ severity: Finding.Severity) -> String {
    switch severity {
    case .error: "critical"
    case .warning: "minor"
    case .note: "info"
    }
  }
}

extension PlacedFinding {
  /// The message with what to do about it.
  var sentence: String { finding.message + (finding.help.map { "; \($0)" } ?? "") }
}
