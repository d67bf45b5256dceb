#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe with some bytes and a closed writing end.
public final class Pipe {
  /// The descriptor for reading the bytes.
  public let readingEnd: Int32

  /// At most 64 KiB, which fit into any pipe without a reader.
  public init(_ bytes: [UInt8]) {
    precondition(bytes.count <= 64 * 1024)
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "no pipe can be made")
    readingEnd = ends[0]
    let count = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    precondition(count == bytes.count)
    close(ends[1])
  }

  /// The same with the UTF-8 of a text.
  public convenience init(_ text: String) {
    self.init(Array(text.utf8))
  }

  deinit {
    close(readingEnd)
  }
}
