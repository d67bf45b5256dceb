#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of a file that runs ahead of its turn: kept in memory, and beyond that in a file without a name.
///
/// Reports get the files of a run in their order, however many run at the same time.
struct EventSpool {
  /// In bytes.
  private static let maximumInMemory = 1 << 20

  private var bytes: [UInt8] = []
  private var file: UnsafeMutablePointer<FILE>?
  /// Bytes of the file that count.
  private var size = 0
  /// The disk takes no more: the rest stays in memory, slower but whole.
  private var isFull = false

  /// Adds a line, with its end.
  mutating func add(_ line: ArraySlice<UInt8>) {
    bytes += line
    guard bytes.count > Self.maximumInMemory, !isFull else { return }
    if file == nil { file = tmpfile() }
    guard let file, bytes.withUnsafeBytes({ fwrite($0.baseAddress, 1, $0.count, file) }) == bytes.count,
      fflush(file) == 0
    else {
      isFull = true
      return
    }
    size += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Gives all lines, in order, and forgets them.
  mutating func drain(_ take: (ArraySlice<UInt8>) -> Void) {
    var rest: [UInt8] = []
    if let file {
      rewind(file)
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while size > 0 {
        let wanted = min(size, block.count)
        let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
        guard count > 0 else { break }
        size -= count
        rest = Self.lines(of: rest + block[..<count], take)
      }
      fclose(file)
      self.file = nil
      size = 0
    }
    _ = Self.lines(of: rest + bytes, take)
    bytes = []
  }

  /// - Returns: what has no end yet.
  private static func lines(of bytes: [UInt8], _ take: (ArraySlice<UInt8>) -> Void) -> [UInt8] {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[...end])
      rest = rest[(end + 1)...]
    }
    return Array(rest)
  }
}
