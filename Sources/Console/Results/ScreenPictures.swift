public import LuaAPI
public import Platform
internal import Rendering

/// The icons of a part of the screen as pictures in the terminal.
public enum ScreenPictures {
  /// The most columns of one icon.
  private static let maximumWidth = 12
  /// Pixels of an icon for terminals that show pixels.
  private static let side = 120

  /// What shows the icons, with the labels below them; nothing where the terminal shows words only.
  ///
  /// - Parameters:
  ///   - columns: of the terminal.
  ///   - environment: the value of a variable.
  public static func lines(
    _ artwork: ScreenArtwork, columns: Int, usesStyles: Bool,
    environment: (String) -> String?
  ) -> [StyledText] {
    let graphics = TerminalGraphics(usesStyles: usesStyles, environment: environment)
    guard graphics != .none else { return [] }
    let cell = max(6, min(18, (columns - 2) / max(1, artwork.columns)))
    let width = min(maximumWidth, (cell - 2) / 2 * 2)
    let side = graphics == .blocks ? width * 4 : Self.side
    var pixels = IconPixels(os: artwork.os)
    for (identifier, package) in artwork.packages { pixels.add(package, as: identifier) }
    var lines: [StyledText] = []
    for row in artwork.rows {
      let items = row.map { icon in
        TerminalPicture.Item(
          column: (icon.column - 1) * cell + (cell - width) / 2, pixels: pixels.square(icon.artwork, side: side))
      }
      lines += TerminalPicture(items, columns: width).lines(graphics, TerminalColours(environment: environment))
      let label = labels(row, cell)
      if !label.isEmpty { lines.append("\(line: label)") }
    }
    return lines
  }

  private static func labels(_ row: [ScreenArtwork.Cell], _ cell: Int) -> String {
    var text = ""
    for icon in row.sorted(by: { $0.column < $1.column }) where !icon.label.isEmpty {
      let label = DisplayWidth.clipped(TerminalText.visible(icon.label, isOneLine: true), to: cell - 1)
      let start = (icon.column - 1) * cell + max(0, cell - DisplayWidth.of(label)) / 2
      text = DisplayWidth.padded(text, to: start) + label
    }
    return text
  }

  /// The screen of a session for a person who is not typing: pictures where the terminal has them, and the words.
  public static func screen(of session: Session, on stream: StandardStream) -> [StyledText] {
    let terminal = Terminal(stream)
    var lines: [StyledText] = []
    for part in [Session.ScreenPart.home, .menu, .alert] {
      let (words, isThere) = session.screen(part)
      guard isThere else { continue }
      if let artwork = session.artwork(part) {
        lines += Self.lines(
          artwork, columns: terminal.columns, usesStyles: terminal.usesStyles,
          environment: ProcessEnvironment.value)
      }
      lines += words.map { StyledText($0) }
    }
    if let remark = TerminalGraphics.remark(environment: ProcessEnvironment.value) { lines.append("\(line: remark)") }
    return lines
  }
}
