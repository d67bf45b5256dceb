/// Reads `bplist00`: an offset table at the end has the start of each object; containers reference objects by number.
///
/// Objects may be shared and may be anywhere, so a small file can describe an infinite or a huge tree. A container
/// inside itself is an error, and shared objects count once per reference.
struct BinaryPropertyListReader {
  private struct Frame {
    let object: Int
    let isDictionary: Bool
    let count: Int
    /// The start of the object numbers: keys first, then values.
    let references: Int
    var next = 0
  }

  private static let headerSize = 8
  private static let trailerSize = 32

  let source: SourceText
  let bytes: [UInt8]
  private let end: Int
  private var builder: PropertyListBuilder
  private var frames: [Frame] = []
  private var isOnPath: [Bool] = []
  /// Strings and data by object number, so that shared ones are read once.
  var memo: [Int: PropertyListValue] = [:]
  /// The limit for the total size of strings and data, since overlapping objects could repeat a part endlessly.
  var decodingBudget: Int

  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var offsetTable = 0

  init(source: SourceText, limits: PropertyListLimits) {
    self.source = source
    self.bytes = source.bytes
    self.end = source.count
    self.builder = PropertyListBuilder(source: source, limits: limits)
    self.decodingBudget = 2 * source.count + 1024
  }

  mutating func read() throws(PropertyListError) -> PropertyListBuilder {
    let top = try readTrailer()
    isOnPath = Array(repeating: false, count: objectCount)
    try visit(top, from: end - 8)
    while let frame = frames.last {
      guard frame.next < frame.count else {
        isOnPath[frame.object] = false
        frames.removeLast()
        builder.close(at: frame.references + frame.count * referenceSize * (frame.isDictionary ? 2 : 1))
        continue
      }
      frames[frames.count - 1].next += 1
      var reference = frame.references + frame.next * referenceSize
      if frame.isDictionary {
        try readKey(at: reference)
        reference += frame.count * referenceSize
      }
      try visit(try integer(at: reference, size: referenceSize), from: reference)
    }
    return builder
  }

  // MARK: The table

  private mutating func readTrailer() throws(PropertyListError) -> Int {
    guard end >= Self.headerSize + Self.trailerSize + 1 else {
      throw error(end, .truncated, "the binary property list ends after \(end) bytes", hint: Self.cutOffHint)
    }
    let trailer = end - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw error(trailer + 6, .malformed, "the trailer of the binary property list is damaged", hint: Self.cutOffHint)
    }
    objectCount = try integer(at: trailer + 8, size: 8)
    let top = try integer(at: trailer + 16, size: 8)
    offsetTable = try integer(at: trailer + 24, size: 8)
    guard offsetTable >= Self.headerSize, offsetTable < trailer, objectCount > 0,
      objectCount <= (trailer - offsetTable) / offsetSize
    else {
      throw error(
        trailer + 8, .malformed, "the offset table of the binary property list does not fit in the file",
        hint: Self.cutOffHint)
    }
    return top
  }

  private static let cutOffHint = "was the copy or download interrupted, or was the file read as text?"

  /// Reads a big-endian integer; a value beyond 2⁶² is not a valid position or count.
  private func integer(at position: Int, size: Int) throws(PropertyListError) -> Int {
    var value: UInt64 = 0
    for index in position..<position + size { value = value << 8 | UInt64(bytes[index]) }
    guard value < 1 << 62 else { throw error(position, .malformed, "a count or position of \(value) is impossible") }
    return Int(value)
  }

  private func offset(of object: Int, from reference: Int) throws(PropertyListError) -> Int {
    guard object < objectCount else {
      throw error(
        reference, .malformed, "there is a reference to object \(object), but the number of objects is \(objectCount)")
    }
    let offset = try integer(at: offsetTable + object * offsetSize, size: offsetSize)
    guard offset >= Self.headerSize, offset < offsetTable else {
      throw error(
        offsetTable + object * offsetSize, .malformed,
        "object \(object) is outside of the file's objects, at byte \(offset)")
    }
    return offset
  }

  // MARK: Objects

  private mutating func visit(_ object: Int, from reference: Int) throws(PropertyListError) {
    let start = try offset(of: object, from: reference)
    switch bytes[start] >> 4 {
    case 0xA, 0xD:
      let isDictionary = bytes[start] >> 4 == 0xD
      let (count, references) = try readCount(at: start)
      try require(count * (isDictionary ? 2 : 1), of: referenceSize, at: references, start)
      guard !isOnPath[object] else {
        throw error(
          reference, .cyclic, "object \(object) contains itself",
          hint: "property lists cannot be cyclic; the file is damaged or malicious")
      }
      try builder.open(isDictionary: isDictionary, at: start)
      isOnPath[object] = true
      frames.append(Frame(object: object, isDictionary: isDictionary, count: count, references: references))
    case 0xB, 0xC:
      throw error(
        start, .unsupported, "the property list contains a set, which an Info.plist or a strings file cannot have",
        hint: "use an array")
    default:
      let (value, end) = try scalar(object, at: start)
      try builder.value(value, start, end)
    }
  }

  private mutating func readKey(at reference: Int) throws(PropertyListError) {
    let object = try integer(at: reference, size: referenceSize)
    let start = try offset(of: object, from: reference)
    guard 5...7 ~= bytes[start] >> 4, case (.string(let key), let end) = try scalar(object, at: start) else {
      throw error(start, .malformed, "the key of a dictionary is not a string")
    }
    builder.key(key, start, end)
  }

  /// Reads the count in the marker, or in the integer after it, and the position of the first item.
  func readCount(at start: Int) throws(PropertyListError) -> (count: Int, first: Int) {
    let low = Int(bytes[start] & 0x0F)
    if low != 0x0F { return (low, start + 1) }
    try require(1, of: 1, at: start + 1, start)
    let marker = bytes[start + 1]
    let size = 1 << Int(marker & 0x0F)
    guard marker >> 4 == 1, size <= 8 else {
      throw error(start + 1, .malformed, "the size of an object is not an integer")
    }
    try require(size, of: 1, at: start + 2, start)
    return (try integer(at: start + 2, size: size), start + 2 + size)
  }

  /// Throws if the items would extend into the offset table.
  func require(_ count: Int, of size: Int, at first: Int, _ start: Int) throws(PropertyListError) {
    guard first <= offsetTable, count <= (offsetTable - first) / size else {
      throw error(start, .malformed, "an object with \(count) parts extends past the file's objects")
    }
  }

  func error(
    _ position: Int, _ kind: PropertyListError.Kind, _ message: String, hint: String? = nil
  ) -> PropertyListError {
    PropertyListError(location: source.location(at: position), kind: kind, message: message, hint: hint)
  }
}

/// Values other than containers.
extension BinaryPropertyListReader {
  /// Reads a scalar value; also returns its end.
  mutating func scalar(_ object: Int, at start: Int) throws(PropertyListError) -> (PropertyListValue, Int) {
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x8: return (.boolean(false), start + 1)
      case 0x9: return (.boolean(true), start + 1)
      case 0x0:
        throw error(
          start, .unsupported, "the property list contains a null, which an Info.plist or a strings file cannot have")
      default: break
      }
    case 0x1 where low <= 4:
      return (try readInteger(at: start, size: 1 << low), start + 1 + 1 << low)
    case 0x2 where low == 2:
      let bits = UInt32(truncatingIfNeeded: try fixed(at: start, size: 4))
      return (.real(Double(Float(bitPattern: bits))), start + 5)
    case 0x2 where low == 3:
      return (.real(Double(bitPattern: try fixed(at: start, size: 8))), start + 9)
    case 0x3 where low == 3:
      let seconds = Double(bitPattern: try fixed(at: start, size: 8))
      return (.date(PropertyListDate(secondsSinceReferenceDate: seconds)), start + 9)
    case 0x4, 0x5, 0x6, 0x7:
      let (count, first) = try readCount(at: start)
      let width = marker >> 4 == 0x6 ? 2 : 1
      try require(count, of: width, at: first, start)
      if let value = memo[object] { return (value, first + count * width) }
      let value = try text(marker >> 4, first, count)
      memo[object] = value
      return (value, first + count * width)
    case 0x8:
      guard low < 8 else { throw error(start, .unsupported, "a uid has \(low + 1) bytes; the limit is 8") }
      return (.uid(try fixed(at: start, size: low + 1)), start + 2 + low)
    default: break
    }
    throw error(start, .malformed, "\(TextDecoding.hex(marker)) is not a known kind of object")
  }

  private mutating func text(_ kind: UInt8, _ first: Int, _ count: Int) throws(PropertyListError) -> PropertyListValue {
    decodingBudget -= count
    guard decodingBudget >= 0 else { throw error(first, .malformed, "the objects of the file overlap each other") }
    switch kind {
    case 0x4:
      return .data(Array(bytes[first..<first + count]))
    case 0x6:
      switch TextDecoding.utf8(fromUTF16: bytes, first..<first + 2 * count, isBigEndian: true) {
      case .text(let text): return .string(String(decoding: text, as: UTF8.self))
      case .loneSurrogate(let offset): throw error(offset, .encoding, TextDecoding.loneSurrogateMessage)
      }
    default:
      for index in first..<first + count where bytes[index] >= 0x80 {
        if kind == 0x5 {
          throw error(index, .encoding, "byte \(TextDecoding.hex(bytes[index])) is in a string marked as ASCII")
        }
        if let bad = TextDecoding.firstInvalidUTF8(Array(bytes[first..<first + count]), from: 0) {
          throw error(first + bad, .encoding, "byte \(TextDecoding.hex(bytes[first + bad])) is not valid UTF-8")
        }
        break
      }
      return .string(source.string(first..<first + count))
    }
  }

  /// Reads an integer: 1, 2 and 4 bytes are unsigned, 8 bytes are signed, 16 bytes are for values above `Int64.max`.
  private func readInteger(at start: Int, size: Int) throws(PropertyListError) -> PropertyListValue {
    if size < 8 { return .integer(Int64(try fixed(at: start, size: size))) }
    if size == 8 { return .integer(Int64(bitPattern: try fixed(at: start, size: 8))) }
    let high = try fixed(at: start, size: 8)
    let low = try fixed(at: start + 8, size: 8)
    if high == 0 { return low > Int64.max ? .unsignedInteger(low) : .integer(Int64(low)) }
    if high == .max, low > Int64.max { return .integer(Int64(bitPattern: low)) }
    throw error(start, .badValue, "a 128-bit integer does not fit in 64 bits")
  }

  /// Reads the big-endian bytes after a marker.
  private func fixed(at start: Int, size: Int) throws(PropertyListError) -> UInt64 {
    try require(size, of: 1, at: start + 1, start)
    var value: UInt64 = 0
    for index in start + 1...start + size { value = value << 8 | UInt64(bytes[index]) }
    return value
  }
}
