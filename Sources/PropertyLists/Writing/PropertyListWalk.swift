/// Goes through a whole list without recursion and knows the way to the value it is at.
struct PropertyListWalk {
  private struct Frame {
    let entries: [(key: String, node: PropertyListNode)]
    let elements: [PropertyListNode]
    var next = 0
  }

  /// What is met: a value, with the key in front of it inside a dictionary.
  struct Item {
    let key: String?
    let value: PropertyListValue
    /// Containers around the value.
    let depth: Int
  }

  private var frames: [Frame] = []
  private var waiting: PropertyListValue?

  init(_ root: PropertyListValue) { waiting = root }

  /// The next value in the order of the list, a container before what is in it.
  mutating func next() -> Item? {
    if let value = waiting {
      waiting = nil
      enter(value)
      return Item(key: nil, value: value, depth: 0)
    }
    while let frame = frames.last {
      let index = frame.next
      guard index < frame.entries.count + frame.elements.count else {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      let depth = frames.count
      let key = frame.entries.isEmpty ? nil : frame.entries[index].key
      let value = frame.entries.isEmpty ? frame.elements[index].value : frame.entries[index].node.value
      enter(value)
      return Item(key: key, value: value, depth: depth)
    }
    return nil
  }

  private mutating func enter(_ value: PropertyListValue) {
    switch value {
    case .dictionary(let dictionary):
      if !dictionary.isEmpty { frames.append(Frame(entries: dictionary.entries, elements: [])) }
    case .array(let elements):
      if !elements.isEmpty { frames.append(Frame(entries: [], elements: elements)) }
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
    }
  }

  /// The way to the value that ``next()`` gave last.
  func steps(to item: Item) -> [PropertyListStep] {
    frames.prefix(item.depth).map { frame in
      frame.entries.isEmpty ? .index(frame.next - 1) : .key(frame.entries[frame.next - 1].key)
    }
  }
}
