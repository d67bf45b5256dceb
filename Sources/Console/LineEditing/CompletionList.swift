internal import HomeScreenReports

/// What the line editor does with several completions.
enum CompletionList {
  /// More are not listed; nobody reads them.
  static let maximumShown = 200

  /// What all replacements begin with; nothing when they replace different parts of the line.
  static func commonPrefix(_ completions: [Completion]) -> String {
    guard let first = completions.first, completions.allSatisfy({ $0.replacedBytes == first.replacedBytes }) else {
      return ""
    }
    var prefix = Substring(first.replacement)
    for completion in completions.dropFirst() {
      prefix = prefix.prefix(zip(prefix, completion.replacement).prefix { $0 == $1 }.count)
    }
    return String(prefix)
  }

  /// The displays in columns, top to bottom and then left to right, like `ls`.
  static func lines(_ completions: [Completion], columns: Int) -> String {
    let shown = completions.prefix(maximumShown).map { TerminalText.visible($0.display, isOneLine: true) }
    let width = (shown.map { DisplayWidth.of($0) }.max() ?? 0) + 2
    let perRow = max(1, columns / width)
    let rows = (shown.count + perRow - 1) / perRow
    var text = ""
    for row in 0..<rows {
      let cells = stride(from: row, to: shown.count, by: rows).map { shown[$0] }
      text += TextRow.text(cells, widths: cells.dropLast().map { _ in width - 2 }, gap: 2) + "\n"
    }
    if completions.count > shown.count { text += "… and \(completions.count - shown.count) more\n" }
    return text
  }
}
