/// Lines of Markdown, made of text that says nothing to its reader's renderer.
struct MarkdownText {
  private(set) var lines: [String] = []
  private(set) var bytes = 0

  /// What a summary of a job may take, in bytes: GitHub takes none of more than 1 MiB.
  static let maximumSummaryBytes = 900_000

  private mutating func line(_ text: String) {
    lines.append(text)
    bytes += text.utf8.count + 1
  }

  mutating func add(_ other: MarkdownText) {
    lines += other.lines
    bytes += other.bytes
  }

  /// - Parameter text: Markdown.
  mutating func heading(_ text: String) {
    line("")
    line("### \(text)")
    line("")
  }

  /// Lines as they are; the fence is longer than each of theirs.
  mutating func codeBlock(_ texts: [String]) {
    let all = texts.flatMap(TextLines.of)
    let fence = String(repeating: "`", count: max(3, (all.map(Self.longestRun).max() ?? 0) + 1))
    line("\(fence)text")
    for text in all { line(TerminalText.visible(text)) }
    line(fence)
  }

  /// One line of text with a backslash in front of whatever could mean something.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.visible(text, isOneLine: true).unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      // A mention would tell somebody of the run, behind a backslash too.
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "|", "~", "!", "$":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// One line of text as code.
  static func code(_ text: String) -> String {
    let text = TerminalText.visible(text, isOneLine: true)
    let ticks = String(repeating: "`", count: longestRun(in: text) + 1)
    // With a tick at its edge, or nothing but spaces, it needs spaces of its own.
    return ticks.utf8.count > 1 || text.isEmpty ? "\(ticks) \(text) \(ticks)" : "\(ticks)\(text)\(ticks)"
  }

  private static func longestRun(in text: String) -> Int {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
