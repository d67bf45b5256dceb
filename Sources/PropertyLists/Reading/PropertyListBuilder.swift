/// Builds values from a reader's events, with an explicit stack and limits.
///
/// The readers are not recursive: they send "open", "key", "value" and "close" to this type.
struct PropertyListBuilder {
  struct Frame {
    let isDictionary: Bool
    let start: Int
    let firstValue: Int
    let firstKey: Int
  }

  private struct Key {
    let name: String
    let start: UInt32
    let end: UInt32
  }

  let source: SourceText
  private let limits: PropertyListLimits
  private(set) var frames: [Frame] = []
  private var values: [PropertyListNode] = []
  private var keys: [Key] = []
  private var nodeCount = 0
  private(set) var root: PropertyListNode?
  private(set) var duplicates: [DuplicateKey] = []

  init(source: SourceText, limits: PropertyListLimits) { (self.source, self.limits) = (source, limits) }

  /// The kind of event that the grammar allows next.
  enum Expectation {
    case key, value, nothing
  }

  var expectation: Expectation {
    guard let frame = frames.last else { return root == nil ? .value : .nothing }
    return frame.isDictionary && keys.count - frame.firstKey == values.count - frame.firstValue ? .key : .value
  }

  /// The key without a value yet, for messages.
  var pendingKey: String? {
    guard let frame = frames.last, frame.isDictionary, expectation == .value else { return nil }
    return keys.last?.name
  }

  /// The key of the last value, for messages.
  var lastKey: String? {
    guard let frame = frames.last, frame.isDictionary, keys.count > frame.firstKey else { return nil }
    return keys.last?.name
  }

  mutating func open(isDictionary: Bool, at start: Int) throws(PropertyListError) {
    guard frames.count < limits.effectiveDepth else {
      throw PropertyListError(
        location: source.location(at: start), kind: .tooDeep,
        message: "containers are nested more than \(limits.effectiveDepth) levels deep",
        hint: "no real app needs this; was the file written by a broken generator?")
    }
    try countNode(at: start)
    frames.append(Frame(isDictionary: isDictionary, start: start, firstValue: values.count, firstKey: keys.count))
  }

  mutating func key(_ name: String, _ start: Int, _ end: Int) {
    keys.append(Key(name: name, start: UInt32(start), end: UInt32(end)))
  }

  mutating func value(_ value: PropertyListValue, _ start: Int, _ end: Int) throws(PropertyListError) {
    try countNode(at: start)
    place(value, start, end)
  }

  /// Closes the innermost container; the caller must ensure that a dictionary does not expect a value.
  mutating func close(at end: Int) {
    guard let frame = frames.popLast() else { return }
    let value: PropertyListValue
    if frame.isDictionary {
      var dictionary = PropertyListDictionary(minimumCapacity: values.count - frame.firstValue)
      for (key, index) in zip(keys[frame.firstKey...], frame.firstValue..<values.count) {
        dictionary.append(
          .init(node: values[index], keyOrigin: .range(source, start: key.start, end: key.end)), key: key.name)
      }
      duplicates.append(contentsOf: dictionary.duplicates)
      keys.removeSubrange(frame.firstKey...)
      value = .dictionary(dictionary)
    } else {
      value = .array(Array(values[frame.firstValue...]))
    }
    values.removeSubrange(frame.firstValue...)
    place(value, frame.start, end)
  }

  private mutating func place(_ value: PropertyListValue, _ start: Int, _ end: Int) {
    let node = PropertyListNode(value: value, origin: .range(source, start: UInt32(start), end: UInt32(end)))
    if frames.isEmpty { root = node } else { values.append(node) }
  }

  private mutating func countNode(at start: Int) throws(PropertyListError) {
    nodeCount += 1
    guard nodeCount > limits.maximumNodes else { return }
    throw PropertyListError(
      location: source.location(at: start), kind: .tooManyNodes,
      message: "the property list has more than \(limits.maximumNodes) values",
      hint: source.isBinary ? "a binary file can reach this with many references to the same objects" : nil)
  }
}
