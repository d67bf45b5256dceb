/// Text on its way to a terminal.
public enum TerminalText {
  /// The text without control characters, which could move the cursor or colour what follows.
  ///
  /// - Parameter replacement: what stands for each; by default nothing.
  public static func withoutControls(_ text: String, replacement: Unicode.Scalar? = nil) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory != .control {
        clean.append(scalar)
      } else if let replacement {
        clean.append(replacement)
      }
    }
    return String(clean)
  }
}
