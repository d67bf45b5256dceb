import OrderedCollections

/// A dictionary that keeps the order of its file, the place of every key and value, and the keys it saw twice.
///
/// Keys are compared as Swift compares strings. Equality ignores order and places, as it does for the system.
public struct PropertyListDictionary: Sendable, Equatable {
  struct Slot: Sendable {
    var node: PropertyListNode
    var keyOrigin: SourceOrigin
  }

  private var slots: OrderedDictionary<String, Slot> = [:]

  /// Keys of this very dictionary that the file holds more than once, in file order (nested ones are theirs).
  public private(set) var duplicates: [DuplicateKey] = []

  public init() {}

  /// Pairs in order; of two equal keys the later value counts, at the place of the first.
  public init(_ pairs: some Sequence<(String, PropertyListValue)>) {
    for (key, value) in pairs { self[key] = value }
  }

  init(minimumCapacity: Int) {
    slots.reserveCapacity(minimumCapacity)
  }

  /// The value of a key. Setting an existing key keeps its position, setting nil removes it.
  public subscript(key: String) -> PropertyListValue? {
    get { slots[key]?.node.value }
    set {
      guard let newValue else {
        slots.removeValue(forKey: key)
        return
      }
      setNode(PropertyListNode(newValue), for: key)
    }
  }

  /// The value with its place.
  public func node(for key: String) -> PropertyListNode? { slots[key]?.node }

  /// Sets value and place. An existing key keeps its position, and its own place unless one is given.
  public mutating func setNode(_ node: PropertyListNode, for key: String, keyLocation: SourceLocation? = nil) {
    if let index = slots.index(forKey: key) {
      slots.values[index].node = node
      if let keyLocation { slots.values[index].keyOrigin = .given(keyLocation) }
    } else {
      slots[key] = Slot(node: node, keyOrigin: SourceOrigin(keyLocation))
    }
  }

  /// Where the key itself is written.
  public func keyLocation(for key: String) -> SourceLocation? { slots[key]?.keyOrigin.location }

  /// The bytes of the key inside its file.
  public func keyByteRange(for key: String) -> Range<Int>? { slots[key]?.keyOrigin.byteRange }

  /// Keys in file order.
  public var keys: [String] { Array(slots.keys) }

  /// Keys and values in file order.
  public var entries: [(key: String, node: PropertyListNode)] {
    slots.elements.map { (key: $0.key, node: $0.value.node) }
  }

  public var count: Int { slots.count }
  public var isEmpty: Bool { slots.isEmpty }
  public func contains(_ key: String) -> Bool { slots.keys.contains(key) }

  /// Takes a key out and returns its value.
  @discardableResult
  public mutating func remove(_ key: String) -> PropertyListValue? {
    slots.removeValue(forKey: key)?.node.value
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
    for (key, slot) in left.slots {
      guard let other = right.slots[key], other.node.value == slot.node.value else { return false }
    }
    return true
  }

  // MARK: For the readers and the package

  func slot(for key: String) -> Slot? { slots[key] }

  /// Appends, or replaces in place and remembers the duplicate.
  mutating func append(_ slot: Slot, key: String) {
    guard let earlier = slots.updateValue(slot, forKey: key) else { return }
    duplicates.append(
      DuplicateKey(key: key, first: earlier.keyOrigin.location, later: slot.keyOrigin.location))
  }

  /// Sets a slot; an existing key keeps its position.
  mutating func replace(_ slot: Slot, key: String) { slots[key] = slot }

  /// Changes every value in place, for macro expansion.
  mutating func mapNodes(_ transform: (PropertyListNode) -> PropertyListNode) {
    for index in slots.values.indices { slots.values[index].node = transform(slots.values[index].node) }
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, PropertyListValue)...) { self.init(elements) }
}
