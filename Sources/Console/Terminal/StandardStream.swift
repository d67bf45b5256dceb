internal import CEditLineSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error, written at once and in the order of the calls, also beside `print`.
public enum StandardStream: Sendable {
  case output
  case error

  public var fileDescriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Writes a text as it is; nothing is added.
  ///
  /// - Returns: `false` when the stream takes no more (a closed pipe, a full disk).
  @discardableResult
  public func write(_ text: String) -> Bool {
    cel_flush_standard_streams()
    return Self.writeAll(Array(text.utf8), to: fileDescriptor)
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = writeSome(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&target, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private static func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
