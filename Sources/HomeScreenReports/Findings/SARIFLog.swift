import AppPackages
import HomeScreenSimulator
import Lint
import PropertyLists

/// Findings as SARIF 2.1.0, as services for code scanning read it.
enum SARIFLog {
  /// More of one run no service shows.
  static let maximumResults = 5_000
  private static let maximumTags = 20
  private static let sourceRoot = "%SRCROOT%"

  static func text(_ report: LintReport) -> String {
    let shown = Array(report.bySeverity.prefix(maximumResults))
    var codes = Rules.descriptions.map(\.code)
    for code in shown.map(\.finding.code) where !codes.contains(code) { codes.append(code) }
    let indices = Dictionary(codes.enumerated().map { ($1, $0) }) { first, _ in first }

    var driver = JSONText()
    driver.add("name", "homescreen")
    driver.add("semanticVersion", Homescreen.version)
    driver.add("rules", objects: codes.map(rule))
    var tool = JSONText()
    tool.add("driver", object: driver)
    var run = JSONText()
    run.add("tool", object: tool)
    run.add("columnKind", "unicodeCodePoints")
    run.add("originalUriBaseIds", object: baseIDs)
    run.add("invocations", objects: [invocation(report, leftOut: report.findings.count - shown.count)])
    var fixes = FixReplacements(of: report.packages)
    run.add("results", objects: shown.map { result($0, indices[$0.finding.code] ?? 0, &fixes) })
    var log = JSONText()
    log.add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    log.add("version", "2.1.0")
    log.add("runs", objects: [run])
    return log.line
  }

  private static var baseIDs: JSONText {
    var root = JSONText()
    root.add("description", object: message("The root of the checkout, or the folder that homescreen was started in."))
    var json = JSONText()
    json.add(sourceRoot, object: root)
    return json
  }

  private static func invocation(_ report: LintReport, leftOut: Int) -> JSONText {
    var json = JSONText()
    json.add("executionSuccessful", report.exitCode == .success || report.exitCode == .failure)
    json.add("exitCode", Int(report.exitCode.rawValue))
    json.add("exitCodeDescription", report.exitCode.name)
    if leftOut > 0 {
      var note = JSONText()
      note.add("level", "note")
      note.add("message", object: message("\(leftOut) more findings are left out, the least severe ones."))
      json.add("toolExecutionNotifications", objects: [note])
    }
    return json
  }

  // MARK: Rules

  private static func rule(_ code: RuleCode) -> JSONText {
    // Of a plugin's rule nothing is known here but its name.
    let description =
      Rules.description(of: code)
      ?? RuleDescription(
        code, .warning, "A rule of a plugin", explanation: "The rule “\(code)” comes from a plugin of the project.")
    var json = JSONText()
    json.add("id", code.rawValue)
    json.add("name", code.rawValue.split(separator: "-").map(\.capitalizedFirst).joined())
    json.add("shortDescription", object: message(description.summary))
    json.add("fullDescription", object: message(description.explanation))
    var help = message(RuleText.plain(description))
    help.add("markdown", RuleText.markdown(description))
    json.add("help", object: help)
    var configuration = JSONText()
    configuration.add("level", description.severity.rawValue)
    json.add("defaultConfiguration", object: configuration)
    var properties = JSONText()
    properties.add("tags", Array((["icons-and-quick-actions"] + description.facts.map(\.rawValue)).prefix(maximumTags)))
    properties.add("problem.severity", description.severity == .note ? "recommendation" : description.severity.rawValue)
    json.add("properties", object: properties)
    return json
  }

  // MARK: Results

  private static func result(_ placed: PlacedFinding, _ index: Int, _ fixes: inout FixReplacements) -> JSONText {
    let finding = placed.finding
    var json = JSONText()
    json.add("ruleId", finding.code.rawValue)
    json.add("ruleIndex", index)
    json.add("level", finding.severity.rawValue)
    let audience = FindingAudience.text(placed)
    json.add("message", object: message(withoutLinks(placed.sentence + (audience.isEmpty ? "" : " (for \(audience))"))))
    var place = JSONText()
    place.add("artifactLocation", object: artifact(placed.checkoutPath))
    place.add("region", object: region(placed))
    var location = JSONText()
    location.add("physicalLocation", object: place)
    json.add("locations", objects: [location])
    var fingerprints = JSONText()
    // GitHub looks at this one only.
    fingerprints.add("primaryLocationLineHash", placed.fingerprint)
    fingerprints.add(FindingFingerprint.name, placed.fingerprint)
    json.add("partialFingerprints", object: fingerprints)
    if let fix = finding.fix, let replacements = fixes.replacements(of: fix) {
      json.add("fixes", objects: [self.fix(fix, replacements, placed)])
    }
    return json
  }

  private static func region(_ placed: PlacedFinding) -> JSONText {
    var json = JSONText()
    json.add("startLine", max(1, placed.finding.location?.line ?? 1))
    json.add(
      "startColumn", placed.finding.location?.line == nil ? nil : placed.finding.location?.column.map { max(1, $0) })
    return json
  }

  private static func artifact(_ checkoutPath: String) -> JSONText {
    var json = JSONText()
    let path = checkoutPath.isEmpty ? "." : checkoutPath
    json.add("uri", uri(path))
    if !isAbsolute(path) { json.add("uriBaseId", sourceRoot) }
    return json
  }

  private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// A relative reference, or `file:///…` for an absolute path.
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

  private static func fix(_ fix: Fix, _ replacements: [TextReplacement], _ placed: PlacedFinding) -> JSONText {
    let changes = replacements.map { replacement in
      var region = JSONText()
      region.add("startLine", replacement.start.line)
      region.add("startColumn", replacement.start.column)
      region.add("endLine", replacement.end.line)
      region.add("endColumn", replacement.end.column)
      var json = JSONText()
      json.add("deletedRegion", object: region)
      json.add("insertedContent", object: message(replacement.text, isVisible: false))
      var change = JSONText()
      change.add("artifactLocation", object: artifact(placed.fixPaths[replacement.file] ?? replacement.file))
      change.add("replacements", objects: [json])
      return change
    }
    var json = JSONText()
    json.add("description", object: message(withoutLinks(fix.summary)))
    json.add("artifactChanges", objects: changes)
    return json
  }

  /// A message in which `[text](1)` is not a link: SARIF reads them in plain text, too.
  private static func withoutLinks(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if ["\\", "[", "]"].contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }

  private static func message(_ text: String, isVisible: Bool = true) -> JSONText {
    var json = JSONText()
    json.add("text", isVisible ? TerminalText.visible(text) : text)
    return json
  }
}

extension Substring {
  /// `ipad` → `Ipad`.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
