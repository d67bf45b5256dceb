/// Makes `Decodable` values of JSON; errors name the file and the line.
public enum ValueDecoder {
  /// A value that was written as JSON.
  ///
  /// - Parameters:
  ///   - bytes: the whole text.
  ///   - file: what messages call it.
  /// - Throws: ``JSONError``.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], file: String, limits: JSONLimits = .default
  ) throws(JSONError) -> Value {
    let root = try LenientJSON.parse(bytes, file: file, limits: limits).root
    do {
      return try Value(from: Node(node: root, file: file, codingPath: []))
    } catch let error as JSONError {
      throw error
    } catch {
      // A value's own initialiser, such as that of an enumeration with another raw value.
      throw JSONError(location: SourceLocation(file: file), kind: .syntax, message: explained(error))
    }
  }

  private static func explained(_ error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "at “\(path(context.codingPath))”: \(context.debugDescription)"
    default: "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }

  private struct Node: Decoder, SingleValueDecodingContainer {
    let node: JSONNode
    let file: String
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func wrong(_ wanted: String) -> JSONError {
      let name = codingPath.last.map { " for “\($0.stringValue)”" } ?? ""
      return JSONError(
        location: node.location ?? SourceLocation(file: file), kind: .syntax,
        message: "\(wanted) is expected\(name), not \(node.value.typeNameWithArticle)")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard let object = node.object else { throw wrong("an object") }
      return KeyedDecodingContainer(Keyed(object: object, parent: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      guard let elements = node.array else { throw wrong("an array") }
      return List(elements: elements, parent: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { node.value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
      guard let truth = node.boolean else { throw wrong("true or false") }
      return truth
    }

    func decode(_ type: String.Type) throws -> String {
      guard let text = node.string else { throw wrong("a string") }
      return text
    }

    func decode(_ type: Double.Type) throws -> Double {
      guard let number = node.number else { throw wrong("a number") }
      return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
      guard let number = node.number, let integer = Integer(exactly: number) else { throw wrong("a whole number") }
      return integer
    }

    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let parent: Node
    var codingPath: [any CodingKey] { parent.codingPath }
    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    private func child(_ key: any CodingKey) throws -> Node {
      guard let node = object[key.stringValue] else {
        throw JSONError(
          location: parent.node.location ?? SourceLocation(file: parent.file), kind: .syntax,
          message: "“\(key.stringValue)” is missing")
      }
      return Node(node: node, file: parent.file, codingPath: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try child(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try Value(from: try child(key))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { parent }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
  }

  private struct List: UnkeyedDecodingContainer {
    let elements: [JSONNode]
    let parent: Node
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { parent.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [JSONNode], parent: Node) {
      self.elements = elements
      self.parent = parent
    }

    private mutating func next() throws -> Node {
      guard !isAtEnd else { throw parent.wrong("a longer array") }
      defer { currentIndex += 1 }
      return Node(node: elements[currentIndex], file: parent.file, codingPath: codingPath)
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex].value == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: try next()) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }
}
