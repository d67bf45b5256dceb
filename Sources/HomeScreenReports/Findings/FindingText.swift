import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings for a person: place and message, the line that is at fault with a caret, what to write instead, and for whom
/// it matters.
enum FindingText {
  static func text(_ report: LintReport) -> StyledText {
    var text = StyledText("")
    var seen: [Advice: Int] = [:]
    for placed in report.findings {
      let count = seen[Advice(placed), default: 0] + 1
      seen[Advice(placed)] = count
      let isShort =
        placed.finding.severity == .note && placed.finding.help != nil && placed.finding.otherLocations.isEmpty
        && count > maximumRepeats
      for line in isShort ? [headline(placed)] : lines(placed) { text += line + "\n" }
    }
    for line in report.summary.prefix(1) { text += StyledText(line, .bold) + "\n" }
    for line in report.summary.dropFirst() { text += StyledText(line + "\n") }
    if !report.findings.isEmpty {
      text += StyledText("homescreen explain CODE explains the code in [brackets]", .dim) + "\n"
    }
    return text
  }

  /// What stands below the first line of a finding, without the excerpt.
  private struct Advice: Hashable {
    let code: RuleCode
    let help: String?
    let audience: String
    let facts: [FactID]

    init(_ placed: PlacedFinding) {
      code = placed.finding.code
      help = placed.finding.help
      audience = FindingAudience.text(placed)
      facts = placed.finding.facts
    }
  }

  /// How often notes give the same advice in full; those after them have their first line only.
  private static let maximumRepeats = 3

  private static func headline(_ placed: PlacedFinding) -> StyledText {
    let finding = placed.finding
    let place = placed.place
    return (place.isEmpty ? "" : StyledText(TerminalText.visible(place, isOneLine: true), .bold) + ": ")
      + "\(StyledText(finding.severity.rawValue, style(finding.severity))): \(TerminalText.line(finding.message, width: maximumMessageWidth)) "
      + StyledText("[\(finding.code)]", .dim)
  }

  private static func lines(_ placed: PlacedFinding) -> [StyledText] {
    let finding = placed.finding
    var lines = [headline(placed)] + excerpt(placed)
    if let help = finding.help {
      lines.append("  " + StyledText("help", .cyan) + ": \(TerminalText.line(help, width: maximumMessageWidth))")
    }
    let audience = FindingAudience.text(placed)
    if !audience.isEmpty { lines.append("  " + StyledText("for", .cyan) + ": \(line: audience)") }
    if !finding.facts.isEmpty {
      lines.append("  " + StyledText("facts: \(finding.facts.map(\.rawValue).joined(separator: ", "))", .dim))
    }
    if !finding.otherLocations.isEmpty {
      let shown = finding.otherLocations.prefix(3).map(\.description).joined(separator: ", ")
      let more = finding.otherLocations.count > 3 ? " and \(finding.otherLocations.count - 3) more" : ""
      lines.append("  also: \(line: shown)\(more)")
    }
    return lines
  }

  private static let maximumMessageWidth = 1000

  static func style(_ severity: Finding.Severity) -> TextStyle {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }

  // MARK: The line

  private static func excerpt(_ placed: PlacedFinding) -> [StyledText] {
    guard let number = placed.finding.location?.line, let excerpt = placed.excerpt else { return [] }
    let before = shown(excerpt.before)
    let rest = DisplayWidth.clipped(shown(excerpt.rest), to: FindingExcerpt.width - DisplayWidth.of(before))
    let isCut = excerpt.isCut
    let gutter = String(number)
    let space = String(repeating: " ", count: gutter.utf8.count)
    let offset = DisplayWidth.of(before) + (isCut ? 1 : 0)
    var lines: [StyledText] = [
      "  " + StyledText("\(gutter) |", .dim) + " \(isCut ? "…" : "")\(before)\(rest)"
    ]
    if placed.finding.location?.column != nil {
      lines.append(
        "  " + StyledText("\(space) |", .dim) + " \(String(repeating: " ", count: offset))"
          + StyledText("^", style(placed.finding.severity)))
    }
    return lines
  }

  private static func shown(_ text: String) -> String {
    TerminalText.visible(text.replacing("\t", with: " "), isOneLine: true)
  }
}

extension PlacedFinding {
  /// `Paint/Info.plist:12:3`, as far as it is known.
  var place: String {
    guard !path.isEmpty else { return "" }
    return SourceLocation(
      file: path, line: finding.location?.line, column: finding.location?.column, offset: finding.location?.offset
    ).description
  }
}
