import AppPackages
import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Findings about a package for a person, without their lines: each with what to do about it below it.
enum RemarkText {
  /// A heading, the remarks, how many more there are, and where codes are explained; nothing if there are none.
  static func lines(_ remarks: [Finding]) -> [StyledText] {
    guard !remarks.isEmpty else { return [] }
    let selection = RemarkSelection(remarks)
    var lines = [StyledText(Counted.text(selection.count, "remark"), .bold)]
    for remark in selection.shown {
      let place = remark.location.map { "\($0): " } ?? ""
      lines.append(
        "  \(StyledText(remark.severity.rawValue, FindingText.style(remark.severity))): \(line: place)\(TerminalText.line(remark.message, width: TerminalText.longLine)) "
          + StyledText("[\(remark.code)]", .dim))
      if let hint = remark.help {
        lines.append(StyledText("    \(TerminalText.line(hint, width: TerminalText.longLine))", .dim))
      }
    }
    let rest = selection.count - selection.shown.count
    if rest > 0 { lines.append("  … and \(rest) more; homescreen lint lists all") }
    lines.append(StyledText("  homescreen explain CODE explains the code in [brackets]", .dim))
    return lines
  }
}
