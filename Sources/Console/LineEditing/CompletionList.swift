internal import Platform

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

  /// Of so many at most each gets a row of its own, with what it is.
  static let maximumRows = 16

  /// A line about the place, then the displays.
  static func lines(_ answer: CompletionAnswer, columns: Int) -> String {
    let note = answer.note.map { row($0, columns) } ?? ""
    return note + (answer.completions.isEmpty ? "" : lines(answer.completions, columns: columns))
  }

  /// The displays in columns, top to bottom and then left to right, like `ls`; few ones in rows, with what they are.
  static func lines(_ completions: [Completion], columns: Int) -> String {
    if completions.count <= maximumRows, completions.contains(where: { $0.summary != nil }), columns >= 40 {
      return rows(completions, columns)
    }
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

  private static func rows(_ completions: [Completion], _ columns: Int) -> String {
    let names = completions.map { TerminalText.visible($0.display, isOneLine: true) }
    let width = min(names.map { DisplayWidth.of($0) }.max() ?? 0, columns / 2)
    return zip(names, completions).map { name, completion in
      row(TextRow.text([name, completion.summary ?? ""], widths: [width], gap: 2), columns)
    }.joined()
  }

  /// One row of the screen; the last column stays free, where terminals differ.
  private static func row(_ text: String, _ columns: Int) -> String {
    var line = TerminalText.visible(text, isOneLine: true)
    if DisplayWidth.of(line) >= columns { line = DisplayWidth.clipped(line, to: max(1, columns - 1)) }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
}
