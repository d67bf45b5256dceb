import OrderedCollections

/// A dictionary that keeps the order of its file, the place of every key and value, and the keys it saw twice.
///
/// Keys are compared byte for byte, as a device compares them (ICON-026): a composed and a decomposed accent are two
/// keys. Equality ignores order and places, as it does for the system.
public struct PropertyListDictionary: Sendable, Equatable {
  package struct Slot: Sendable {
    package var node: PropertyListNode
    package var keyOrigin: SourceOrigin
  }

  /// A pair whose value is lost, because its key comes again.
  struct LostPair: Sendable {
    let key: String
    let keyOrigin: SourceOrigin
    let valueOrigin: SourceOrigin
  }

  private var slots: OrderedDictionary<ExactText, Slot> = [:]

  /// Keys of this very dictionary that the file holds more than once, in file order (nested ones are theirs).
  public private(set) var duplicates: [DuplicateKey] = []
  /// The places of the pairs behind ``duplicates``.
  private(set) var lostPairs: [LostPair] = []

  /// A dictionary without keys.
  public init() {}

  /// Pairs in order; of two equal keys the later value counts, at the place of the first.
  public init(_ pairs: some Sequence<(String, PropertyListValue)>) {
    for (key, value) in pairs { self[key] = value }
  }

  package init(minimumCapacity: Int) {
    slots.reserveCapacity(minimumCapacity)
  }

  /// The value of a key. Setting an existing key keeps its position, setting nil removes it.
  public subscript(key: String) -> PropertyListValue? {
    get { slots[ExactText(key)]?.node.value }
    set {
      guard let newValue else {
        // What is behind it moves.
        Work.count(slots.count / 4)
        slots.removeValue(forKey: ExactText(key))
        return
      }
      setNode(PropertyListNode(newValue), for: key)
    }
  }

  /// The value with its place.
  public func node(for key: String) -> PropertyListNode? { slots[ExactText(key)]?.node }

  /// Sets value and place. An existing key keeps its position, and its own place unless one is given.
  public mutating func setNode(_ node: PropertyListNode, for key: String, keyLocation: SourceLocation? = nil) {
    if let index = slots.index(forKey: ExactText(key)) {
      slots.values[index].node = node
      if let keyLocation { slots.values[index].keyOrigin = .given(keyLocation) }
    } else {
      slots[ExactText(key)] = Slot(node: node, keyOrigin: SourceOrigin(keyLocation))
    }
  }

  /// Changes the value of a key where it lies, so that its place stays known; nothing happens when it is not there.
  public mutating func update<Failure: Error>(
    _ key: String, _ change: (inout PropertyListValue) throws(Failure) -> Void
  ) throws(Failure) {
    guard let index = slots.index(forKey: ExactText(key)) else { return }
    try change(&slots.values[index].node.value)
  }

  /// Where the key itself is written.
  public func keyLocation(for key: String) -> SourceLocation? { slots[ExactText(key)]?.keyOrigin.location }

  /// The bytes of the key inside its file.
  public func keyByteRange(for key: String) -> Range<Int>? { slots[ExactText(key)]?.keyOrigin.byteRange }

  /// Keys in file order.
  public var keys: [String] { slots.keys.map(\.text) }

  /// Keys and values in file order.
  public var entries: [(key: String, node: PropertyListNode)] {
    slots.elements.map { (key: $0.key.text, node: $0.value.node) }
  }

  /// How many keys it has.
  public var count: Int { slots.count }
  /// Whether it has no keys.
  public var isEmpty: Bool { slots.isEmpty }
  /// Whether it has a key of exactly these bytes.
  public func contains(_ key: String) -> Bool { slots.keys.contains(ExactText(key)) }

  /// Takes a key out and returns its value.
  @discardableResult
  public mutating func remove(_ key: String) -> PropertyListValue? {
    Work.count(slots.count / 4)
    return slots.removeValue(forKey: ExactText(key))?.node.value
  }

  /// Puts in a new key: after the last one that is the same but for a `~` and what follows it, else at the end.
  package mutating func insert(_ value: PropertyListValue, for key: String) {
    func stem(_ key: String) -> Substring { key.prefix { $0 != "~" } }
    guard let sibling = slots.keys.lastIndex(where: { stem($0.text) == stem(key) }) else { return self[key] = value }
    slots.updateValue(
      Slot(node: PropertyListNode(value), keyOrigin: SourceOrigin(nil)), forKey: ExactText(key),
      insertingAt: sibling + 1)
  }

  /// The value at the end of a path of keys; nil as soon as a step is missing or no dictionary.
  public func value(at path: String...) -> PropertyListValue? {
    var value: PropertyListValue? = .dictionary(self)
    for key in path { value = value?.dictionary?[key] }
    return value
  }

  /// Same keys with equal values, in any order.
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

  /// Keys and slots in file order.
  var allSlots: [(key: String, slot: Slot)] { slots.elements.map { (key: $0.key.text, slot: $0.value) } }

  /// Appends, or replaces in place and remembers the duplicate.
  mutating func append(_ slot: Slot, key: String) {
    guard let earlier = slots.updateValue(slot, forKey: ExactText(key)) else { return }
    lostPairs.append(LostPair(key: key, keyOrigin: earlier.keyOrigin, valueOrigin: earlier.node.origin))
    duplicates.append(
      DuplicateKey(key: key, first: earlier.keyOrigin.location, later: slot.keyOrigin.location))
  }

  /// Sets a slot; an existing key keeps its position.
  package mutating func replace(_ slot: Slot, key: String) { slots[ExactText(key)] = slot }

  /// Changes every value in place, for macro expansion.
  package mutating func mapNodes(_ transform: (PropertyListNode) -> PropertyListNode) {
    for index in slots.values.indices { slots.values[index].node = transform(slots.values[index].node) }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// Keys and values in the order in which they are written; of two equal keys the later one counts.
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) { self.init(elements) }
}

extension PropertyListDictionary {
  /// The text that the first of its keys was read from; nil for a dictionary that no file holds.
  package var source: SourceText? {
    for (_, slot) in allSlots {
      if case .range(let source, _, _) = slot.keyOrigin { return source }
    }
    return nil
  }

  /// The keys that occur more than once, each time with the same value as the file writes it.
  ///
  /// Each value is compared once, however often its key occurs.
  var equallyRepeatedKeys: Set<ExactText> {
    var equal: Set<ExactText> = []
    var different: Set<ExactText> = []
    // A binary file can have one value under many keys.
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
  /// The whole file, as it was read; nil for a text that was put together from several.
  package var fileBytes: [UInt8]? {
    if isComposed { return nil }
    let content = Array(bytes.dropLast())
    return isBinary ? content : encoding.encode(content)
  }

  /// Another text in the encoding of this one.
  package func encode(_ text: [UInt8]) -> [UInt8] { encoding.encode(text) }
}

extension SourceOrigin {
  /// The text of the file that a value was read from.
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

/// A key that a dictionary holds twice. The system's readers keep the later value and say nothing.
public struct DuplicateKey: Sendable, Equatable {
  /// The key, as it stands in both places.
  public var key: String
  /// The key whose value is lost.
  public var first: SourceLocation?
  /// The key whose value counts.
  public var later: SourceLocation?

  /// A key with both of its places, as far as the format knows them.
  public init(key: String, first: SourceLocation?, later: SourceLocation?) {
    self.key = key
    self.first = first
    self.later = later
  }

  /// What is wrong, in plain words, without place and without a full stop.
  public var message: String {
    let place = first.map { $0.line.map { "line \($0)" } ?? $0.description } ?? "above"
    return "the key “\(key)” occurs a second time here; the value of \(place) is lost"
  }

  /// What to do about it.
  public var hint: String { "remove one of the two" }
}

extension RandomAccessCollection {
  /// The first place whose element belongs to the second part of the collection; its end where there is none.
  ///
  /// A binary search: in a sorted collection, the lower bound of `key` is `partitioningIndex { $0 >= key }`.
  ///
  /// - Parameter isInSecondPart: false for the elements of the first part, and true for all behind them.
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
