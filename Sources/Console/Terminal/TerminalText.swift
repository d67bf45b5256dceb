/// Text on its way to a terminal.
enum TerminalText {
  /// The text without control characters, which could move the cursor or colour what follows.
  static func withoutControls(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    clean.append(contentsOf: text.unicodeScalars.lazy.filter { $0.properties.generalCategory != .control })
    return String(clean)
  }
}
