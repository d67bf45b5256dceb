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
