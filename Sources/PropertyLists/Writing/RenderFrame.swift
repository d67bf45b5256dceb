/// A container that is being written as text; renderers keep a stack of these instead of recursing.
struct RenderFrame {
  let entries: [(key: String, node: PropertyListNode)]
  let elements: [PropertyListNode]
  let isDictionary: Bool
  /// Of the children.
  let indent: [UInt8]
  var next = 0

  init(_ dictionary: PropertyListDictionary, indent: [UInt8]) {
    entries = dictionary.entries
    elements = []
    isDictionary = true
    self.indent = indent
  }

  init(_ elements: [PropertyListNode], indent: [UInt8]) {
    entries = []
    self.elements = elements
    isDictionary = false
    self.indent = indent
  }

  /// The next child; nil at the end.
  mutating func step() -> (key: String?, value: PropertyListValue)? {
    guard next < entries.count + elements.count else { return nil }
    defer { next += 1 }
    return isDictionary ? (entries[next].key, entries[next].node.value) : (nil, elements[next].value)
  }
}
