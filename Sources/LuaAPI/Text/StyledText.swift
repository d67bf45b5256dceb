/// Text for a person, whose styles are no part of the characters: what apps, scripts and files bring into it cannot
/// style anything, and whatever else a terminal would obey is written out when the text leaves.
///
/// ```swift
/// let line: StyledText = "\(StyledText("error", .red)) \(line: path): \(message)"
/// ```
public struct StyledText: Sendable, Equatable, ExpressibleByStringInterpolation {
  private struct Piece: Sendable, Equatable {
    var text: String
    var styles: [TextStyle]
  }

  private var pieces: [Piece] = []

  /// Text of any origin.
  public init(_ text: String, _ styles: TextStyle...) {
    append(text, styles)
  }

  public init(stringLiteral text: String) {
    append(text, [])
  }

  public init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.text
  }

  private init() {}

  /// The text as it may be sent to a terminal. Nothing else makes it.
  ///
  /// - Parameter hasStyles: whether the reader sees styles; without them the characters alone.
  public func rendered(hasStyles: Bool) -> String {
    if pieces.count == 1, !hasStyles || pieces[0].styles.isEmpty { return TerminalText.visible(pieces[0].text) }
    var text = ""
    for piece in pieces {
      if hasStyles, !piece.styles.isEmpty {
        text += TextStyle.sequence(piece.styles) + TerminalText.visible(piece.text) + TextStyle.resetSequence
      } else {
        text += TerminalText.visible(piece.text)
      }
    }
    return text
  }

  private mutating func append(_ text: String, _ styles: [TextStyle]) {
    guard !text.isEmpty else { return }
    if let last = pieces.indices.last, pieces[last].styles == styles {
      pieces[last].text += text
    } else {
      pieces.append(Piece(text: text, styles: styles))
    }
  }

  public static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  public static func += (left: inout StyledText, right: StyledText) {
    for piece in right.pieces { left.append(piece.text, piece.styles) }
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText()

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text.append(literal, []) }

    public mutating func appendInterpolation(_ other: StyledText) { text += other }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      text.append(value.description, [])
    }

    public mutating func appendInterpolation(_ error: any Error) { text.append("\(error)", []) }

    /// A name or path, which takes no more than its place in a line, whatever it holds.
    public mutating func appendInterpolation(line name: String) {
      text.append(TerminalText.visible(name, isOneLine: true), [])
    }
  }
}
