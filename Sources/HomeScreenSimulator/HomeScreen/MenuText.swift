/// How the text of a row is broken into lines.
enum MenuText {
  /// The width of a line, in narrow characters; wide ones count twice (QUICK-117).
  static let lineWidth = 30
  private static let ellipsis = "…"

  /// A title alone may take two lines (QUICK-004); with a subtitle each has one (QUICK-005).
  static func lines(title: String, subtitle: String?) -> [String] {
    if let subtitle, !subtitle.isEmpty { return [cut(title), cut(subtitle)] }
    let first = head(of: title[...])
    guard first.endIndex < title.endIndex else { return [title] }
    let rest = title[first.endIndex...].drop { $0 == " " }
    return [trimmed(first), cut(String(rest))]
  }

  /// One line, with an ellipsis when something is missing.
  private static func cut(_ text: String) -> String {
    guard fitting(text[...], lineWidth).endIndex < text.endIndex else { return text }
    return trimmed(fitting(text[...], lineWidth - 1)) + ellipsis
  }

  /// As much of the text as fits on a line, up to the end of a word if there is one.
  private static func head(of text: Substring) -> Substring {
    let fits = fitting(text, lineWidth)
    guard fits.endIndex < text.endIndex, text[fits.endIndex] != " ",
      let blank = fits.lastIndex(of: " "), blank > fits.startIndex
    else { return fits }
    return fits[..<blank]
  }

  private static func fitting(_ text: Substring, _ width: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    while end < text.endIndex {
      used += isWide(text[end]) ? 2 : 1
      guard used <= width else { break }
      end = text.index(after: end)
    }
    return text[..<end]
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// East Asian letters and pictures.
  private static func isWide(_ character: Character) -> Bool {
    switch character.unicodeScalars[character.unicodeScalars.startIndex].value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
