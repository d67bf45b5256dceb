import Platform

/// Lines in a frame with a title, as wide as they need.
struct TextFrame {
  let title: String
  /// Each a line; nil is a rule across the frame.
  var rows: [String?] = []

  /// Wider texts are cut.
  private static let maximumWidth = 74

  /// A frame around nothing yet.
  init(_ title: String) {
    self.title = Self.clean(title)
  }

  /// Adds a text, each of its lines by itself.
  mutating func add(_ text: String) {
    // By scalars: as a character, a line feed is one with the carriage return before it.
    rows += text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Self.clean(String($0)) }
  }

  /// Adds a rule across the frame.
  mutating func addRule() { rows.append(nil) }

  /// The frame as it is shown.
  var lines: [String] {
    let widest = ([title] + rows.compactMap(\.self)).map { DisplayWidth.of($0) }.max() ?? 0
    let width = min(Self.maximumWidth, widest + 2)
    func rule(_ left: String, _ right: String, _ title: String = "") -> String {
      let text = title.isEmpty ? "" : " \(DisplayWidth.clipped(title, to: width - 2)) "
      let bar = String(repeating: "─", count: max(0, width + 2 - DisplayWidth.of(text)))
      return left + text + bar + right
    }
    return [rule("╭", "╮", title)]
      + rows.map { row in
        row.map { "│ \(DisplayWidth.padded(DisplayWidth.clipped($0, to: width), to: width)) │" } ?? rule("├", "┤")
      } + [rule("╰", "╯")]
  }

  /// Without what a terminal obeys: its width could not be told.
  private static func clean(_ text: String) -> String { TerminalText.visible(text, isOneLine: true) }
}
