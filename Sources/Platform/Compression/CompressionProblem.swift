/// Why compressed bytes cannot be unpacked.
package struct CompressionProblem: Error, Equatable {
  /// Where in the compressed bytes.
  package var position: Int
  /// What is wrong there, without a full stop.
  package var message: String

  package init(position: Int, message: String) { (self.position, self.message) = (position, message) }
}

/// Where unpacked bytes go: so many and no more, however many the compressed ones claim to hold.
package struct UnpackedBytes: ~Copyable {
  package let base: UnsafeMutablePointer<UInt8>
  package let capacity: Int
  package private(set) var count = 0

  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    // An empty buffer may have no address; nothing is written to this one then.
    base = buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: 8).unsafelyUnwrapped
    capacity = buffer.count
  }

  /// Whether there is room for so many more.
  package func fits(_ count: Int) -> Bool { count <= capacity - self.count }

  /// Takes bytes; there must be room for them.
  @inline(__always)
  package mutating func append(_ source: UnsafePointer<UInt8>, _ count: Int) {
    (base + self.count).update(from: source, count: count)
    self.count += count
  }

  /// Repeats what lies `distance` bytes back, which may overlap with what comes; there must be room, and so many bytes.
  @inline(__always)
  package mutating func repeatBytes(_ distance: Int, _ count: Int) {
    let target = base + self.count
    if distance >= count {
      target.update(from: target - distance, count: count)
    } else if distance == 1 {
      target.update(repeating: target[-1], count: count)
    } else {
      for index in 0..<count { target[index] = target[index - distance] }
    }
    self.count += count
  }
}
