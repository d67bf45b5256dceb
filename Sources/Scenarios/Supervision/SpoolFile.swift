#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file without a name for what has no room in memory: each piece is written once, and read once or looked at.
final class SpoolFile {
  /// Where a piece is, in bytes.
  struct Extent {
    fileprivate(set) var start: Int
    fileprivate(set) var count: Int
  }

  private let make: () -> UnsafeMutablePointer<FILE>?
  private var file: UnsafeMutablePointer<FILE>?
  /// Behind the last piece.
  private var end = 0
  /// Bytes of pieces that wait to be read.
  private var waiting = 0
  /// The disk takes no more.
  private var isFull = false

  /// - Parameter make: opens an empty file to write and read.
  init(_ make: @escaping () -> UnsafeMutablePointer<FILE>? = { tmpfile() }) {
    self.make = make
  }

  deinit { if let file { fclose(file) } }

  /// Writes a piece behind the others.
  /// - Parameter extents: those of the same reader, to which the new one is added.
  /// - Returns: false when the disk takes no more; then, and from then on, nothing is written.
  func write(_ bytes: [UInt8], addingTo extents: inout [Extent]) -> Bool {
    guard !isFull else { return false }
    if file == nil { file = make() }
    // What was read is written over once nothing waits.
    if waiting == 0 { end = 0 }
    guard let file, fseek(file, end, SEEK_SET) == 0,
      bytes.withUnsafeBytes({ fwrite($0.baseAddress, 1, $0.count, file) }) == bytes.count, fflush(file) == 0
    else {
      isFull = true
      return false
    }
    if let last = extents.indices.last, extents[last].start + extents[last].count == end {
      extents[last].count += bytes.count
    } else {
      extents.append(Extent(start: end, count: bytes.count))
    }
    end += bytes.count
    waiting += bytes.count
    return true
  }

  /// Looks at a block of a piece, which stays.
  /// - Returns: none at the end of the piece; nil when it could not be read.
  func look(at extent: Extent, from offset: Int) -> [UInt8]? {
    let wanted = min(extent.count - offset, 1 << 16)
    guard wanted > 0 else { return [] }
    guard let file, fseek(file, extent.start + offset, SEEK_SET) == 0 else { return nil }
    var block = [UInt8](repeating: 0, count: wanted)
    let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
    return count == wanted ? block : nil
  }

  /// Reads a piece in blocks, and forgets it.
  /// - Returns: false when not all of it could be read.
  func read(_ extent: Extent, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    waiting -= extent.count
    guard let file, fseek(file, extent.start, SEEK_SET) == 0 else { return false }
    var block = [UInt8](repeating: 0, count: min(extent.count, 1 << 16))
    var rest = extent.count
    while rest > 0 {
      let wanted = min(rest, block.count)
      let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
      guard count > 0 else { return false }
      take(block[..<count])
      rest -= count
    }
    return true
  }
}
