/// Finds the smallest change of a source text that makes it say something else.
///
/// Old and new value are compared container by container; what is equal is not touched at all.
struct PropertyListPatcher<Syntax: PatchSyntax> {
  /// A child of a container as it stands in the source.
  struct Child {
    let key: Range<Int>?
    let value: Range<Int>
    /// Of the pair or element, its separator included.
    let range: Range<Int>
  }

  /// New children behind an old one, or in front of all.
  struct Insertion {
    let anchor: Child?
    var children: [(key: String?, value: PropertyListValue)]
    /// Whether the last of them is the last of the container.
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

  /// The new text; nil when the source cannot be patched.
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

  /// The text without those pairs of a key whose values are lost, for the key comes again.
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

  /// Returns false when the value has to be replaced as a whole.
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

  /// The element that was the last one gets a comma when something follows now; the one that has become the last loses
  /// its comma where the list had none at its end.
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

  /// A child that has its lines for itself goes with them.
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
