/// Children that the source does not have.
extension PropertyListPatcher {
  mutating func insert(
    _ insertion: Insertion, among children: [Child], in container: Range<Int>, _ content: Range<Int>
  ) throws(PropertyListWriteError) {
    guard let anchor = insertion.anchor else {
      guard let first = children.first else { return try fill(container, content, insertion) }
      return try insert(insertion, before: first, of: children)
    }
    let position = syntax.endOfLine(behind: anchor.range.upperBound)
    let begins = lines.beginsLine(anchor.range.lowerBound)
    let isInline = !begins && lines.nextLine(behind: position) == nil
    let containerIndent = lines.indent(at: container.lowerBound)
    let indent = begins || isInline ? lines.indent(at: anchor.range.lowerBound) : containerIndent + syntax.style.unit
    let separator = isInline ? blanks(before: anchor) : syntax.style.newline + indent
    var bytes: [UInt8] = []
    for index in insertion.children.indices {
      bytes += separator
      bytes += try text(of: index, in: insertion, indent, isInline, neighbour: anchor, last: children.last)
    }
    patches.append(SourcePatch(range: position..<position, bytes: bytes))
  }

  private mutating func insert(
    _ insertion: Insertion, before first: Child, of children: [Child]
  ) throws(PropertyListWriteError) {
    let start = first.range.lowerBound
    let isInline = !lines.beginsLine(start)
    let indent = lines.indent(at: start)
    let separator = isInline ? blanks(before: first) : indent
    var bytes: [UInt8] = []
    for index in insertion.children.indices {
      bytes += separator
      bytes += try text(of: index, in: insertion, indent, isInline, neighbour: first, last: children.last)
      if !isInline { bytes += syntax.style.newline }
    }
    let position = isInline ? lines.blanksStart(before: start) : lines.lineStart(of: start)
    patches.append(SourcePatch(range: position..<position, bytes: bytes))
  }

  /// The first children of a container that had none; comments in it stay behind them.
  private mutating func fill(
    _ container: Range<Int>, _ content: Range<Int>, _ insertion: Insertion
  ) throws(PropertyListWriteError) {
    let newline = syntax.style.newline
    if syntax.isFile(container) {
      let isLineOpen = lines.count > 0 && !SourceLines.isNewline(lines.bytes[lines.count - 1])
      var bytes = isLineOpen ? newline : []
      for index in insertion.children.indices {
        bytes += try text(of: index, in: insertion, [], false, neighbour: nil, last: nil) + newline
      }
      patches.append(SourcePatch(range: content.upperBound..<content.upperBound, bytes: bytes))
      return
    }
    let containerIndent = lines.indent(at: container.lowerBound)
    let indent = containerIndent + syntax.style.unit
    var bytes: [UInt8] = []
    for index in insertion.children.indices {
      bytes += newline + indent
      bytes += try text(of: index, in: insertion, indent, false, neighbour: nil, last: nil)
    }
    if lines.isWhitespace(content) {
      patches.append(SourcePatch(range: content, bytes: bytes + newline + containerIndent))
    } else {
      let position = syntax.endOfLine(behind: content.lowerBound)
      if lines.nextLine(behind: position) == nil { bytes += newline + containerIndent }
      patches.append(SourcePatch(range: position..<position, bytes: bytes))
    }
  }

  /// One new child, with the comma that it needs.
  private func text(
    of index: Int, in insertion: Insertion, _ indent: [UInt8], _ isInline: Bool, neighbour: Child?, last: Child?
  ) throws(PropertyListWriteError) -> [UInt8] {
    let (key, value) = insertion.children[index]
    var bytes = try syntax.child(
      key, value, indent: indent, isInline: isInline, between: neighbour.flatMap { between($0, indent) })
    guard syntax.needsCommas, key == nil else { return bytes }
    let isLast = insertion.isAtEnd && index == insertion.children.count - 1
    let hasCommaAtEnd = last.map { syntax.comma(behind: $0.value) != nil } ?? true
    if !isLast || hasCommaAtEnd { bytes.append(UInt8(ascii: ",")) }
    return bytes
  }

  /// What separates key and value of a neighbour, when it holds no comment.
  private func between(_ child: Child, _ indent: [UInt8]) -> [UInt8]? {
    guard let key = child.key, key.upperBound < child.value.lowerBound else {
      // XML may have nothing between the two.
      return child.key.flatMap { $0.upperBound == child.value.lowerBound && !syntax.needsCommas ? [] : nil }
    }
    let bytes = lines.bytes[key.upperBound..<child.value.lowerBound]
    guard bytes.allSatisfy({ SourceLines.isWhitespace($0) || syntax.needsCommas && $0 == UInt8(ascii: "=") }) else {
      return nil
    }
    // Blanks at the end of the key's line and empty lines are no style.
    if bytes.contains(where: SourceLines.isNewline) { return syntax.needsCommas ? nil : syntax.style.newline + indent }
    return Array(bytes)
  }

  /// What separates a child from the one before it on the same line.
  private func blanks(before child: Child) -> [UInt8] {
    let blanks = lines.bytes[lines.blanksStart(before: child.range.lowerBound)..<child.range.lowerBound]
    return blanks.isEmpty && syntax.needsCommas ? [0x20] : Array(blanks)
  }
}
