import OrderedCollections

/// A dictionary with the order of its file, the locations of keys and values, and duplicate keys.
///
/// Keys are compared bytewise, as on a device (ICON-026): a composed and a decomposed accent are different keys.
/// Equality ignores order and locations, as in the system.
public struct PropertyListDictionary: Sendable, Equatable {
  package struct Slot: Sendable {
    package var node: PropertyListNode
    package var keyOrigin: SourceOrigin
  }

  /// A pair that is lost because its key occurs again.
  struct LostPair: Sendable {
    let key: String
    let keyOrigin: SourceOrigin
    let valueOrigin: SourceOrigin
  }

  private var slots: OrderedDictionary<ExactText, Slot> = [:]

  /// Keys that occur more than once directly in this dictionary, in file order; nested dictionaries have separate lists.
  public private(set) var duplicates: [DuplicateKey] = []
  /// The locations of the pairs in ``duplicates``.
  private(set) var lostPairs: [LostPair] = []

  /// Creates an empty dictionary.
  public init() {}

  /// Creates a dictionary with ordered pairs; for equal keys, the later value applies, at the position of the first.
  public init(_ pairs: some Sequence<(String, PropertyListValue)>) { for (key, value) in pairs { self[key] = value } }

  package init(minimumCapacity: Int) { slots.reserveCapacity(minimumCapacity) }

  /// The value for a key. Setting an existing key keeps its position; setting nil removes it.
  public subscript(key: String) -> PropertyListValue? {
    get { slots[ExactText(key)]?.node.value }
    set {
      guard let newValue else {
        // The following slots move.
        Work.count(slots.count / 4)
        slots.removeValue(forKey: ExactText(key))
        return
      }
      setNode(PropertyListNode(newValue), for: key)
    }
  }

  /// Returns the value with its location.
  public func node(for key: String) -> PropertyListNode? { slots[ExactText(key)]?.node }

  /// Sets a value with its location. An existing key keeps its position, and its location unless one is given.
  public mutating func setNode(_ node: PropertyListNode, for key: String, keyLocation: SourceLocation? = nil) {
    if let index = slots.index(forKey: ExactText(key)) {
      slots.values[index].node = node
      if let keyLocation { slots.values[index].keyOrigin = .given(keyLocation) }
    } else {
      slots[ExactText(key)] = Slot(node: node, keyOrigin: SourceOrigin(keyLocation))
    }
  }

  /// Changes the value for a key in place, keeping its location; does nothing if the key is missing.
  public mutating func update<Failure: Error>(
    _ key: String, _ change: (inout PropertyListValue) throws(Failure) -> Void
  ) throws(Failure) {
    guard let index = slots.index(forKey: ExactText(key)) else { return }
    try change(&slots.values[index].node.value)
  }

  /// Returns the location of the key.
  public func keyLocation(for key: String) -> SourceLocation? { slots[ExactText(key)]?.keyOrigin.location }

  /// Returns the bytes of the key in its file.
  public func keyByteRange(for key: String) -> Range<Int>? { slots[ExactText(key)]?.keyOrigin.byteRange }

  /// The keys in file order.
  public var keys: [String] { slots.keys.map(\.text) }

  /// The keys and values in file order.
  public var entries: [(key: String, node: PropertyListNode)] {
    slots.elements.map { (key: $0.key.text, node: $0.value.node) }
  }

  /// The number of keys.
  public var count: Int { slots.count }
  /// Whether the dictionary is empty.
  public var isEmpty: Bool { slots.isEmpty }
  /// Returns whether the dictionary contains a key with exactly these bytes.
  public func contains(_ key: String) -> Bool { slots.keys.contains(ExactText(key)) }

  /// Removes a key and returns its value.
  @discardableResult
  public mutating func remove(_ key: String) -> PropertyListValue? {
    Work.count(slots.count / 4)
    return slots.removeValue(forKey: ExactText(key))?.node.value
  }

  /// Inserts a new key: after the last key that differs only in its `~` suffix, otherwise at the end.
  package mutating func insert(_ value: PropertyListValue, for key: String) {
    func stem(_ key: String) -> Substring { key.prefix { $0 != "~" } }
    guard let sibling = slots.keys.lastIndex(where: { stem($0.text) == stem(key) }) else { return self[key] = value }
    slots.updateValue(
      Slot(node: PropertyListNode(value), keyOrigin: SourceOrigin(nil)), forKey: ExactText(key),
      insertingAt: sibling + 1)
  }

  /// Returns the value at a path of keys; nil if a step is missing or not a dictionary.
  public func value(at path: String...) -> PropertyListValue? {
    var value: PropertyListValue? = .dictionary(self)
    for key in path { value = value?.dictionary?[key] }
    return value
  }

  /// Compares keys and values in any order.
  public static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
    guard left.count == right.count else { return false }
    Work.count(left.count * 4)
    for (key, slot) in left.slots {
      guard let other = right.slots[key], other.node.value == slot.node.value else { return false }
    }
    return true
  }

  // MARK: For the readers and the package

  func slot(for key: String) -> Slot? { slots[ExactText(key)] }

  /// Calls a function with each key and slot, in file order.
  package func forEachSlot(_ body: (_ key: String, _ slot: Slot) -> Void) {
    for (key, slot) in slots { body(key.text, slot) }
  }

  /// The keys and slots in file order.
  var allSlots: [(key: String, slot: Slot)] { slots.elements.map { (key: $0.key.text, slot: $0.value) } }

  /// Appends a slot; an existing key is replaced in place and recorded as a duplicate.
  mutating func append(_ slot: Slot, key: String) {
    guard let earlier = slots.updateValue(slot, forKey: ExactText(key)) else { return }
    lostPairs.append(LostPair(key: key, keyOrigin: earlier.keyOrigin, valueOrigin: earlier.node.origin))
    duplicates.append(DuplicateKey(key: key, first: earlier.keyOrigin.location, later: slot.keyOrigin.location))
  }

  /// Sets a slot; an existing key keeps its position.
  package mutating func replace(_ slot: Slot, key: String) { slots[ExactText(key)] = slot }

  /// Transforms every value in place, to expand macros.
  package mutating func mapNodes(_ transform: (PropertyListNode) -> PropertyListNode) {
    for index in slots.values.indices { slots.values[index].node = transform(slots.values[index].node) }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary with keys and values in this order; for equal keys, the later value applies.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) { self.init(elements) }
}

extension PropertyListDictionary {
  /// The source text of the first key; nil for a dictionary without a file.
  package var source: SourceText? {
    for (_, slot) in allSlots { if case .range(let source, _, _) = slot.keyOrigin { return source } }
    return nil
  }

  /// The keys that occur more than once with the same value each time, as written in the file.
  ///
  /// Each value is compared once, regardless of the number of occurrences.
  var equallyRepeatedKeys: Set<ExactText> {
    var equal: Set<ExactText> = []
    var different: Set<ExactText> = []
    // A binary file can share one value among many keys.
    var compared: Set<[Range<Int>]> = []
    for pair in lostPairs {
      let key = ExactText(pair.key)
      guard !different.contains(key) else { continue }
      let (lost, kept) = (pair.valueOrigin, slot(for: pair.key)?.node.origin)
      if let place = lost.byteRange, let other = kept?.byteRange, let text = lost.text,
        place == other || !compared.insert([place, other]).inserted || text == kept?.text
      {
        equal.insert(key)
      } else {
        different.insert(key)
      }
    }
    return equal.subtracting(different)
  }
}

extension SourceText {
  /// The whole file as it was read; nil for a composed text.
  package var fileBytes: [UInt8]? {
    if isComposed { return nil }
    let content = Array(bytes.dropLast())
    return isBinary ? content : encoding.encode(content)
  }

  /// Encodes another text in the same encoding.
  package func encode(_ text: [UInt8]) -> [UInt8] { encoding.encode(text) }
}

extension SourceOrigin {
  package var source: SourceText? {
    switch self {
    case .range(let source, _, _): source
    case .none, .given: nil
    }
  }

  fileprivate var text: ArraySlice<UInt8>? {
    guard case .range(let source, _, _) = self, let range = byteRange else { return nil }
    return source.bytes[range]
  }
}

/// A key that occurs twice in a dictionary. The system silently uses the later value.
public struct DuplicateKey: Sendable, Equatable {
  /// The key, as written at both locations.
  public var key: String
  /// The location of the key with the lost value.
  public var first: SourceLocation?
  /// The location of the key with the value that applies.
  public var later: SourceLocation?

  /// Creates a duplicate key with its locations, if the format has any.
  public init(key: String, first: SourceLocation?, later: SourceLocation?) {
    (self.key, self.first, self.later) = (key, first, later)
  }

  /// The description of the problem, without its location and without a full stop.
  public var message: String {
    let place = first.map { $0.line.map { "on line \($0)" } ?? "at \($0)" } ?? "above"
    return "the key “\(key)” occurs a second time here; the value \(place) is lost"
  }

  /// The advice for fixing the problem.
  public var hint: String {
    later?.file.hasSuffix("project.pbxproj") == true && key.utf8.count == 24
      ? "give one of the two objects another identifier, also where it is referenced; if both are the same, remove one"
      : "remove one of the two keys"
  }
}

extension RandomAccessCollection {
  /// Returns the index of the first element in the second part of the collection; its end index if there is none.
  ///
  /// A binary search: in a sorted collection, the lower bound of `key` is `partitioningIndex { $0 >= key }`.
  ///
  /// - Parameter isInSecondPart: returns false for the elements of the first part, and true for all others.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isInSecondPart(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
