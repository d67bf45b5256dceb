#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pipe of a ``WorkerProcess``: the worker's end does not block, the other one does.
public enum WorkerPipe {
  /// What one look brought.
  public enum Arrival: Equatable, Sendable {
    case bytes([UInt8])
    /// A signal came first, or there was nothing.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Writes all of it, in the worker. What nobody reads any more is lost; where the system refuses it otherwise, the worker
  /// ends, so that no event is missing from a report that looks whole.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = put(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The reader is slow, or somebody reads a page of its report: that is not the script's time.
          Watchdog.paused {
            var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            while poll(&target, 1, -1) < 0, errno == EINTR {}
          }
        } else if errno == EPIPE {
          return
        } else if errno != EINTR {
          // `internal-fault`: the process that reads reports it.
          _exit(3)
        }
      }
    }
  }

  /// What a pipe holds, in bytes.
  public static let capacity = 65_536

  /// Reads what has arrived, at least something.
  public static func read(from descriptor: Int32) -> Arrival {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      let count = get(descriptor, UnsafeMutableRawBufferPointer(buffer))
      if count < 0 { code = errno }
      filled = max(0, count)
    }
    if !bytes.isEmpty { return .bytes(bytes) }
    return code == EINTR || code == EAGAIN ? .interrupted : .end
  }

  private static func put(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func get(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
