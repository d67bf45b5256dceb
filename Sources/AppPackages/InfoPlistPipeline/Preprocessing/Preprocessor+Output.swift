import PropertyLists

/// What the preprocessor writes: each token with the white space that stands before it.
extension Preprocessor {
  mutating func emit(_ token: PreprocessorToken) throws(PropertyListError) {
    guard let site = isFromMacro ? useSite : token, site.text >= 0 else { return }
    let place = texts[Int(site.text)]
    let offset = place.offset(of: Int(site.start))
    let text = bytes(of: token)
    if owesLine, output.bytes.last.map({ $0 != 0x0A }) == true { output.endLine() }
    owesLine = false
    if !style.isTraditional, token.flags.contains(.startsLine) {
      output.endLine()
      var column = place.source.location(at: offset).column ?? 1
      if column == 1, token.flags.contains(.followsBlank) || token.isHash { column = 2 }
      output.writeBlanks(column - 1)
    } else if token.flags.contains(.followsBlank) || output.hasTokensOnLine && needsBlank(before: token, text) {
      output.writeBlanks(1)
    }
    if !text.isEmpty { output.write(text, from: place.source, at: offset, isVerbatim: !isFromMacro) }
    beforePrevious = previous
    previous = token
    guard output.bytes.count > outputLimit else { return }
    throw PropertyListError(
      location: place.source.location(at: offset), kind: .tooLarge,
      message: "the preprocessor makes more than \(outputLimit) bytes of this",
      hint: "do macros multiply each other, or files include each other?")
  }

  private func needsBlank(before token: PreprocessorToken, _ text: ArraySlice<UInt8>) -> Bool {
    guard let previous, let byte = text.first else { return false }
    if previous.touches(token) { return false }
    let isPrefix =
      previous.kind == .identifier && token.kind == .literal && ["L", "u", "U", "u8"].contains(string(previous))
    return PreprocessorOutput.wouldJoin(beforePrevious, previous, isPrefix: isPrefix, token, byte: byte)
  }
}
