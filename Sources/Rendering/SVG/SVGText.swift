import PropertyLists

/// Text of any origin inside of a drawing: harmless, and cut to the room that there is.
///
/// No font is at hand, so widths are estimates, on the wide side; the drawings leave room for it.
enum SVGText {
  /// No label that a person reads is longer; what follows is left out before anything is measured.
  private static let maximumScalars = 400

  /// A text that fits into a drawing.
  static func clean(_ text: String, limit: Int = maximumScalars) -> String {
    ControlCharacters.cleaned(text, limit: limit)
  }

  /// Whether its first letter that has a direction is of a script from right to left.
  static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
      default: return false
      }
    }
    return false
  }

  /// What is markup to SVG and HTML is text afterwards, also in attributes, which stand in double quotes here; the text
  /// has to be clean.
  static func escaped(_ text: String) -> String { MarkupText.escaped(text) }

  // MARK: Measuring

  /// The width of a clean text in a font of this size.
  static func width(_ text: some StringProtocol, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// Of one character, as a share of the font's size.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x20, 0x21, 0x27...0x29, 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x49, 0x69, 0x6A, 0x6C, 0x74, 0x66, 0x72, 0x7C: 0.33
    case 0x4D, 0x57, 0x6D, 0x77, 0x40, 0x25: 0.9
    case 0x41...0x5A: 0.7
    case ..<0x300: 0.57
    case 0x300...0x36F, 0x64B...0x65F, 0x200B...0x200D, 0xFE00...0xFE0F: 0
    case 0x590...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: 0.55
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFFE6, 0x1F300...0x1FAFF,
      0x20000...0x3FFFF:
      1.05
    default: 0.65
    }
  }

  /// The text, or as much of it as there is room for, with “…” behind it.
  static func cut(_ text: String, to room: Double, size: Double) -> String {
    guard width(text, size: size) > room else { return text }
    var used = width("…", size: size)
    var result = ""
    for character in text {
      used += width(String(character), size: size)
      if used > room { break }
      result.append(character)
    }
    while result.last == " " { result.removeLast() }
    return result + "…"
  }

  /// The text in lines; the last one is cut.
  static func lines(_ text: String, to room: Double, size: Double, atMost limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if line.isEmpty || width(longer, size: size) <= room {
        line = longer
      } else {
        lines.append(line)
        line = String(word)
      }
      // A text without spaces is broken anywhere.
      while width(line, size: size) > room, lines.count < limit {
        var head = ""
        for character in line {
          guard head.isEmpty || width(head + String(character), size: size) <= room else { break }
          head.append(character)
        }
        guard head.utf8.count < line.utf8.count else { break }
        lines.append(head)
        line = String(line.dropFirst(head.count))
      }
      if lines.count > limit { break }
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > limit, limit > 0 else { return lines }
    return Array(lines[..<(limit - 1)]) + [cut(lines[limit - 1] + " " + lines[limit], to: room, size: size)]
  }
}
