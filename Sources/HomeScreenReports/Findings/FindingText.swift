import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings for a person, the most severe first: place and message, the line that is at fault with a caret, what to write
/// instead, and for whom it matters. Notes are counted unless they are asked for.
enum FindingText {
  /// - Parameter listsNotes: as the report says when not given.
  static func text(_ report: LintReport, listsNotes: Bool? = nil) -> StyledText {
    var text = StyledText("")
    var seen: [Advice: Int] = [:]
    let listed = report.bySeverity.filter { listsNotes ?? report.listsNotes || $0.finding.severity != .note }
    for placed in listed {
      let count = seen[Advice(placed), default: 0] + 1
      seen[Advice(placed)] = count
      let isShort =
        placed.finding.severity == .note && placed.finding.help != nil && placed.finding.otherLocations.isEmpty
        && count > maximumRepeats
      for line in isShort ? [headline(placed)] : lines(placed) { text += line + "\n" }
    }
    for line in report.summary.prefix(1) { text += StyledText(line, .bold) + "\n" }
    for line in report.summary.dropFirst() { text += StyledText(line + "\n") }
    if listed.count < report.findings.count {
      text += StyledText("-v lists the \(Counted.text(report.findings.count - listed.count, "note"))", .dim) + "\n"
    }
    if !listed.isEmpty {
      text += StyledText("homescreen explain CODE explains the code in [brackets]", .dim) + "\n"
    }
    return text
  }

  /// What stands below the first line of a finding, without the excerpt.
  private struct Advice: Hashable {
    let code: RuleCode
    let help: String?
    let audience: String

    init(_ placed: PlacedFinding) {
      code = placed.finding.code
      help = placed.finding.help
      audience = FindingAudience.text(placed)
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
    if !finding.otherLocations.isEmpty {
      lines.append("  also: \(line: others(placed))")
    }
    return lines
  }

  /// The other places of a finding: of the same file only the lines.
  private static func others(_ placed: PlacedFinding) -> String {
    let places = zip(placed.finding.otherLocations, placed.otherPaths)
    let lines = places.compactMap { place, path in path == placed.path ? place.line : nil }
    if lines.count == placed.otherPaths.count {
      return "\(lines.count == 1 ? "line" : "lines") \(Names.list(lines.map(String.init)))"
    }
    let texts = places.map { place, path in
      SourceLocation(file: path, line: place.line, column: place.column, offset: place.offset).description
    }
    return Names.list(texts, atMost: 3)
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
