/// Text for a person, whose styles are no part of the characters: what apps, scripts and files bring into it cannot
/// style anything, and whatever else a terminal would obey is written out when the text leaves.
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

  /// Text of any origin.
  public init(_ text: String, _ styles: TextStyle...) {
    append(text, styles.reduce(0) { $0 | $1.bit })
  }

  /// What shows a picture in a terminal; nothing where there are no styles. It is made of pixels alone, so it may hold
  /// what a terminal obeys.
  package init(sequence: String) { append(sequence, Self.sequence) }

  /// Beyond the bits of styles: a text that is sent as it is.
  private static let sequence: UInt16 = 1 << 15

  /// A text without a style.
  public init(stringLiteral text: String) {
    append(text, 0)
  }

  /// A text whose parts keep their styles.
  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  private init() {}

  /// The text as it may be sent to a terminal. Nothing else makes it.
  ///
  /// - Parameter hasStyles: whether the reader sees styles; without them the characters alone.
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

  /// The text in lines no wider than a terminal (``TextLines/wrapped(_:to:)``); one with styles stays as it is.
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

  /// Both, one behind the other, each in its style.
  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  /// Appends a text in its style.
  public static func += (left: inout StyledText, right: StyledText) {
    for piece in right.pieces { left.append(piece.text, piece.styles) }
  }

  /// Collects the parts of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    /// Nothing is collected yet.
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.pieces.reserveCapacity(interpolationCount + 1)
    }

    /// Adds a part that the program wrote, as it is.
    public mutating func appendLiteral(_ literal: String) { text.append(literal, 0) }

    /// Adds a text in its style.
    public mutating func appendInterpolation(_ other: StyledText) { text += other }

    /// Adds a value without a style.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text.append(value.description, 0)
    }

    /// Adds what an error says, without a style. Only lines that are set in, such as a hint, begin inside of it: a name in
    /// it may have line breaks of its own.
    public mutating func appendInterpolation(_ error: any Error) {
      let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      var text = lines[0]
      for line in lines.dropFirst() { text += (line.hasPrefix("  ") ? "\n" : "\\n") + line }
      self.text.append(String(text), 0)
    }

    /// The same for an error of a known type.
    public mutating func appendInterpolation(_ error: some Error & CustomStringConvertible) {
      appendInterpolation(error as any Error)
    }

    /// A name or path, which takes no more than its place in a line, whatever it holds.
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
