/// Lines of Markdown, made of text that says nothing to its reader's renderer.
package struct MarkdownText {
  package private(set) var lines: [String] = []
  package private(set) var bytes = 0

  /// What a summary of a job may take, in bytes: GitHub takes none of more than 1 MiB.
  package static let maximumSummaryBytes = 900_000

  /// No lines yet.
  package init() {}

  private mutating func line(_ text: String) {
    lines.append(text)
    bytes += text.utf8.count + 1
  }

  package mutating func add(_ other: MarkdownText) {
    lines += other.lines
    bytes += other.bytes
  }

  /// - Parameter text: Markdown.
  package mutating func heading(_ text: String) {
    line("")
    line("### \(text)")
    line("")
  }

  /// Lines as they are; the fence is longer than each of theirs.
  package mutating func codeBlock(_ texts: [String]) {
    let all = texts.flatMap(TextLines.of)
    let fence = String(repeating: "`", count: max(3, (all.map(Self.longestRun).max() ?? 0) + 1))
    line("\(fence)text")
    for text in all { line(TerminalText.visible(text)) }
    line(fence)
  }

  /// One line of text with a backslash in front of whatever could mean something. Addresses, mentions and numbers of
  /// issues get an empty comment inside: GitHub makes links of them after any backslash, and notifies whoever is mentioned.
  package static func escaped(_ text: String) -> String {
    let scalars = Array(TerminalText.visible(text, isOneLine: true).unicodeScalars)
    var escaped = ""
    for (index, scalar) in scalars.enumerated() {
      func follows(_ test: (Unicode.Scalar) -> Bool) -> Bool { index + 1 < scalars.count && test(scalars[index + 1]) }
      let before = scalars[..<index]
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "@": escaped += follows(isOfWord) ? "&#64;\(gap)" : "&#64;"
      case "#" where follows(isDigit): escaped += "\\#\(gap)"
      case ":" where follows({ $0 == "/" }) || ends(before, with: "mailto") || ends(before, with: "xmpp"):
        escaped += ":\(gap)"
      case "." where ends(before, with: "www"): escaped += "\(gap)."
      case "-" where ends(before, with: "gh") && follows(isDigit): escaped += "\(gap)-"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "|", "~", "!", "$":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Nobody sees it, and the text before and after it is not read as one word.
  private static let gap = "<!-- -->"

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// Whether a text ends with a word, in whatever letters.
  private static func ends(_ text: ArraySlice<Unicode.Scalar>, with word: String) -> Bool {
    text.suffix(word.utf8.count).elementsEqual(word.unicodeScalars) { $0.properties.lowercaseMapping == String($1) }
  }

  /// One line of text as code.
  package static func code(_ text: String) -> String {
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
