import PropertyLists

/// What comes out of the preprocessor: text, and for each piece of it the place where it is written.
struct PreprocessorOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [SourcePiece] = []
  private(set) var hasTokensOnLine = false

  /// - Parameter isVerbatim: whether the text stands there as it is; otherwise all of it has one place.
  mutating func write(_ text: ArraySlice<UInt8>, from source: SourceText, at offset: Int, isVerbatim: Bool) {
    hasTokensOnLine = true
    let start = bytes.count
    bytes += text
    if let last = pieces.last, last.source === source {
      if isVerbatim, last.length > 0, start - Int(last.start) == offset - Int(last.offset) {
        pieces[pieces.count - 1].length = UInt32(bytes.count) - last.start
        return
      }
      if !isVerbatim, last.length == 0, Int(last.offset) == offset { return }
    }
    pieces.append(
      SourcePiece(
        start: UInt32(start), source: source, offset: UInt32(offset), length: isVerbatim ? UInt32(text.count) : 0))
  }

  mutating func writeBlanks(_ count: Int) { bytes += repeatElement(0x20, count: max(0, count)) }

  /// Lines without anything on them are left out.
  mutating func endLine() {
    guard hasTokensOnLine else { return }
    bytes.append(0x0A)
    hasTokensOnLine = false
  }

  // MARK: Blanks

  /// Whether two tokens that stand nowhere side by side would be read as something else if they did here; then the
  /// preprocessor keeps them apart: `1` and `.5`, `-` and `-` (ICON-218).
  ///
  /// - Parameters:
  ///   - isPrefix: whether the first one is a name that could begin a literal, such as `L`.
  ///   - byte: the first of the second one.
  static func wouldJoin(
    _ beforeFirst: PreprocessorToken?, _ first: PreprocessorToken, isPrefix: Bool, _ second: PreprocessorToken,
    byte: UInt8
  ) -> Bool {
    if first.touches(second) { return false }
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    switch first.kind {
    case .identifier:
      switch second.kind {
      case .identifier: return true
      case .number: return byte != UInt8(ascii: ".")
      case .literal: return !isQuote || isPrefix
      case .punctuator, .other, .blank, .comment, .placemarker: return false
      }
    case .number:
      return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || [UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
    case .punctuator:
      if growsByEquals.contains(first.value), second.isPunctuator("=") || second.isPunctuator("==") { return true }
      if first.isPunctuator(".") {
        return isDigit || byte == UInt8(ascii: ".") && beforeFirst?.isPunctuator(".") == true
      }
      return continuations[first.value]?.contains(byte) ?? false
    case .literal, .other, .blank, .comment, .placemarker: return false
    }
  }

  private static let growsByEquals = Set(
    ["&", "+", "-", "/", "<", ">", "|", "%", "*", "!", "<<", ">>", "^", "="].map(PreprocessorToken.punctuator))

  private static let continuations: [UInt32: [UInt8]] = {
    let rows: [(StaticString, String)] = [
      ("&", "&"), ("+", "+"), ("-", "->"), ("/", "*/"), ("<", "<:%"), (">", ">"), ("|", "|"), ("%", ">:"), (":", ">"),
      ("#", "#@%"),
    ]
    return Dictionary(uniqueKeysWithValues: rows.map { (PreprocessorToken.punctuator($0), Array($1.utf8)) })
  }()
}
