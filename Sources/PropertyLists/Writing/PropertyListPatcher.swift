/// Finds the smallest change to a source text that produces a new value.
///
/// The old and new values are compared container by container; equal parts are not changed.
struct PropertyListPatcher<Syntax: PatchSyntax> {
  /// A child of a container in the source.
  struct Child {
    let key: Range<Int>?
    let value: Range<Int>
    /// The range of the pair or element, including its separator.
    let range: Range<Int>
  }

  /// New children after an existing one, or before all of them.
  struct Insertion {
    let anchor: Child?
    var children: [(key: String?, value: PropertyListValue)]
    /// Whether the insertion is at the end of the container.
    var isAtEnd = false
  }

  let syntax: Syntax
  let lines: SourceLines
  var patches: [SourcePatch] = []
  private var waiting: [(old: PropertyListNode, key: Range<Int>?, new: PropertyListValue)] = []

  init(_ syntax: Syntax) {
    self.syntax = syntax
    lines = syntax.lines
  }

  /// Returns the new text; nil if the source cannot be patched.
  func patch(_ root: PropertyListNode, to value: PropertyListValue) -> [UInt8]? {
    var worker = self
    do throws(PropertyListWriteError) {
      try worker.run(root, value)
    } catch {
      return nil
    }
    let text = SourcePatch.apply(worker.patches, to: syntax.source.text.bytes.dropLast())
    let isEmpty = text.allSatisfy(SourceLines.isWhitespace)
    return isEmpty && syntax.source.format == .strings ? OpenStepRenderer.emptyStringsFile : text
  }

  /// Returns the text without the pairs of a key that are lost because the key occurs again.
  func removingLostPairs(of key: String, in dictionary: PropertyListDictionary) -> [UInt8] {
    var worker = self
    for pair in dictionary.lostPairs where ExactText.isSame(pair.key, key) {
      if let child = child(pair.keyOrigin, pair.valueOrigin) { worker.remove(child) }
    }
    return SourcePatch.apply(worker.patches, to: syntax.source.text.bytes.dropLast())
  }

  private mutating func run(_ root: PropertyListNode, _ value: PropertyListValue) throws(PropertyListWriteError) {
    waiting = [(root, nil, value)]
    while let (old, key, new) = waiting.popLast() {
      guard let range = old.byteRange, try !patchChildren(of: old.value, in: range, to: new),
        !PropertyListComparison.isSame(old.value, new)
      else { continue }
      let bytes = try syntax.replacement(of: range, key: key, by: new, indent: lines.indent(at: range.lowerBound))
      patches.append(SourcePatch(range: range, bytes: bytes))
    }
  }

  /// Patches the children of a container; returns false if the whole value must be replaced.
  private mutating func patchChildren(
    of old: PropertyListValue, in range: Range<Int>, to new: PropertyListValue
  ) throws(PropertyListWriteError) -> Bool {
    switch (old, new) {
    case (.dictionary(let old), .dictionary(let new)):
      guard let content = syntax.content(of: range) else { return false }
      try patch(old, new, in: range, content)
    case (.array(let old), .array(let new)):
      guard let content = syntax.content(of: range) else { return false }
      try patch(old, new, in: range, content)
    default: return false
    }
    return true
  }

  // MARK: Dictionaries

  private mutating func patch(
    _ old: PropertyListDictionary, _ new: PropertyListDictionary, in container: Range<Int>, _ content: Range<Int>
  ) throws(PropertyListWriteError) {
    var children: [Child] = []
    var kept: [ExactText: Child] = [:]
    for (key, slot) in old.allSlots {
      guard let child = child(slot.keyOrigin, slot.node.origin) else { continue }
      children.append(child)
      if let value = new[key] {
        kept[ExactText(key)] = child
        waiting.append((slot.node, child.key, value))
      } else {
        remove(child)
      }
    }
    for pair in old.lostPairs {
      guard let child = child(pair.keyOrigin, pair.valueOrigin) else { continue }
      children.append(child)
      if !new.contains(pair.key) { remove(child) }
    }
    children.sort { $0.range.lowerBound < $1.range.lowerBound }

    var insertions = [Insertion(anchor: nil, children: [])]
    for (key, node) in new.entries {
      if let child = kept[ExactText(key)] {
        insertions.append(Insertion(anchor: child, children: []))
      } else {
        insertions[insertions.count - 1].children.append((key, node.value))
      }
    }
    for insertion in insertions where !insertion.children.isEmpty {
      try insert(insertion, among: children, in: container, content)
    }
  }

  private func child(_ key: SourceOrigin, _ value: SourceOrigin) -> Child? {
    guard let key = key.byteRange, let value = value.byteRange else { return nil }
    return Child(key: key, value: value, range: key.lowerBound..<syntax.end(of: value, isInDictionary: true))
  }

  // MARK: Arrays

  private mutating func patch(
    _ old: [PropertyListNode], _ new: [PropertyListNode], in container: Range<Int>, _ content: Range<Int>
  ) throws(PropertyListWriteError) {
    let children = old.compactMap { node in
      node.byteRange.map {
        Child(key: nil, value: $0, range: $0.lowerBound..<syntax.end(of: $0, isInDictionary: false))
      }
    }
    guard children.count == old.count else { return }
    let match = ArrayAlignment.match(old, new)
    var isKept = [Bool](repeating: false, count: old.count)
    var insertions = [Insertion(anchor: nil, children: [])]
    for (node, index) in zip(new, match) {
      if let index {
        isKept[index] = true
        waiting.append((old[index], nil, node.value))
        insertions.append(Insertion(anchor: children[index], children: []))
      } else {
        insertions[insertions.count - 1].children.append((nil, node.value))
      }
    }
    insertions[insertions.count - 1].isAtEnd = true
    for (child, isKept) in zip(children, isKept) where !isKept { remove(child) }
    if syntax.needsCommas { patchCommas(children, insertions, isLastKept: isKept.last ?? true) }
    for insertion in insertions where !insertion.children.isEmpty {
      try insert(insertion, among: children, in: container, content)
    }
  }

  /// Adds a comma to the former last element if another one follows; removes the comma of the new last element if the
  /// list had no trailing comma.
  private mutating func patchCommas(_ children: [Child], _ insertions: [Insertion], isLastKept: Bool) {
    guard let last = children.last, syntax.comma(behind: last.value) == nil, let end = insertions.last else { return }
    if isLastKept {
      if !end.children.isEmpty {
        patches.append(SourcePatch(range: last.range.upperBound..<last.range.upperBound, bytes: [UInt8(ascii: ",")]))
      }
    } else if end.children.isEmpty, let anchor = end.anchor, let comma = syntax.comma(behind: anchor.value) {
      patches.append(SourcePatch(range: comma..<comma + 1, bytes: []))
    }
  }

  // MARK: Removing

  /// Removes a child, including its lines if it is alone on them.
  private mutating func remove(_ child: Child) {
    var (start, end) = (child.range.lowerBound, child.range.upperBound)
    let (beginsLine, nextLine) = (lines.beginsLine(start), lines.nextLine(behind: end))
    switch (beginsLine, nextLine) {
    case (true, let nextLine?): (start, end) = (lines.lineStart(of: start), nextLine)
    case (true, nil): end = lines.skipBlanks(from: end)
    case (false, _): start = lines.blanksStart(before: start)
    }
    patches.append(SourcePatch(range: start..<end, bytes: []))
  }
}

/// Inserts children that are not in the source.
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

  /// Inserts the first children of an empty container, before any comments in it.
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

  /// Returns the text of a new child, with the required comma.
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

  /// Returns the separator between key and value of a neighbour, unless it contains a comment.
  private func between(_ child: Child, _ indent: [UInt8]) -> [UInt8]? {
    guard let key = child.key, key.upperBound < child.value.lowerBound else {
      // In XML the separator may be empty.
      return child.key.flatMap { $0.upperBound == child.value.lowerBound && !syntax.needsCommas ? [] : nil }
    }
    let bytes = lines.bytes[key.upperBound..<child.value.lowerBound]
    guard bytes.allSatisfy({ SourceLines.isWhitespace($0) || syntax.needsCommas && $0 == UInt8(ascii: "=") }) else {
      return nil
    }
    // Trailing blanks and empty lines are not considered style.
    if bytes.contains(where: SourceLines.isNewline) { return syntax.needsCommas ? nil : syntax.style.newline + indent }
    return Array(bytes)
  }

  /// Returns the separator between a child and the previous one on the same line.
  private func blanks(before child: Child) -> [UInt8] {
    let blanks = lines.bytes[lines.blanksStart(before: child.range.lowerBound)..<child.range.lowerBound]
    return blanks.isEmpty && syntax.needsCommas ? [0x20] : Array(blanks)
  }
}

/// Compares values by their written form.
enum PropertyListComparison {
  /// Compares more strictly than `==`: strings by bytes and reals by bits. Not recursive.
  static func isSame(_ left: PropertyListValue, _ right: PropertyListValue) -> Bool {
    guard left.isContainer, right.isContainer else { return isSameScalar(left, right) }
    var waiting = [(left, right)]
    while let (left, right) = waiting.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
          if left.value.isContainer {
            waiting.append((left.value, right.value))
          } else if !isSameScalar(left.value, right.value) {
            return false
          }
        }
      case (.dictionary(let left), .dictionary(let right)):
        guard left.count == right.count else { return false }
        for (key, node) in left.entries {
          guard let other = right[key] else { return false }
          if node.value.isContainer {
            waiting.append((node.value, other))
          } else if !isSameScalar(node.value, other) {
            return false
          }
        }
      default: return false
      }
    }
    return true
  }

  private static func isSameScalar(_ left: PropertyListValue, _ right: PropertyListValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): ExactText.isSame(left, right)
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    // A binary list can contain a date that is NaN.
    case (.date(let left), .date(let right)):
      left == right || left.secondsSinceReferenceDate.isNaN && right.secondsSinceReferenceDate.isNaN
    case (.array, _), (.dictionary, _), (_, .array), (_, .dictionary): false
    default: left == right
    }
  }
}

extension PropertyListValue {
  var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: false
    }
  }
}

/// Aligns the elements of an old and a new array, so that an edit changes few lines.
enum ArrayAlignment {
  /// Returns the old index for each new element (unchanged or edited), or nil for an inserted element. Indexes ascend;
  /// unmatched old elements are removed.
  static func match(_ old: [PropertyListNode], _ new: [PropertyListNode]) -> [Int?] {
    var result = [Int?](repeating: nil, count: new.count)
    func isSame(_ left: Int, _ right: Int) -> Bool { PropertyListComparison.isSame(old[left].value, new[right].value) }
    let common = min(old.count, new.count)
    var head = 0
    while head < common, isSame(head, head) {
      result[head] = head
      head += 1
    }
    var tail = 0
    while tail < common - head, isSame(old.count - 1 - tail, new.count - 1 - tail) {
      result[new.count - 1 - tail] = old.count - 1 - tail
      tail += 1
    }
    let oldMiddle = head..<old.count - tail
    let newMiddle = head..<new.count - tail
    for (left, right) in longestCommonPart(oldMiddle, newMiddle, isSame) { result[right] = left }
    pairRest(&result, oldMiddle, newMiddle)
    return result
  }

  /// The maximum number of comparisons; beyond it, elements are paired only by position.
  private static let maximumComparisons = 40_000

  private static func longestCommonPart(
    _ old: Range<Int>, _ new: Range<Int>, _ isSame: (Int, Int) -> Bool
  ) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty, old.count <= maximumComparisons / new.count else { return [] }
    let width = new.count + 1
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    var matches = [Bool](repeating: false, count: old.count * new.count)
    for i in (0..<old.count).reversed() {
      for j in (0..<new.count).reversed() {
        let isMatch = isSame(old.lowerBound + i, new.lowerBound + j)
        matches[i * new.count + j] = isMatch
        lengths[i * width + j] =
          isMatch
          ? lengths[(i + 1) * width + j + 1] + 1 : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if matches[i * new.count + j] {
        pairs.append((old.lowerBound + i, new.lowerBound + j))
        i += 1
        j += 1
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// Pairs the remaining elements between two matches in order.
  private static func pairRest(_ result: inout [Int?], _ old: Range<Int>, _ new: Range<Int>) {
    var free = old.lowerBound
    var start = new.lowerBound
    while start < new.upperBound {
      var end = start
      while end < new.upperBound, result[end] == nil { end += 1 }
      let limit = end < new.upperBound ? result[end] ?? old.upperBound : old.upperBound
      for index in start..<end where free < limit {
        result[index] = free
        free += 1
      }
      free = limit + 1
      start = end + 1
    }
  }
}

/// A replacement of a range in a text; an empty range inserts.
struct SourcePatch {
  let range: Range<Int>
  let bytes: [UInt8]

  /// Applies all patches to a text. Insertions precede a removal with the same start, otherwise the list order applies;
  /// removals may overlap.
  static func apply(_ patches: [SourcePatch], to text: some RandomAccessCollection<UInt8>) -> [UInt8] {
    let order = patches.indices.sorted { left, right in
      let (a, b) = (patches[left].range, patches[right].range)
      return (a.lowerBound, a.isEmpty ? 0 : 1, left) < (b.lowerBound, b.isEmpty ? 0 : 1, right)
    }
    var output: [UInt8] = []
    output.reserveCapacity(text.count + patches.reduce(0) { $0 + $1.bytes.count })
    var position = 0
    func slice(_ end: Int) -> some Collection<UInt8> {
      text.dropFirst(position).prefix(max(0, end - position))
    }
    for index in order {
      let patch = patches[index]
      output += slice(patch.range.lowerBound)
      output += patch.bytes
      position = max(position, patch.range.upperBound)
    }
    output += slice(text.count)
    return output
  }
}
