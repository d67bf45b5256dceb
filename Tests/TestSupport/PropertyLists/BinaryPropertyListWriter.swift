public import PropertyLists

/// Writes `bplist00` for tests, as simply as possible: no object is shared.
public struct BinaryPropertyListWriter {
  private var objects: [[UInt8]] = []

  /// The bytes of a file with this value.
  public static func write(_ value: PropertyListValue) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    let top = writer.add(value)
    return file(objects: writer.objects, top: top)
  }

  /// A file of these objects; references in them are two bytes wide.
  public static func file(objects: [[UInt8]], top: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(UInt64(offset), 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2]
    bytes += bigEndian(UInt64(objects.count), 8) + bigEndian(UInt64(top), 8) + bigEndian(UInt64(table), 8)
    return bytes
  }

  /// The lowest `size` bytes of a number in big-endian order.
  public static func bigEndian(_ value: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// The marker of an object with `count` elements or bytes.
  public static func marker(_ kind: UInt8, count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + bigEndian(UInt64(count), 4)
  }

  private mutating func add(_ value: PropertyListValue) -> Int {
    let index = objects.count
    objects.append([])
    objects[index] = encode(value)
    return index
  }

  private mutating func encode(_ value: PropertyListValue) -> [UInt8] {
    switch value {
    case .boolean(let truth): return [truth ? 9 : 8]
    case .integer(let number):
      if number >= 0, number < 256 { return [0x10, UInt8(number)] }
      if number >= 0, number < 1 << 32 { return [0x12] + Self.bigEndian(UInt64(number), 4) }
      return [0x13] + Self.bigEndian(UInt64(bitPattern: number), 8)
    case .unsignedInteger(let number): return [0x14] + Self.bigEndian(0, 8) + Self.bigEndian(number, 8)
    case .real(let number): return [0x23] + Self.bigEndian(number.bitPattern, 8)
    case .date(let date): return [0x33] + Self.bigEndian(date.secondsSinceReferenceDate.bitPattern, 8)
    case .data(let bytes): return Self.marker(4, count: bytes.count) + bytes
    case .uid(let number): return [0x83] + Self.bigEndian(number, 4)
    case .string(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) { return Self.marker(5, count: text.utf8.count) + Array(text.utf8) }
      let units = Array(text.utf16)
      return Self.marker(6, count: units.count) + units.flatMap { Self.bigEndian(UInt64($0), 2) }
    case .array(let nodes):
      let references = nodes.map { add($0.value) }
      return Self.marker(0xA, count: nodes.count) + references.flatMap { Self.bigEndian(UInt64($0), 2) }
    case .dictionary(let dictionary):
      let keys = dictionary.keys.map { add(.string($0)) }
      let values = dictionary.entries.map { add($0.node.value) }
      return Self.marker(0xD, count: keys.count) + (keys + values).flatMap { Self.bigEndian(UInt64($0), 2) }
    }
  }
}
