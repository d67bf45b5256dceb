#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of a file, shared by all values that were read from it.
///
/// Values only store an offset; line and column are computed on demand. A save that keeps comments and order copies
/// unchanged bytes from here.
package final class SourceText: Sendable {
  package let file: String
  /// UTF-8 without a byte order mark (text) or the raw file (binary), terminated by a zero byte, so that readers can
  /// look ahead without a bounds check.
  package let bytes: [UInt8]
  let isBinary: Bool
  /// The encoding of the file.
  package let encoding: TextEncoding
  private let lineStarts: [UInt32]
  /// The number of characters that begin before every `stride` bytes; empty unless a line is longer than that.
  private let charactersBefore: [UInt32]
  private static let stride = 1024
  /// The pieces of a composed text, with their sources.
  private let pieces: [SourcePiece]

  /// Creates a text; `bytes` must not contain the terminating zero yet.
  package init(file: String, bytes: [UInt8], isBinary: Bool, encoding: TextEncoding = .utf8(hasMark: false)) {
    (self.file, self.encoding, self.isBinary) = (file, encoding, isBinary)
    self.pieces = []
    self.isComposed = false
    var terminated = bytes
    terminated.append(0)
    self.bytes = terminated
    self.lineStarts = isBinary ? [] : Self.findLineStarts(in: terminated)
    let hasLongLine = zip(lineStarts, lineStarts.dropFirst() + [UInt32(bytes.count)]).contains { $1 - $0 > Self.stride }
    self.charactersBefore = isBinary || !hasLongLine ? [] : Self.countCharacters(in: terminated)
  }

  /// Creates a text composed of others, as a preprocessor does; every location in it is in one of them.
  ///
  /// - Parameters:
  ///   - file: the file for a position before the first piece.
  ///   - pieces: the pieces in text order.
  package init(file: String, bytes: [UInt8], pieces: [SourcePiece]) {
    self.file = file
    self.encoding = .utf8(hasMark: false)
    self.isBinary = false
    self.bytes = bytes + [0]
    self.pieces = pieces
    self.lineStarts = []
    self.charactersBefore = []
    self.isComposed = true
  }

  /// Whether the text was created by ``init(file:bytes:pieces:)``: no file contains these bytes.
  package let isComposed: Bool

  /// The number of bytes without the terminating zero.
  package var count: Int { bytes.count - 1 }

  package func location(at offset: Int) -> SourceLocation {
    if isBinary { return SourceLocation(file: file, offset: offset) }
    if isComposed { return locationInPieces(at: offset) }
    let offset = min(offset, count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    let start = Int(lineStarts[low])
    let column: Int
    if offset - start <= Self.stride {
      column = Self.characterCount(in: bytes, start..<offset) + 1
    } else {
      column = characters(before: offset) - characters(before: start) + 1
    }
    return SourceLocation(file: file, line: low + 1, column: column)
  }

  private func locationInPieces(at offset: Int) -> SourceLocation {
    var low = 0
    var high = pieces.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(pieces[middle].start) <= offset { low = middle } else { high = middle }
    }
    guard low < pieces.count else { return SourceLocation(file: file) }
    let piece = pieces[low]
    let distance = min(max(0, offset - Int(piece.start)), Int(piece.length))
    return piece.source.location(at: Int(piece.offset) + distance)
  }

  private func characters(before offset: Int) -> Int {
    let block = offset / Self.stride
    return Int(charactersBefore[block]) + Self.characterCount(in: bytes, block * Self.stride..<offset)
  }

  private static func characterCount(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      var count = 0
      for byte in UnsafeBufferPointer(rebasing: buffer[range]) where byte & 0xC0 != 0x80 { count += 1 }
      return count
    }
  }

  /// Counts in advance, because a location in a long line would otherwise need a scan from the start of that line.
  private static func countCharacters(in bytes: [UInt8]) -> [UInt32] {
    var counts: [UInt32] = []
    var count = 0
    for start in Swift.stride(from: 0, to: bytes.count, by: stride) {
      counts.append(UInt32(count))
      count += characterCount(in: bytes, start..<min(start + stride, bytes.count))
    }
    return counts
  }

  package func string(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  /// Returns the character at a position for a message; control characters as `U+0007`.
  package func character(at position: Int) -> String {
    var end = position + 1
    while end < count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = string(position..<min(end, count))
    guard let scalar = text.unicodeScalars.first, scalar.value >= 0x20, scalar.value != 0x7F else {
      let hex = String(text.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
    }
    return text
  }

  /// Returns the line starts; lines end with LF or CR LF, or with CR in a file without LF (old Mac).
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

/// A part of a composed text with its source.
package struct SourcePiece: Sendable {
  /// The start in the composed text.
  package let start: UInt32
  package let source: SourceText
  /// The start in its source.
  package let offset: UInt32
  /// The number of bytes that are identical in the source; 0 if the whole piece has one location.
  package var length: UInt32

  package init(start: UInt32, source: SourceText, offset: UInt32, length: UInt32) {
    (self.start, self.source, self.offset, self.length) = (start, source, offset, length)
  }
}

/// The origin of a value or key: none (created in code), a range of a file, or an explicit location.
package enum SourceOrigin: Sendable {
  case none
  case range(SourceText, start: UInt32, end: UInt32)
  indirect case given(SourceLocation)

  init(_ location: SourceLocation?) { if let location { self = .given(location) } else { self = .none } }

  package var location: SourceLocation? {
    switch self {
    case .none: nil
    case .range(let source, let start, _): source.location(at: Int(start))
    case .given(let location): location
    }
  }

  /// The bytes of the value in its file, including tags or quotes; nil if no file contains them unchanged.
  var byteRange: Range<Int>? {
    if case .range(let source, let start, let end) = self, !source.isComposed { Int(start)..<Int(end) } else { nil }
  }
}

/// A location in an input, precise enough to be found in an editor.
///
/// Text has a line and a column (both 1-based; columns count characters, a tab is one); binary files have a byte offset
/// (0-based). A location with neither is the whole file.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The name of the file in messages: relative to the package, never an absolute path of the machine.
  public var file: String
  /// The 1-based line, for text.
  public var line: Int? {
    get { writtenLine == 0 ? nil : Int(writtenLine) }
    set { writtenLine = newValue.map { UInt32(clamping: $0) } ?? 0 }
  }
  /// The 1-based column in characters (Unicode scalars), for text.
  public var column: Int? {
    get { writtenColumn == 0 ? nil : Int(writtenColumn) }
    set { writtenColumn = newValue.map { UInt32(clamping: $0) } ?? 0 }
  }
  /// The 0-based byte offset, for binary files.
  public var offset: Int? {
    get { writtenOffset < 0 ? nil : writtenOffset }
    set { writtenOffset = newValue.map { max(0, $0) } ?? -1 }
  }

  // Optionals would waste memory, since there are as many locations as values and pictures: 0 means without line or
  // column, and a negative value without offset.
  private var writtenLine: UInt32 = 0
  private var writtenColumn: UInt32 = 0
  private var writtenOffset = -1

  /// Creates a location, as exact as the format allows.
  public init(file: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil) {
    (self.file, self.line, self.column, self.offset) = (file, line, column, offset)
  }

  /// `Info.plist:12:3`, or `Info.plist, byte 48`, or `Info.plist`.
  public var description: String {
    if let line {
      if let column { return "\(file):\(line):\(column)" }
      return "\(file):\(line)"
    }
    if let offset { return "\(file), byte \(offset)" }
    return file
  }
}

/// An error at a location in a file: what happened, where, and how to fix it.
///
/// All file readers throw such errors, so a program can show any of them in the same way.
public protocol LocatedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, with the location in it if known.
  var location: SourceLocation { get }
  /// The description of the error, without its location and without a final full stop.
  var message: String { get }
  /// The advice for fixing the problem.
  var hint: String? { get }
}

extension LocatedError {
  /// `Info.plist:12:3: message`, with the hint on a second line.
  public var description: String { "\(location): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}
