import PropertyLists

/// Text of unknown origin (an app's name, a path, what a script prints) on its way to a person.
public enum TerminalText {
  /// The text with everything written out that a terminal would obey, or that would change the order of what is beside
  /// it (``ControlCharacters``). `\u{1B}` stands for the escape character.
  ///
  /// The only function of its kind; ``StyledText`` calls it for all that leaves.
  ///
  /// - Parameter isOneLine: line feeds and tabs are written out too.
  public static func visible(_ text: String, isOneLine: Bool = false) -> String {
    func isKept(_ value: UInt32) -> Bool { !isOneLine && (value == 0x0A || value == 0x09) }
    let isFound = ControlCharacters.areIn(text) { byte in
      (byte < 0x20 || byte == 0x7F) && !isKept(UInt32(byte))
    }
    guard isFound else { return text }
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard ControlCharacters.contains(scalar), !isKept(scalar.value) else {
        clean.append(scalar)
        continue
      }
      switch scalar {
      case "\n": clean.append(contentsOf: "\\n".unicodeScalars)
      case "\t": clean.append(contentsOf: "\\t".unicodeScalars)
      case "\r": clean.append(contentsOf: "\\r".unicodeScalars)
      default: clean.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(clean)
  }

  /// Text of any origin that takes no more than its place in a line.
  package static func line(_ text: String) -> String { visible(text, isOneLine: true) }

  /// The same, cut off behind so many columns: names from files can be very long.
  package static func line(_ text: String, width: Int) -> String { DisplayWidth.clipped(line(text), to: width) }

  /// Of what stands in a line of its own nobody reads more, in columns.
  package static let longLine = 400
}
