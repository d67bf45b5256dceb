import PropertyLists

/// Text for a person, with styles separate from its characters: text from apps, scripts and files cannot style the
/// output, and control characters for a terminal are escaped when the text is written.
///
/// ```swift
/// let line: StyledText = "\(StyledText("error", .red)) \(line: path): \(message)"
/// ```
public struct StyledText: Sendable, Equatable, ExpressibleByStringInterpolation {
  private struct Piece: Sendable, Equatable {
    var text: String
    /// A bit for each style: a report has many pieces, and an array would be one allocation each.
    var styles: UInt16
  }

  private var pieces: [Piece] = []

  /// Creates text from any source.
  public init(_ text: String, _ styles: TextStyle...) { append(text, styles.reduce(0) { $0 | $1.bit }) }

  /// Creates the control sequence of a picture; empty if the output has no styles. Control characters are allowed in
  /// it, because it contains only encoded pixels.
  package init(sequence: String) { append(sequence, Self.sequence) }

  /// A bit beyond the styles, for text that is written as it is.
  private static let sequence: UInt16 = 1 << 15

  /// Creates a text without a style.
  public init(stringLiteral text: String) { append(text, 0) }

  /// Creates a text from parts that keep their styles.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  private init() {}

  /// Returns the text for a terminal. No other function makes it.
  ///
  /// - Parameter hasStyles: whether the output shows styles; otherwise the result has only the characters.
  public func rendered(hasStyles: Bool) -> String {
    var text = ""
    for piece in pieces {
      if piece.styles == Self.sequence {
        if hasStyles { text += piece.text }
        continue
      }
      let visible = TerminalText.visible(piece.text)
      if hasStyles, piece.styles != 0 {
        let styles = TextStyle.allCases.filter { piece.styles & $0.bit != 0 }
        text += TextStyle.sequence(styles) + visible + TextStyle.resetSequence
      } else {
        text += visible
      }
    }
    return text
  }

  /// Returns the text wrapped for a terminal (``TextLines/wrapped(_:to:)``); one with styles stays unchanged.
  public func wrapped(to columns: Int) -> StyledText {
    guard pieces.count == 1, pieces[0].styles == 0 else { return self }
    return StyledText(TextLines.wrapped(pieces[0].text, to: columns))
  }

  private mutating func append(_ text: String, _ styles: UInt16) {
    guard !text.isEmpty else { return }
    if let last = pieces.indices.last, pieces[last].styles == styles {
      pieces[last].text += text
    } else {
      pieces.append(Piece(text: text, styles: styles))
    }
  }

  /// Returns both texts, one after the other, each in its style.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  /// Appends a text in its style.
  public static func += (left: inout StyledText, right: StyledText) {
    for piece in right.pieces { left.append(piece.text, piece.styles) }
  }

  /// The parts of an interpolated string.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) { text.pieces.reserveCapacity(interpolationCount + 1) }

    /// Adds a literal part of the program as it is.
    public mutating func appendLiteral(_ literal: String) { text.append(literal, 0) }

    /// Adds a text in its style.
    public mutating func appendInterpolation(_ other: StyledText) { text += other }

    /// Adds a value without a style.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text.append(value.description, 0)
    }

    /// Adds the description of an error, without a style. Only its indented lines, such as a hint, stay separate: names
    /// in it may have line breaks.
    public mutating func appendInterpolation(_ error: any Error) {
      let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      var text = lines[0]
      for line in lines.dropFirst() { text += (line.hasPrefix("  ") ? "\n" : "\\n") + line }
      self.text.append(String(text), 0)
    }

    /// Adds the description of an error of a known type.
    public mutating func appendInterpolation(_ error: some Error & CustomStringConvertible) {
      appendInterpolation(error as any Error)
    }

    /// Adds a name or path on one line, whatever characters it has.
    public mutating func appendInterpolation(line name: String) {
      text.append(TerminalText.visible(name, isOneLine: true), 0)
    }
  }
}

extension TextStyle {
  fileprivate var bit: UInt16 {
    switch self {
    case .bold: 1
    case .dim: 1 << 1
    case .underline: 1 << 2
    case .red: 1 << 3
    case .green: 1 << 4
    case .yellow: 1 << 5
    case .blue: 1 << 6
    case .magenta: 1 << 7
    case .cyan: 1 << 8
    }
  }
}

/// A style of text in a terminal. Every terminal supports these.
public enum TextStyle: CaseIterable, Sendable {
  case bold, dim, underline
  case red, green, yellow, blue, magenta, cyan

  /// The number in the control sequence "select graphic rendition".
  private var code: Int {
    switch self {
    case .bold: 1
    case .dim: 2
    case .underline: 4
    case .red: 31
    case .green: 32
    case .yellow: 33
    case .blue: 34
    case .magenta: 35
    case .cyan: 36
    }
  }

  /// The control sequence that ends all styles.
  public static let resetSequence = "\u{1B}[0m"

  /// Returns the control sequence that begins these styles.
  public static func sequence(_ styles: [TextStyle]) -> String {
    "\u{1B}[" + styles.map { String($0.code) }.joined(separator: ";") + "m"
  }
}

/// The output of a command, by its audience.
public enum OutputText: Sendable {
  /// A report or message: control characters are escaped in all outputs, because a file will also be shown in a
  /// terminal.
  case forPeople(StyledText)
  /// JSON, a property list or a plugin's format: written byte for byte, except on a terminal and except for text that a
  /// CI service would take for a command.
  case forPrograms(String, as: TextForm = .lines)
  /// A picture: for files, and not for terminals.
  case bytes([UInt8])

  /// The text as a file stores it; empty for bytes.
  public var plain: String {
    switch self {
    case .forPeople(let text): text.rendered(hasStyles: false)
    case .forPrograms(let text, _): text
    case .bytes: ""
    }
  }

  /// The syntax for escapes.
  public var form: TextForm {
    switch self {
    case .forPrograms(_, let form): form
    case .forPeople, .bytes: .lines
    }
  }

  /// The bytes that a file stores.
  public var fileContent: [UInt8] {
    switch self {
    case .forPeople(let text): Array(text.rendered(hasStyles: false).utf8)
    case .forPrograms(let text, _): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }
}

/// The syntax in which text can be escaped without a change of its meaning.
public enum TextForm: Sendable {
  /// Lines without a syntax for escapes, and Markdown: a backslash.
  case lines
  /// JSON, and YAML in double quotes: `\u003a`.
  case json
  /// XML and HTML: `&#58;`.
  case markup
  /// A patch, which must stay unchanged; only lines around it are added.
  case diff
  /// Commands of GitHub Actions that this program issues.
  case commands
}

/// The number of terminal columns of a text. Chinese, Japanese and Korean characters and most emoji take two.
///
/// The rules are a table in this file and not the system's `wcwidth`, so that a report looks the same on every machine
/// and in every locale. Control characters count 0; the text should have none.
public enum DisplayWidth {
  /// Returns the width of a text in columns.
  public static func of(_ text: some StringProtocol) -> Int {
    // ASCII is by far the most: one byte, one column.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of a character.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    // Variation selector 16 selects the emoji form.
    if scalars.count > 1, scalars.contains("\u{FE0F}"), scalars.first?.properties.isEmoji == true { return 2 }
    // The scalars of one character overlap; a pair of regional indicators is one flag.
    return scalars.reduce(0) { max($0, of($1)) }
  }

  /// Returns the text padded with spaces to a width; longer text stays unchanged.
  public static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - of(text)))
  }

  /// Returns the text, or as much of its beginning as fits into a width, with “…” after it.
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

  /// Blocks of characters that are wide or full-width in Unicode's East Asian Width, in ascending order. Swift knows
  /// the emoji without a variation selector, so they are not repeated here.
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

/// A row of a table in a terminal: cells next to each other, each as wide as it is shown.
public enum TextRow {
  /// Returns a row with each cell padded to its width, and a gap after it. Cells without a width follow unpadded.
  ///
  /// - Parameters:
  ///   - widths: the widths of the first cells, in columns; a longer cell pushes the rest to the right.
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

/// The lines of a text.
public enum TextLines {
  /// Splits a text at line feeds, by bytes: Swift makes one character of a return and a line feed.
  package static func of(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  /// Wraps a text between words, so that the terminal need not do it. Two spaces separate the columns
  /// of a line. Continuation lines align with the last column if that leaves room. A word that is too long is not split.
  public static func wrapped(_ text: String, to columns: Int) -> String {
    // Terminals treat the last column differently, so it stays free.
    of(text).map { DisplayWidth.of($0) < columns ? $0 : wrapped(line: $0, to: columns - 1) }.joined(separator: "\n")
  }

  /// The minimum width of a last column of text.
  private static let leastWidth = 24

  private static func wrapped(line: String, to columns: Int) -> String {
    let texts = ([line.startIndex] + line.ranges(of: "  ").map(\.upperBound)).map { line[$0...].drop { $0 == " " } }
    let last = texts.last { DisplayWidth.of(line[..<$0.startIndex]) <= columns - leastWidth } ?? texts[0]
    var rows = [String(line[..<last.startIndex])]
    let hang = String(repeating: " ", count: DisplayWidth.of(rows[0]))
    for (index, word) in last.split(separator: " ").enumerated() {
      let row = rows[rows.count - 1] + (index == 0 ? "" : " ") + word
      if index == 0 || DisplayWidth.of(row) <= columns { rows[rows.count - 1] = row } else { rows.append(hang + word) }
    }
    return rows.joined(separator: "\n")
  }

  /// Returns a line without the return before the line feed in files with Windows line ends.
  package static func withoutReturn(_ line: String) -> String {
    line.utf8.last == UInt8(ascii: "\r") ? String(Substring(line.utf8.dropLast())) : line
  }
}

/// Numbers with nouns.
package enum Counted {
  /// Returns `1 file`, `2 files`: for nouns that get an “s”.
  package static func text(_ number: Int, _ noun: String) -> String { text(number, noun, noun + "s") }

  /// Returns `1 story was` or `2 stories were`, from the forms for 1 and for all other numbers.
  package static func text(_ number: Int, _ one: String, _ others: String) -> String {
    "\(number) \(number == 1 ? one : others)"
  }
}

package enum Names {
  /// The number of names that a message lists.
  package static let maximum = 5

  /// Returns `Day, Night and Dusk`, or `Day, Night and 3 more`.
  package static func list(
    _ names: some Sequence<String>, atMost limit: Int = maximum, _ word: String = "and"
  ) -> String {
    let names = Array(names)
    let shown = names.prefix(limit)
    if names.count > limit { return "\(shown.joined(separator: ", ")) and \(names.count - limit) more" }
    guard shown.count > 1, let last = shown.last else { return shown.first ?? "" }
    return "\(shown.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

/// Real time in reports.
package enum Seconds {
  /// Returns `12.345678`, or fewer decimals, truncated and not rounded.
  package static func text(_ microseconds: Int, decimals: Int = 6) -> String {
    let value = max(0, microseconds)
    let fraction = String(value % 1_000_000)
    let digits = String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
    return "\(value / 1_000_000).\(digits.prefix(decimals))"
  }
}
