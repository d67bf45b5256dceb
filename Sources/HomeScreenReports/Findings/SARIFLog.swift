import AppPackages
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists

/// Findings as SARIF 2.1.0, for code scanning services.
enum SARIFLog {
  /// The maximum number of results; services show no more results of one run.
  static let maximumResults = 5_000
  private static let maximumTags = 20
  private static let sourceRoot = "%SRCROOT%"

  static func text(_ report: LintReport) -> String {
    let shown = Array(report.bySeverity.prefix(maximumResults))
    var codes = Rules.descriptions.map(\.code)
    for code in shown.map(\.finding.code) where !codes.contains(code) { codes.append(code) }
    let indices = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }

    var fixes = FixReplacements(of: report.packages)
    let run: JSONTree = [
      "tool": [
        "driver": [
          "name": .text("homescreen"), "semanticVersion": .text(Homescreen.version), "rules": .list(codes.map(rule)),
        ]
      ],
      "columnKind": .text("unicodeCodePoints"),
      "originalUriBaseIds": [
        sourceRoot: [
          "description": message("The root of the checkout, or the folder that homescreen was started in.")
        ]
      ],
      "invocations": .list([invocation(report, leftOut: report.findings.count - shown.count)]),
      "results": .list(shown.map { result($0, indices[$0.finding.code] ?? 0, &fixes) }),
    ]
    let log: JSONTree = [
      "$schema": .text("https://json.schemastore.org/sarif-2.1.0.json"), "version": .text("2.1.0"),
      "runs": .list([run]),
    ]
    return log.line
  }

  private static func invocation(_ report: LintReport, leftOut: Int) -> JSONTree {
    let note: JSONTree = [
      "level": .text("note"),
      "message": message(
        "\(Counted.text(leftOut, "more finding is", "more findings are")) left out, starting with the least severe."),
    ]
    return [
      "executionSuccessful": .flag(report.exitCode == .success || report.exitCode == .failure),
      "exitCode": .number(Int(report.exitCode.rawValue)), "exitCodeDescription": .text(report.exitCode.name),
      "toolExecutionNotifications": leftOut > 0 ? .list([note]) : nil,
    ]
  }

  // MARK: Rules

  private static func rule(_ code: RuleCode) -> JSONTree {
    // Of a plugin's rule, only the name is known here.
    let description =
      Rules.description(of: code) ?? (code == CheckReport.code ? failedRow : nil)
      ?? RuleDescription(
        code, .warning, "A rule of a plugin", explanation: "The rule “\(code)” comes from a plugin of the project.")
    let tags = (["icons-and-quick-actions"] + description.facts.map(\.rawValue)).prefix(maximumTags)
    let severity = description.severity.rawValue
    return [
      "id": .text(code.rawValue),
      "name": .text(code.rawValue.split(separator: "-").map(\.capitalizedFirst).joined()),
      "shortDescription": message(description.summary), "fullDescription": message(description.explanation),
      "help": [
        "text": .text(TerminalText.visible(RuleText.plain(description))),
        "markdown": .text(RuleText.markdown(description)),
      ],
      "defaultConfiguration": ["level": .text(severity)],
      "properties": [
        "tags": .texts(Array(tags)),
        "problem.severity": .text(description.severity == .note ? "recommendation" : severity),
      ],
    ]
  }

  private static let failedRow = RuleDescription(
    CheckReport.code, .error, "An icon or a quick action does not work on a device",
    explanation: "The check tried the app on simulated devices. Run homescreen check to see all results in a table.")

  // MARK: Results

  private static func result(_ placed: PlacedFinding, _ index: Int, _ fixes: inout FixReplacements) -> JSONTree {
    let finding = placed.finding
    let audience = FindingAudience.text(placed)
    let place: JSONTree = ["artifactLocation": artifact(placed.checkoutPath), "region": region(placed)]
    let fix = finding.fix.flatMap { fix in
      fixes.replacements(of: fix).map { JSONTree.list([self.fix(fix, $0, placed)]) }
    }
    return [
      "ruleId": .text(finding.code.rawValue), "ruleIndex": .number(index), "level": .text(finding.severity.rawValue),
      "message": message(withoutLinks(placed.sentence + (audience.isEmpty ? "" : " (for \(audience))"))),
      "locations": .list([["physicalLocation": place]]),
      // GitHub uses only the first one.
      "partialFingerprints": [
        "primaryLocationLineHash": .text(placed.fingerprint), FindingFingerprint.name: .text(placed.fingerprint),
      ],
      "fixes": fix,
    ]
  }

  private static func region(_ placed: PlacedFinding) -> JSONTree {
    let location = placed.finding.location
    return [
      "startLine": .number(max(1, location?.line ?? 1)),
      "startColumn": .number(location?.line == nil ? nil : location?.column.map { max(1, $0) }),
    ]
  }

  private static func artifact(_ checkoutPath: String) -> JSONTree {
    let path = checkoutPath.isEmpty ? "." : checkoutPath
    return ["uri": .text(uri(path)), "uriBaseId": isAbsolute(path) ? nil : .text(sourceRoot)]
  }

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// Returns a relative reference, or `file:///…` for an absolute path.
  static func uri(_ path: String) -> String {
    var text = isAbsolute(path) ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  private static func fix(_ fix: Fix, _ replacements: [TextReplacement], _ placed: PlacedFinding) -> JSONTree {
    let changes = replacements.map { replacement -> JSONTree in
      let region: JSONTree = [
        "startLine": .number(replacement.start.line), "startColumn": .number(replacement.start.column),
        "endLine": .number(replacement.end.line), "endColumn": .number(replacement.end.column),
      ]
      return [
        "artifactLocation": artifact(placed.fixPaths[replacement.file] ?? replacement.file),
        "replacements": .list([["deletedRegion": region, "insertedContent": ["text": .text(replacement.text)]]]),
      ]
    }
    return ["description": message(withoutLinks(fix.summary)), "artifactChanges": .list(changes)]
  }

  /// Escapes `[text](1)` so that it is not a link; SARIF treats it as one even in plain text.
  private static func withoutLinks(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if ["\\", "[", "]"].contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  private static func message(_ text: String) -> JSONTree { ["text": .text(TerminalText.visible(text))] }
}

extension Substring {
  /// `ipad` → `Ipad`.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Findings as JSON: one per line with all details, and in GitLab's Code Quality format.
enum FindingJSON {
  /// Returns one line. Existing keys never change; those that do not apply are left out.
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
      "builds": .list(finding.builds.map { ["target": .text($0.target), "configuration": .text($0.configuration)] }),
      "fix": finding.fix.map { ["safety": .text($0.safety.rawValue), "summary": .text($0.summary)] },
      "fingerprint": .text(placed.fingerprint),
    ]
    return json.line
  }

  /// Returns an array for GitLab's Code Quality, with paths relative to the root of the repository.
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

extension PlacedFinding { var sentence: String { finding.message + (finding.help.map { "; \($0)" } ?? "") } }
