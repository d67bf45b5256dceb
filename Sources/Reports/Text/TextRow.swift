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
