/// Values that hold no others.
extension BinaryPropertyListReader {
  /// A value that holds no others, and where it ends.
  mutating func scalar(_ object: Int, at start: Int) throws(PropertyListError) -> (PropertyListValue, Int) {
    let marker = bytes[start]
    let low = Int(marker & 0x0F)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x8: return (.boolean(false), start + 1)
      case 0x9: return (.boolean(true), start + 1)
      case 0x0: throw error(start, .unsupported, "a null, which property lists of apps cannot contain")
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
      guard low < 8 else { throw error(start, .unsupported, "a uid of \(low + 1) bytes") }
      return (.uid(try fixed(at: start, size: low + 1)), start + 2 + low)
    default: break
    }
    throw error(start, .malformed, "\(TextDecoding.hex(marker)) is not a known kind of object")
  }

  private mutating func text(
    _ kind: UInt8, _ first: Int, _ count: Int
  ) throws(PropertyListError) -> PropertyListValue {
    decodingBudget -= count
    guard decodingBudget >= 0 else {
      throw error(first, .malformed, "the objects of the file overlap each other")
    }
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
          throw error(
            index, .encoding, "byte \(TextDecoding.hex(bytes[index])) in a string that says it is ASCII")
        }
        if let bad = TextDecoding.firstInvalidUTF8(Array(bytes[first..<first + count]), from: 0) {
          throw error(first + bad, .encoding, "byte \(TextDecoding.hex(bytes[first + bad])) is not valid UTF-8")
        }
        break
      }
      return .string(source.string(first..<first + count))
    }
  }

  /// 1, 2 and 4 bytes are unsigned, 8 bytes are signed, 16 bytes hold what is above `Int64.max`.
  private func readInteger(at start: Int, size: Int) throws(PropertyListError) -> PropertyListValue {
    if size < 8 { return .integer(Int64(try fixed(at: start, size: size))) }
    if size == 8 { return .integer(Int64(bitPattern: try fixed(at: start, size: 8))) }
    let high = try fixed(at: start, size: 8)
    let low = try fixed(at: start + 8, size: 8)
    if high == 0 { return low > Int64.max ? .unsignedInteger(low) : .integer(Int64(low)) }
    if high == .max, low > Int64.max { return .integer(Int64(bitPattern: low)) }
    throw error(start, .badValue, "a 128-bit integer does not fit into 64 bits")
  }

  /// Big-endian bytes behind a marker.
  private func fixed(at start: Int, size: Int) throws(PropertyListError) -> UInt64 {
    try require(size, of: 1, at: start + 1, start)
    var value: UInt64 = 0
    for index in start + 1...start + size { value = value << 8 | UInt64(bytes[index]) }
    return value
  }
}
