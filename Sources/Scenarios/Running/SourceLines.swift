internal import Events
import PropertyLists

/// The text of a script by lines, to show the one that failed.
public struct SourceLines: Sendable {
  let file: String
  private let lines: [Substring]

  init(file: String, text: [UInt8]) {
    self.file = file
    // By bytes: to Swift, a return and a line feed are one character, which is neither.
    let bytes = String(decoding: text, as: UTF8.self).utf8
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// The line (from 1) without its indentation; nil when it belongs to another file.
  func line(_ number: Int, of file: String) -> String? {
    guard ExactText.isSame(file, self.file), lines.indices.contains(number - 1) else { return nil }
    let text = lines[number - 1].drop { $0 == " " || $0 == "\t" }
    return Self.shortened(text)
  }

  private static func shortened(_ text: Substring) -> String {
    text.utf8.count > 160 && text.count > 160 ? text.prefix(160) + "…" : String(text)
  }

  /// How many lines an excerpt has before and after its place.
  private static let linesAround = 2

  /// The line (from 1) with those around it; nil when it belongs to another file.
  func excerpt(around number: Int, of file: String) -> Problem.Excerpt? {
    guard ExactText.isSame(file, self.file), lines.indices.contains(number - 1) else { return nil }
    let first = max(0, number - 1 - Self.linesAround)
    let last = min(lines.count - 1, number - 1 + Self.linesAround)
    return Problem.Excerpt(firstLine: first + 1, lines: lines[first...last].map { Self.shortened($0) })
  }
}
