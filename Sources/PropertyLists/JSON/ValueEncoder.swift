/// Makes property lists of `Encodable` values, for ``SortedJSON``: objects become dictionaries, and what is nil is left out.
public enum ValueEncoder {
  /// One line of JSON, with sorted keys.
  ///
  /// - Throws: what the value throws; values without a place for `nil` have none.
  public static func json(_ value: some Encodable) throws -> String { SortedJSON.text(try encode(value)) }

  /// The value as a property list.
  public static func encode(_ value: some Encodable) throws -> PropertyListValue {
    let box = Box()
    try value.encode(to: Node(box: box, codingPath: []))
    return box.value
  }

  /// A value under construction.
  private final class Box {
    enum Content {
      case empty
      case single(PropertyListValue)
      case keyed([(String, Box)])
      case list([Box])
    }

    var content = Content.empty

    var value: PropertyListValue {
      switch content {
      case .empty: .dictionary(PropertyListDictionary())
      case .single(let value): value
      case .keyed(let entries): .dictionary(PropertyListDictionary(entries.map { ($0, $1.value) }))
      case .list(let elements): .array(of: elements.map(\.value))
      }
    }

    func child(_ key: String) -> Box {
      let box = Box()
      if case .keyed(var entries) = content {
        // Left out meanwhile, so that the array is not copied.
        content = .empty
        entries.append((key, box))
        content = .keyed(entries)
      } else {
        content = .keyed([(key, box)])
      }
      return box
    }

    func element() -> Box {
      let box = Box()
      if case .list(var elements) = content {
        content = .empty
        elements.append(box)
        content = .list(elements)
      } else {
        content = .list([box])
      }
      return box
    }

    var count: Int { if case .list(let elements) = content { elements.count } else { 0 } }
  }

  private struct Node: Encoder, SingleValueEncodingContainer {
    let box: Box
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      if case .empty = box.content { box.content = .keyed([]) }
      return KeyedEncodingContainer(Keyed(box: box, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      if case .empty = box.content { box.content = .list([]) }
      return List(box: box, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws {}
    func encode(_ value: Bool) throws { box.content = .single(.boolean(value)) }
    func encode(_ value: String) throws { box.content = .single(.string(value)) }
    func encode(_ value: Double) throws { box.content = .single(.real(value)) }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) throws { try encode(Int64(value)) }
    func encode(_ value: Int8) throws { try encode(Int64(value)) }
    func encode(_ value: Int16) throws { try encode(Int64(value)) }
    func encode(_ value: Int32) throws { try encode(Int64(value)) }
    func encode(_ value: Int64) throws { box.content = .single(.integer(value)) }
    func encode(_ value: UInt) throws { try encode(UInt64(value)) }
    func encode(_ value: UInt8) throws { try encode(Int64(value)) }
    func encode(_ value: UInt16) throws { try encode(Int64(value)) }
    func encode(_ value: UInt32) throws { try encode(Int64(value)) }
    func encode(_ value: UInt64) throws {
      box.content = .single(Int64(exactly: value).map { .integer($0) } ?? .unsignedInteger(value))
    }
    func encode(_ value: some Encodable) throws { try value.encode(to: self) }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: Box
    let codingPath: [any CodingKey]

    private func node(_ key: any CodingKey) -> Node {
      Node(box: box.child(key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) throws {}
    func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: node(key)) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      node(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { node(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { Node(box: box.child("super"), codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder { node(key) }
  }

  private struct List: UnkeyedEncodingContainer {
    let box: Box
    let codingPath: [any CodingKey]
    var count: Int { box.count }

    private func node() -> Node { Node(box: box.element(), codingPath: codingPath) }

    func encodeNil() throws {}
    func encode(_ value: some Encodable) throws { try value.encode(to: node()) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      node().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node().unkeyedContainer() }
    func superEncoder() -> any Encoder { node() }
  }
}
