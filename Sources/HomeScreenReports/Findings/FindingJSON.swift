import AppPackages
import HomeScreenSimulator
import Lint
import PropertyLists

/// Findings as JSON: one on a line with everything that is known of it, and as GitLab's Code Quality has them.
enum FindingJSON {
  /// The keys stay as they are; what does not apply is left out.
  static func line(_ placed: PlacedFinding) -> String {
    let finding = placed.finding
    var json = JSONText()
    json.add("code", finding.code.rawValue)
    json.add("severity", finding.severity.rawValue)
    json.add("message", finding.message)
    json.add("help", finding.help)
    json.add("path", placed.path.isEmpty ? nil : placed.path)
    json.add("line", finding.location?.line)
    json.add("column", finding.location?.column)
    json.add("offset", finding.location?.offset)
    if !finding.otherLocations.isEmpty {
      json.add("otherLocations", finding.otherLocations.map(\.description))
    }
    json.add("facts", finding.facts.map(\.rawValue))
    if !finding.devices.isEmpty { json.add("devices", finding.devices.map(\.rawValue)) }
    if !finding.languages.isEmpty { json.add("languages", finding.languages) }
    json.add("since", finding.since?.description)
    json.add("until", finding.until?.description)
    json.add(
      "builds",
      objects: finding.builds.map { build in
        var json = JSONText()
        json.add("target", build.target)
        json.add("configuration", build.configuration)
        return json
      })
    if let fix = finding.fix {
      var json2 = JSONText()
      json2.add("safety", fix.safety.rawValue)
      json2.add("summary", fix.summary)
      json.add("fix", object: json2)
    }
    json.add("fingerprint", placed.fingerprint)
    return json.line
  }

  /// GitLab's Code Quality: one array, with paths from the root of the repository.
  static func codeQuality(_ report: LintReport) -> String {
    let issues = report.findings.map { placed in
      var lines = JSONText()
      lines.add("begin", max(1, placed.finding.location?.line ?? 1))
      var location = JSONText()
      location.add("path", placed.checkoutPath.isEmpty ? "." : placed.checkoutPath)
      location.add("lines", object: lines)
      var json = JSONText()
      json.add("description", TerminalText.visible(placed.sentence, isOneLine: true))
      json.add("check_name", placed.finding.code.rawValue)
      json.add("fingerprint", placed.fingerprint)
      json.add("severity", severity(placed.finding.severity))
      json.add("location", object: location)
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
