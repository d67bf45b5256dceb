import PropertyLists

/// What comes out of the preprocessor: text, and for each piece of it the place where it is written.
struct PreprocessorOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var pieces: [SourcePiece] = []
  private(set) var hasTokensOnLine = false

  /// - Parameter isVerbatim: whether the text is written there as it is; otherwise all of it has one place.
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
}

/// What the preprocessor writes: each token with the white space before it.
extension Preprocessor {
  mutating func emit(_ token: PreprocessorToken) throws(PropertyListError) {
    guard let site else { return }
    let place = texts[Int(site.text)]
    let offset = place.offset(of: Int(site.start))
    let text = bytes(of: token)
    if owesLine, output.bytes.last.map({ $0 != 0x0A }) == true { output.endLine() }
    owesLine = false
    if !style.isTraditional, token.flags.contains(.startsLine) {
      output.endLine()
      var column = place.source.location(at: offset).column ?? 1
      if column == 1, token.flags.contains(.followsBlank) || text.first == UInt8(ascii: "#") { column = 2 }
      output.writeBlanks(column - 1)
    } else if token.flags.contains(.followsBlank) || output.hasTokensOnLine && wouldJoin(token) {
      output.writeBlanks(1)
    }
    let isVerbatim = token.text == site.text && token.start == site.start
    if !text.isEmpty { output.write(text, from: place.source, at: offset, isVerbatim: isVerbatim) }
    (beforePrevious, previous) = (previous, token)
    guard output.bytes.count > outputLimit else { return }
    throw PropertyListError(
      location: place.source.location(at: offset), kind: .tooLarge,
      message: "the preprocessor output has more than \(outputLimit) bytes",
      hint: "do macros multiply each other, or files include each other?")
  }

  /// Whether two tokens that are nowhere neighbours would be read as something else if they were; then the preprocessor
  /// keeps them apart: `1` and `.5`, `-` and `-` (ICON-218).
  private func wouldJoin(_ token: PreprocessorToken) -> Bool {
    guard let first = previous, !first.touches(token), let byte = bytes(of: token).first else { return false }
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    switch first.kind {
    case .identifier: return token.kind == .identifier || token.kind == .number && byte != UInt8(ascii: ".")
    case .number:
      return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "_.+-".utf8.contains(byte)
    case .punctuator:
      let text = string(first)
      if text == "." { return isDigit || byte == UInt8(ascii: ".") && beforePrevious.map(string) == "." }
      return Self.growing[text]?.utf8.contains(byte) ?? false
    case .literal, .other, .blank, .comment: return false
    }
  }

  /// What makes a longer punctuator of one.
  private static let growing = [
    "&": "&=", "+": "+=", "-": "->=", "/": "*/=", "<": "<:%=", ">": ">=", "|": "|=", "%": ">:=", ":": ">", "#": "#@%",
    "*": "=", "!": "=", "<<": "=", ">>": "=", "^": "=", "=": "=",
  ]
}
