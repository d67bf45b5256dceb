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
    run.add("results", objects: shown.map { result($0, indices[$0.finding.code] ?? 0) })
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

  private static func result(_ placed: PlacedFinding, _ index: Int) -> JSONText {
    let finding = placed.finding
    var json = JSONText()
    json.add("ruleId", finding.code.rawValue)
    json.add("ruleIndex", index)
    json.add("level", finding.severity.rawValue)
    let audience = FindingAudience.text(placed)
    json.add("message", object: message(placed.sentence + (audience.isEmpty ? "" : " (for \(audience))")))
    var place = JSONText()
    place.add("artifactLocation", object: artifact(placed))
    place.add("region", object: region(placed))
    var location = JSONText()
    location.add("physicalLocation", object: place)
    json.add("locations", objects: [location])
    var fingerprints = JSONText()
    fingerprints.add("primaryLocationLineHash", placed.fingerprint)
    json.add("partialFingerprints", object: fingerprints)
    let fixes = [finding.fix].compactMap(\.self).compactMap { fix($0, placed) }
    if !fixes.isEmpty { json.add("fixes", objects: fixes) }
    return json
  }

  private static func region(_ placed: PlacedFinding) -> JSONText {
    var json = JSONText()
    json.add("startLine", max(1, placed.finding.location?.line ?? 1))
    json.add(
      "startColumn", placed.finding.location?.line == nil ? nil : placed.finding.location?.column.map { max(1, $0) })
    return json
  }

  private static func artifact(_ placed: PlacedFinding) -> JSONText {
    var json = JSONText()
    let path = placed.checkoutPath.isEmpty ? "." : placed.checkoutPath
    json.add("uri", uri(path))
    if !path.hasPrefix("/") { json.add("uriBaseId", sourceRoot) }
    return json
  }

  /// A relative reference, or `file:///…` for an absolute path.
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
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

  /// Changes of text alone can be written down here; what changes a property list needs a program that knows its format.
  private static func fix(_ fix: Fix, _ placed: PlacedFinding) -> JSONText? {
    var replacements: [JSONText] = []
    for edit in fix.edits {
      guard case .replace(let old, let new, let place) = edit, let line = place.line, let column = place.column,
        place.file == placed.finding.location?.file
      else { return nil }
      var region = JSONText()
      region.add("startLine", line)
      region.add("startColumn", column)
      region.add("endColumn", column + old.unicodeScalars.count)
      var replacement = JSONText()
      replacement.add("deletedRegion", object: region)
      replacement.add("insertedContent", object: message(new, isVisible: false))
      replacements.append(replacement)
    }
    guard !replacements.isEmpty else { return nil }
    var change = JSONText()
    change.add("artifactLocation", object: artifact(placed))
    change.add("replacements", objects: replacements)
    var json = JSONText()
    json.add("description", object: message(fix.summary))
    json.add("artifactChanges", objects: [change])
    return json
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
