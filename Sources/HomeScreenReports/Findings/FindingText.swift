import AppPackages
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists

/// The text about findings, the most severe first: place and message, the source line with a caret, the fix, and the
/// affected devices and builds. Notes are only counted unless the report lists them.
enum FindingText {
  /// - Parameter listsNotes: defaults to the report's setting.
  static func text(_ report: LintReport, listsNotes: Bool? = nil) -> StyledText {
    var text = StyledText("")
    var seen: [Advice: Int] = [:]
    // A note about an input that could not be read is the reason for the exit code.
    let listed = report.bySeverity.filter {
      listsNotes ?? report.listsNotes || $0.finding.severity != .note
        || [.noInput, .nothingMatched].contains(report.exitCode) && $0.finding.code == InputRules.unreadableInput.code
    }
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
    if !listed.isEmpty { text += StyledText("homescreen explain CODE explains the code in [brackets]", .dim) + "\n" }
    return text
  }

  /// The text below the first line of a finding, without the excerpt.
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

  /// The maximum number of notes that repeat the same advice; later ones have only their first line.
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
    if let others = others(placed) { lines.append("  also: \(line: others)") }
    return lines
  }

  /// Returns the other places of a finding, if they are in other lines; places in the same file are line numbers.
  private static func others(_ placed: PlacedFinding) -> String? {
    let line = placed.finding.location?.line
    let places = zip(placed.finding.otherLocations, placed.otherPaths).filter { place, path in
      path != placed.path || place.line != line
    }
    guard !places.isEmpty else { return nil }
    let lines = places.compactMap { place, path in path == placed.path ? place.line : nil }
    if lines.count == places.count {
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
  /// The place, such as `Paint/Info.plist:12:3`, without unknown parts.
  var place: String {
    guard !path.isEmpty else { return "" }
    return SourceLocation(
      file: path, line: finding.location?.line, column: finding.location?.column, offset: finding.location?.offset
    ).description
  }
}

/// The devices, languages, versions and builds that a finding is limited to.
enum FindingAudience {
  /// Returns `iPad · fr, de · iOS 18 and later · Paint Debug, of 6 builds`; empty if the finding is not limited.
  static func text(_ placed: PlacedFinding) -> String {
    let finding = placed.finding
    var parts: [String] = []
    if !finding.devices.isEmpty, finding.devices.count < DeviceClass.allCases.count {
      parts.append(finding.devices.map(\.rawValue).joined(separator: ", "))
    }
    if !finding.languages.isEmpty { parts.append(Names.list(finding.languages)) }
    switch (finding.since, finding.until) {
    case (let since?, let until?): parts.append("iOS \(since) to \(until)")
    case (let since?, nil): parts.append("iOS \(since) and later")
    case (nil, let until?): parts.append("iOS \(until) and earlier")
    case (nil, nil): break
    }
    if !placed.builds.isEmpty { parts.append("\(Names.list(placed.buildNames)), of \(placed.buildCount) builds") }
    return parts.joined(separator: " · ")
  }
}

/// Findings on one line each, for GitHub's runner and Xcode.
enum FindingLines {
  /// Returns workflow commands, the most severe first. GitHub shows ten of each kind per step; the rest are counted.
  static func annotations(_ report: LintReport) -> [String] {
    var lines: [String] = []
    for severity in [Finding.Severity.error, .warning, .note] {
      let findings = report.findings.filter { $0.finding.severity == severity }
      lines += findings.prefix(GitHubReport.shownAnnotations).map(annotation)
    }
    for text in report.summary { lines.append(WorkflowCommand.harmless(text)) }
    let rest = report.findings.count - (lines.count - report.summary.count)
    if rest > 0 {
      lines.append("\(Counted.text(rest, "more is", "more are")) not annotated: GitHub shows ten of each kind per step")
    }
    return lines
  }

  private static func annotation(_ placed: PlacedFinding) -> String {
    let finding = placed.finding
    let command =
      switch finding.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var message = finding.message
    if let help = finding.help { message += "\nhelp: \(help)" }
    let audience = FindingAudience.text(placed)
    if !audience.isEmpty { message += "\nfor: \(audience)" }
    return WorkflowCommand.text(
      command,
      [
        "file": placed.checkoutPath.isEmpty ? nil : placed.checkoutPath,
        "line": finding.location?.line.map(String.init),
        "col": finding.location?.column.map(String.init), "title": finding.code.rawValue,
      ], message)
  }

  /// Returns lines in the format of compilers: `/path/Info.plist:12:3: warning: message [code]`.
  static func editorLines(_ report: LintReport) -> [String] {
    report.findings.map { placed in
      let finding = placed.finding
      let file = placed.diskPath ?? placed.path
      let place = SourceLocation(
        file: file, line: file.isEmpty ? nil : max(1, finding.location?.line ?? 1), column: finding.location?.column)
      let text = "\(finding.severity.rawValue): \(placed.sentence) [\(finding.code)]"
      return TerminalText.visible(file.isEmpty ? text : "\(place): \(text)", isOneLine: true)
    }
  }
}

/// Findings as Markdown for a job summary: the result, and a table, the most severe first.
enum FindingMarkdown {
  /// - Parameters:
  ///   - blocks: the text between the result and the table.
  ///   - failure: the reason for a failure that no finding shows.
  static func text(_ report: LintReport, after blocks: String = "", failure: String? = nil) -> String {
    var summary = report.summary
    if let failure { summary.insert(failure, at: 0) }
    if failure == nil, [.nothingMatched, .noInput].contains(report.exitCode) {
      summary.insert("no app was checked", at: 0)
    }
    var text = "## \(report.exitCode == .success ? "✅" : "❌") \(MarkdownText.escaped(summary.first ?? ""))\n\n"
    for line in summary.dropFirst() { text += "\(MarkdownText.escaped(line))\n\n" }
    text += blocks
    return text + table(["", "where", "what", "rule"], report.bySeverity.map(row), text.utf8.count)
  }

  private static func row(_ placed: PlacedFinding) -> [String] {
    let finding = placed.finding
    var what = MarkdownText.escaped(finding.message)
    if let help = finding.help { what += "<br>help: \(MarkdownText.escaped(help))" }
    let audience = FindingAudience.text(placed)
    if !audience.isEmpty { what += "<br>for: \(MarkdownText.escaped(audience))" }
    return [
      finding.severity.rawValue, MarkdownText.escaped(placed.place), what, MarkdownText.code(finding.code.rawValue),
    ]
  }

  private static func table(_ head: [String], _ rows: [[String]], _ used: Int) -> String {
    guard !rows.isEmpty else { return "" }
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    var text = line(head) + line(head.map { _ in "---" })
    for (index, row) in rows.enumerated() {
      let next = line(row)
      guard used + text.utf8.count + next.utf8.count <= MarkdownText.maximumSummaryBytes else {
        return text + "\n… and \(rows.count - index) more, too many for a summary.\n"
      }
      text += next
    }
    return text
  }
}
