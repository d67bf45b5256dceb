import PropertyLists

/// How many columns of a terminal a text takes. Chinese, Japanese and Korean characters and most emoji take two.
///
/// The rules are a table of our own and not the system's `wcwidth`, so that a report looks the same on every machine
/// and in every locale. A text must be free of control characters; each counts 0.
public enum DisplayWidth {
  /// The width of a text in columns.
  public static func of(_ text: some StringProtocol) -> Int {
    // ASCII is by far the most: one byte, one column.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The width of what the reader sees as one character.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // A variation selector 16 asks for the picture form.
    if scalars.count > 1, scalars.contains("\u{FE0F}"), scalars.first?.properties.isEmoji == true { return 2 }
    // Parts of one character lie over each other; a pair of regional indicators is one flag.
    return scalars.reduce(0) { max($0, of($1)) }
  }

  /// The text with spaces after it up to a width; longer text stays as it is.
  public static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - of(text)))
  }

  /// The text, or as much of its beginning as a width has room for, with “…” behind it.
  public static func clipped(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var result = ""
    var used = 0
    for character in text {
      let next = of(character)
      if used + next > columns - 1 { break }
      result.append(character)
      used += next
    }
    return result + "…"
  }

  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
    if value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Hangul vowels and final consonants join the syllable before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    if scalar.properties.isEmojiPresentation || isWide(value) { return 2 }
    return 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    if value < 0x1100 { return false }
    let index = wideRanges.partitioningIndex { $0.upperBound >= value }
    return index < wideRanges.count && wideRanges[index].contains(value)
  }

  /// Blocks whose characters are wide or full-width in Unicode's East Asian Width, in ascending order. Emoji that
  /// stand alone are known to Swift and not repeated here.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul initial consonants
    0x2329...0x232A,  // angle brackets
    0x2E80...0x303E,  // radicals, ideographic punctuation
    0x3041...0x33FF,  // kana, bopomofo, Hangul compatibility, enclosed
    0x3400...0x4DBF,  // CJK extension A
    0x4E00...0xA4CF,  // CJK ideographs, Yi
    0xA960...0xA97F,  // Hangul extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6F,  // compatibility and small forms
    0xFF01...0xFF60,  // full-width ASCII
    0xFFE0...0xFFE6,  // full-width signs
    0x16FE0...0x18DFF,  // Tangut, Khitan
    0x1AFF0...0x1B2FF,  // kana supplements, Nüshu
    0x1F200...0x1F2FF,  // enclosed ideographs
    0x20000...0x2FFFD,  // CJK extensions B to F
    0x30000...0x3FFFD,  // CJK extensions G and later
  ]
}

/// A line of a table for a terminal: cells beside each other, as wide as they are shown.
public enum TextRow {
  /// Each cell filled up to its width, with a gap behind it. The cells that have no width follow as they are.
  ///
  /// - Parameters:
  ///   - widths: of the first cells, in columns; a longer cell pushes the rest to the right.
  ///   - gap: columns between two cells.
  public static func text(_ cells: [String], widths: [Int], gap: Int = 1) -> String {
    let space = String(repeating: " ", count: gap)
    var text = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { text += space }
      text += index < widths.count ? DisplayWidth.padded(cell, to: widths[index]) : cell
    }
    return text
  }
}
