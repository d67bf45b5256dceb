#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes of one file, shared by all values that were read from it.
///
/// Values keep an offset only; line and column are worked out when somebody asks. A save that keeps comments and order
/// finds here the bytes that it must leave alone.
package final class SourceText: Sendable {
  package let file: String
  /// UTF-8 without byte order mark (text) or the file as it is (binary), and one zero byte behind the end, so that
  /// readers may look at the next byte without asking for the count first.
  package let bytes: [UInt8]
  let isBinary: Bool
  /// How the text is written in its file.
  package let encoding: TextEncoding
  private let lineStarts: [UInt32]
  /// How many characters begin before every `stride` bytes; empty unless a line is longer than that.
  private let charactersBefore: [UInt32]
  private static let stride = 1024
  /// Of a text that no file holds: where its pieces are written.
  private let pieces: [SourcePiece]

  /// `bytes` must not yet hold the zero at the end.
  package init(file: String, bytes: [UInt8], isBinary: Bool, encoding: TextEncoding = .utf8(hasMark: false)) {
    self.file = file
    self.encoding = encoding
    self.isBinary = isBinary
    self.pieces = []
    self.isComposed = false
    var terminated = bytes
    terminated.append(0)
    self.bytes = terminated
    self.lineStarts = isBinary ? [] : Self.findLineStarts(in: terminated)
    let hasLongLine = zip(lineStarts, lineStarts.dropFirst() + [UInt32(bytes.count)]).contains { $1 - $0 > Self.stride }
    self.charactersBefore = isBinary || !hasLongLine ? [] : Self.countCharacters(in: terminated)
  }

  /// A text that was put together from others, as a preprocessor does; every place in it is one of theirs.
  ///
  /// - Parameters:
  ///   - file: for a place before the first piece.
  ///   - pieces: in the order of the text.
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

  /// Whether ``init(file:bytes:pieces:)`` made it: no file has these bytes.
  package let isComposed: Bool

  /// Bytes without the zero at the end.
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

  /// A file of one line would otherwise be walked from its begin for every place in it.
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

  /// The character at a position for a message; control characters as `U+0007`.
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

/// A part of a text that was put together, and where it is written.
package struct SourcePiece: Sendable {
  /// Where it begins in the text.
  package let start: UInt32
  package let source: SourceText
  /// Where it begins in its own file.
  package let offset: UInt32
  /// How many bytes stand there as they do here; none when all of the piece has one place.
  package var length: UInt32

  package init(start: UInt32, source: SourceText, offset: UInt32, length: UInt32) {
    self.start = start
    self.source = source
    self.offset = offset
    self.length = length
  }
}

/// Where a value or key comes from: nowhere (made by code), a range of a file that was read, or a place given by hand.
package enum SourceOrigin: Sendable {
  case none
  case range(SourceText, start: UInt32, end: UInt32)
  indirect case given(SourceLocation)

  init(_ location: SourceLocation?) {
    if let location { self = .given(location) } else { self = .none }
  }

  package var location: SourceLocation? {
    switch self {
    case .none: nil
    case .range(let source, let start, _): source.location(at: Int(start))
    case .given(let location): location
    }
  }

  /// The bytes of the value inside its file, tags or quotes included; nil where no file holds them as they are.
  var byteRange: Range<Int>? {
    if case .range(let source, let start, let end) = self, !source.isComposed { Int(start)..<Int(end) } else { nil }
  }
}

/// A place in an input, precise enough to be found by a person with an editor.
///
/// Text has a line and a column (both 1-based, the column in characters, a tab counting as one); binary files have a
/// byte offset (0-based). A location without either names the file as a whole.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file as messages call it: relative to the package, never an absolute path of the machine.
  public var file: String
  /// 1-based line, for text.
  public var line: Int? {
    get { writtenLine == 0 ? nil : Int(writtenLine) }
    set { writtenLine = newValue.map { UInt32(clamping: $0) } ?? 0 }
  }
  /// 1-based column in characters (Unicode scalars), for text.
  public var column: Int? {
    get { writtenColumn == 0 ? nil : Int(writtenColumn) }
    set { writtenColumn = newValue.map { UInt32(clamping: $0) } ?? 0 }
  }
  /// 0-based byte offset, for binary files.
  public var offset: Int? {
    get { writtenOffset < 0 ? nil : writtenOffset }
    set { writtenOffset = newValue.map { max(0, $0) } ?? -1 }
  }

  // There are as many locations as values and pictures, so nothing takes the room of an optional: 0 is no line and no
  // column, and what is negative no offset.
  private var writtenLine: UInt32 = 0
  private var writtenColumn: UInt32 = 0
  private var writtenOffset = -1

  /// A place in a file, as exactly as the format knows it.
  public init(file: String, line: Int? = nil, column: Int? = nil, offset: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
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

/// An error at one place of a file: what happened, where, and what to do.
///
/// What the readers of files throw has this form, so a program can show any of them without knowing which it is.
public protocol LocatedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file, and the place in it as exactly as it is known.
  var location: SourceLocation { get }
  /// What happened, in plain words, without place and without a full stop at the end.
  var message: String { get }
  /// What to do about it.
  var hint: String? { get }
}

extension LocatedError {
  /// `Info.plist:12:3: message`, and the hint on a second line.
  public var description: String { "\(location): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}
