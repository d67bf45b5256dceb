internal import AppPackages
internal import HomeScreenSimulator

/// Remarks about a package for a person: each with what to do about it below it.
enum RemarkText {
  /// A heading, the remarks, how many more there are, and where codes are explained; nothing if there are none.
  static func lines(_ remarks: [PackageWarning]) -> [StyledText] {
    guard !remarks.isEmpty else { return [] }
    let selection = RemarkSelection(remarks)
    var lines = [StyledText("\(selection.count) remark\(selection.count == 1 ? "" : "s")", .bold)]
    for remark in selection.shown {
      let place = remark.location.map { "\($0): " } ?? ""
      lines.append(
        "  \(StyledText(remark.severity.rawValue, style(remark.severity))): \(line: place + remark.message) "
          + StyledText("[\(remark.code.rawValue)]", .dim))
      if let hint = remark.hint { lines.append(StyledText("    \(TerminalText.visible(hint, isOneLine: true))", .dim)) }
    }
    let rest = selection.count - selection.shown.count
    if rest > 0 { lines.append("  … and \(rest) more; homescreen inspect --json lists all") }
    lines.append(StyledText("  homescreen explain CODE tells what a remark in [brackets] means", .dim))
    return lines
  }

  private static func style(_ severity: PackageWarning.Severity) -> TextStyle {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .dim
    }
  }
}
