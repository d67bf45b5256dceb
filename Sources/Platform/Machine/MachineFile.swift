#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file of the real machine, read piece by piece; it is closed when nobody has it any more.
package final class MachineFile: Sendable {
  private let descriptor: Int32
  private let path: String
  /// Its bytes when it was opened.
  package let count: Int

  /// Takes the descriptor of a regular file, and closes it in the end.
  package init(_ descriptor: Int32, _ path: String, count: Int) {
    self.descriptor = descriptor
    self.path = path
    self.count = count
  }

  deinit { close(descriptor) }

  /// The bytes of a range; fewer where the file ends before.
  package func bytes(_ range: Range<Int>) throws(MachineRefusal) -> [UInt8] {
    var problem: MachineRefusal?
    let range = range.clamped(to: 0..<count)
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let received = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled, off_t(range.lowerBound + filled))
        if received < 0, errno == EINTR { continue }
        if received < 0 { problem = MachineRefusal(number: errno) }
        if received <= 0 { break }
        filled += received
      }
    }
    if let problem {
      MachineTrouble.note(problem.number, path)
      throw problem
    }
    return bytes
  }
}
