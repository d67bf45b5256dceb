/// The text of a script by lines, to show the one that failed.
public struct SourceLines: Sendable {
  let file: String
  private let lines: [Substring]

  init(file: String, text: [UInt8]) {
    self.file = file
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The line (from 1) without its indentation; nil when it belongs to another file.
  func line(_ number: Int, of file: String) -> String? {
    guard file == self.file, lines.indices.contains(number - 1) else { return nil }
    let text = lines[number - 1].drop { $0 == " " || $0 == "\t" }
    return text.count > 160 ? text.prefix(160) + "…" : String(text)
  }
}
