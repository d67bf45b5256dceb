/// The lines of a text.
enum TextLines {
  /// Split at line feeds alone, by bytes: of a return and a line feed, Swift makes one character that is neither.
  static func of(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// A line without the return that files with Windows line ends have in front of each line feed.
  static func withoutReturn(_ line: String) -> String {
    line.utf8.last == UInt8(ascii: "\r") ? String(Substring(line.utf8.dropLast())) : line
  }
}
