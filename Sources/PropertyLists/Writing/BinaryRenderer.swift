/// Writes `bplist00`: each different string, number, date and data once, containers one by one, offsets and references
/// as short as they can be.
struct BinaryRenderer {
  private enum Object {
    case scalar([UInt8])
    case container(isDictionary: Bool, count: Int, references: [Int])
  }

  private struct Task {
    let value: PropertyListValue
    /// The container that refers to the value; nil for the root.
    let parent: Int?
    /// Which of the container's references it is.
    let slot: Int
  }

  private var objects: [Object] = []
  /// By the bytes that stand for a scalar, which are the same exactly for the same scalar.
  private var scalars: [[UInt8]: Int] = [:]

  static func file(_ root: PropertyListValue, limit: Int) throws(PropertyListWriteError) -> [UInt8] {
    var renderer = BinaryRenderer()
    renderer.collect(root)
    let bytes = renderer.bytes(limit: limit)
    guard bytes.count <= limit else { throw SourceStyle(limit: limit).tooLarge() }
    return bytes
  }

  // MARK: Objects

  /// A container comes before what is in it, keys before values.
  private mutating func collect(_ root: PropertyListValue) {
    var tasks = [Task(value: root, parent: nil, slot: 0)]
    while let task = tasks.popLast() {
      let number: Int
      switch task.value {
      case .array(let elements):
        number = open(isDictionary: false, elements.count)
        for (slot, node) in elements.enumerated().reversed() {
          tasks.append(Task(value: node.value, parent: number, slot: slot))
        }
      case .dictionary(let dictionary):
        number = open(isDictionary: true, dictionary.count)
        let entries = dictionary.entries
        for (index, entry) in entries.enumerated().reversed() {
          tasks.append(Task(value: entry.node.value, parent: number, slot: entries.count + index))
        }
        for (index, entry) in entries.enumerated() { refer(number, index, to: scalar(Self.text(entry.key))) }
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid:
        number = scalar(Self.scalar(task.value))
      }
      if let parent = task.parent { refer(parent, task.slot, to: number) }
    }
  }

  private mutating func open(isDictionary: Bool, _ count: Int) -> Int {
    let references = [Int](repeating: 0, count: isDictionary ? 2 * count : count)
    objects.append(.container(isDictionary: isDictionary, count: count, references: references))
    return objects.count - 1
  }

  private mutating func refer(_ container: Int, _ slot: Int, to object: Int) {
    guard case .container(let isDictionary, let count, var references) = objects[container] else { return }
    // Without this the array would be copied for each element.
    objects[container] = .scalar([])
    references[slot] = object
    objects[container] = .container(isDictionary: isDictionary, count: count, references: references)
  }

  private mutating func scalar(_ bytes: [UInt8]) -> Int {
    if let number = scalars[bytes] { return number }
    objects.append(.scalar(bytes))
    scalars[bytes] = objects.count - 1
    return objects.count - 1
  }

  private static func scalar(_ value: PropertyListValue) -> [UInt8] {
    switch value {
    case .string(let text): return Self.text(text)
    case .integer(let number): return integer(number)
    case .unsignedInteger(let number): return [0x14] + bigEndian(0, 8) + bigEndian(number, 8)
    case .real(let number): return [0x23] + bigEndian(number.bitPattern, 8)
    case .boolean(let flag): return [flag ? 0x09 : 0x08]
    case .date(let date): return [0x33] + bigEndian(date.secondsSinceReferenceDate.bitPattern, 8)
    case .data(let bytes): return marker(0x40, bytes.count) + bytes
    case .uid(let number):
      let size = size(of: number)
      return [0x80 | UInt8(size - 1)] + bigEndian(number, size)
    case .array, .dictionary: return []
    }
  }

  private static func text(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return marker(0x50, text.utf8.count) + text.utf8 }
    var units: [UInt8] = []
    for unit in text.utf16 { units += bigEndian(UInt64(unit), 2) }
    return marker(0x60, units.count / 2) + units
  }

  /// 1, 2 and 4 bytes are unsigned, 8 bytes are signed.
  private static func integer(_ number: Int64) -> [UInt8] {
    let size = number < 0 ? 8 : size(of: UInt64(number))
    return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(bitPattern: number), size)
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int64(count))
  }

  /// 1, 2, 4 or 8.
  private static func size(of number: UInt64) -> Int {
    switch number {
    case ..<0x100: 1
    case ..<0x1_0000: 2
    case ..<0x1_0000_0000: 4
    default: 8
    }
  }

  private static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
  }

  // MARK: The file

  private func bytes(limit: Int) -> [UInt8] {
    let referenceSize = Self.size(of: UInt64(objects.count))
    var output = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(output.count)
      // Too large already; the caller refuses.
      if output.count > limit { return output }
      switch object {
      case .scalar(let bytes): output += bytes
      case .container(let isDictionary, let count, let references):
        output += Self.marker(isDictionary ? 0xD0 : 0xA0, count)
        for reference in references { output += Self.bigEndian(UInt64(reference), referenceSize) }
      }
    }
    let table = output.count
    let offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { output += Self.bigEndian(UInt64(offset), offsetSize) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    output += Self.bigEndian(UInt64(objects.count), 8) + Self.bigEndian(0, 8) + Self.bigEndian(UInt64(table), 8)
    return output
  }
}
