internal import HomeScreenReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The frames of a file that runs ahead of its turn: kept in memory, and beyond that in a file without a name.
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

  /// Adds a frame.
  mutating func add(_ frame: ArraySlice<UInt8>) {
    bytes += frame
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

  /// Gives all frames, in order, and forgets them.
  mutating func drain(_ take: (ArraySlice<UInt8>) -> Void) {
    var frames = FrameSplitter()
    if let file {
      rewind(file)
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while size > 0 {
        let wanted = min(size, block.count)
        let count = block.withUnsafeMutableBytes { fread($0.baseAddress, 1, wanted, file) }
        guard count > 0 else { break }
        size -= count
        frames.take(block[..<count], take)
      }
      fclose(file)
      self.file = nil
      size = 0
    }
    frames.take(bytes[...], take)
    bytes = []
  }
}
