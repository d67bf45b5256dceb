/// The lines of a text.
public enum TextLines {
  /// Split at line feeds alone, by bytes: of a return and a line feed, Swift makes one character that is neither.
  package static func of(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// A text in lines that a terminal does not break: between words, each rest below the last column of its line where
  /// there is room, else below its beginning. A word that is too long stays whole.
  public static func wrapped(_ text: String, to columns: Int) -> String {
    // The last column stays free, where terminals differ.
    of(text).map { DisplayWidth.of($0) < columns ? $0 : wrapped(line: $0, to: columns - 1) }.joined(separator: "\n")
  }

  /// Columns that a last column of text needs.
  private static let leastRoom = 24

  private static func wrapped(line: String, to columns: Int) -> String {
    let texts = ([line.startIndex] + line.ranges(of: "  ").map(\.upperBound)).map { line[$0...].drop { $0 == " " } }
    let last = texts.last { DisplayWidth.of(line[..<$0.startIndex]) <= columns - leastRoom } ?? texts[0]
    var rows = [String(line[..<last.startIndex])]
    let hang = String(repeating: " ", count: DisplayWidth.of(rows[0]))
    for (index, word) in last.split(separator: " ").enumerated() {
      let row = rows[rows.count - 1] + (index == 0 ? "" : " ") + word
      if index == 0 || DisplayWidth.of(row) <= columns { rows[rows.count - 1] = row } else { rows.append(hang + word) }
    }
    return rows.joined(separator: "\n")
  }

  /// A line without the return that files with Windows line ends have in front of each line feed.
  package static func withoutReturn(_ line: String) -> String {
    line.utf8.last == UInt8(ascii: "\r") ? String(Substring(line.utf8.dropLast())) : line
  }
}

/// Numbers of things in words.
package enum Counted {
  /// `1 file`, `2 files`: for nouns that get an “s”.
  package static func text(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

/// Lists of names in sentences.
package enum Names {
  /// How many a message lists.
  package static let maximum = 5

  /// `Day, Night and Dusk`, `Day, Night and 3 more`.
  package static func list(_ names: some Sequence<String>, atMost limit: Int = maximum) -> String {
    let names = Array(names)
    let shown = names.prefix(limit)
    if names.count > limit { return "\(shown.joined(separator: ", ")) and \(names.count - limit) more" }
    guard shown.count > 1, let last = shown.last else { return shown.first ?? "" }
    return "\(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// Real time in reports.
package enum Seconds {
  /// `12.345678`, or with fewer decimals, cut and not rounded.
  package static func text(_ microseconds: Int, decimals: Int = 6) -> String {
    let value = max(0, microseconds)
    let fraction = String(value % 1_000_000)
    let digits = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    return "\(value / 1_000_000).\(digits.prefix(decimals))"
  }
}
