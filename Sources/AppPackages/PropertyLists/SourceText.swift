#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of one file, shared by all values that were read from it.
///
/// Values keep an offset only; line and column are worked out when somebody asks. A save that keeps comments and order
/// finds here the bytes that it must leave alone.
final class SourceText: Sendable {
  let file: String
  /// UTF-8 without byte order mark (text) or the file as it is (binary), and one zero byte behind the end, so that
  /// readers may look at the next byte without asking for the count first.
  let bytes: [UInt8]
  let isBinary: Bool
  /// How the text is written in its file.
  let encoding: TextEncoding
  private let lineStarts: [UInt32]
  /// Characters before each block of ``blockSize`` bytes; empty unless a line is longer than a block.
  private let charactersBefore: [UInt32]

  private static let blockSize = 4096

  /// `bytes` must not yet hold the zero at the end.
  init(file: String, bytes: [UInt8], isBinary: Bool, encoding: TextEncoding = .utf8(hasMark: false)) {
    self.file = file
    self.encoding = encoding
    self.isBinary = isBinary
    var terminated = bytes
    terminated.append(0)
    self.bytes = terminated
    let lineStarts = isBinary ? [] : Self.findLineStarts(in: terminated)
    self.lineStarts = lineStarts
    let hasLongLine = zip(lineStarts, lineStarts.dropFirst() + [UInt32(bytes.count)]).contains {
      Int($1 - $0) > Self.blockSize
    }
    self.charactersBefore = !isBinary && hasLongLine ? Self.countCharacters(in: terminated) : []
  }

  /// Bytes without the zero at the end.
  var count: Int { bytes.count - 1 }

  func location(at offset: Int) -> SourceLocation {
    if isBinary { return SourceLocation(file: file, offset: offset) }
    let offset = min(offset, count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return SourceLocation(file: file, line: low + 1, column: 1 + characters(in: Int(lineStarts[low])..<offset))
  }

  /// A file may be one single line, so that counting from its start for every place would take for ever.
  private func characters(in range: Range<Int>) -> Int {
    guard range.count > Self.blockSize, !charactersBefore.isEmpty else { return Self.countCharacters(in: bytes, range) }
    let (first, last) = (range.lowerBound / Self.blockSize, range.upperBound / Self.blockSize)
    return Int(charactersBefore[last]) - Int(charactersBefore[first])
      + Self.countCharacters(in: bytes, last * Self.blockSize..<range.upperBound)
      - Self.countCharacters(in: bytes, first * Self.blockSize..<range.lowerBound)
  }

  func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  /// The character at a position for a message; control characters as `U+0007`.
  func character(at position: Int) -> String {
    var end = position + 1
    while end < count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = string(position..<min(end, count))
    guard let scalar = text.unicodeScalars.first, scalar.value >= 0x20, scalar.value != 0x7F else {
      let hex = String(text.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
    }
    return text
  }

  private static func countCharacters(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    var count = 0
    for byte in bytes[range] where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// The counts of ``charactersBefore``.
  private static func countCharacters(in bytes: [UInt8]) -> [UInt32] {
    var counts: [UInt32] = []
    counts.reserveCapacity(bytes.count / blockSize + 1)
    var count = 0
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      counts.append(UInt32(count))
      count += countCharacters(in: bytes, start..<min(start + blockSize, bytes.count))
    }
    return counts
  }

  /// Lines end with LF or CR LF; a file without any LF is taken as one with the old Mac's CR.
  private static func findLineStarts(in bytes: [UInt8]) -> [UInt32] {
    let end = bytes.count - 1
    let newline: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
    var starts: [UInt32] = [0]
    starts.reserveCapacity(end / 32 + 1)
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var position = 0
      while position < end, let found = memchr(base + position, Int32(newline), end - position) {
        position = UnsafeRawPointer(found) - base + 1
        starts.append(UInt32(position))
      }
    }
    return starts
  }
}
