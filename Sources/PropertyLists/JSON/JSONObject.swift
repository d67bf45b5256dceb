import OrderedCollections

/// An object of a JSON text, in the order of its file. Of two equal keys the later counts. Equality ignores order.
public struct JSONObject: Sendable {
  struct Slot: Sendable {
    var node: JSONNode
    var keyOrigin: SourceOrigin
  }

  private var slots: OrderedDictionary<String, Slot> = [:]

  init() {}

  /// The member of a key, with its place.
  public subscript(key: String) -> JSONNode? { slots[key]?.node }

  /// Where the key itself is written.
  public func keyLocation(for key: String) -> SourceLocation? { slots[key]?.keyOrigin.location }

  /// Keys in file order.
  public var keys: [String] { Array(slots.keys) }

  /// Keys and values in file order.
  public var entries: [(key: String, node: JSONNode)] {
    slots.elements.map { (key: $0.key, node: $0.value.node) }
  }

  /// How many members it has.
  public var count: Int { slots.count }

  /// Sets a member; returns the place of an earlier member of that key.
  mutating func append(_ slot: Slot, key: String) -> SourceOrigin? {
    slots.updateValue(slot, forKey: key)?.keyOrigin
  }
}

extension JSONObject: Equatable {
  /// Same keys with equal values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.slots.allSatisfy { right.slots[$0.key]?.node == $0.value.node }
  }
}
