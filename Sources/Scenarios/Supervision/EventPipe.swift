internal import AppPackages
internal import HomeScreenReports
import LuaEngine
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The worker's end of the pipe: writes each event as a frame, whole before the script goes on, so that nothing is lost
/// with the worker.
struct EventWriter {
  private let descriptor: Int32
  private var frames = EventFrame.Writer()

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ event: RunEvent) { put(frames.write(event)) }

  /// Writes a line that has no end.
  mutating func write(line: String) { put(frames.write(line: line)) }

  /// What nobody reads any more is lost.
  private func put(_ frame: [UInt8]) {
    frame.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Self.put(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The reader is slow, or somebody reads a page of its report: that is not the script's time.
          Watchdog.paused {
            var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            while poll(&target, 1, -1) < 0, errno == EINTR {}
          }
        } else if errno != EINTR {
          return
        }
      }
    }
  }

  private static func put(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

/// The supervisor's end of the pipe.
final class EventReader {
  private var frames = FrameSplitter()
  private var block = [UInt8](repeating: 0, count: EventReader.blockSize)

  /// What a pipe holds, in bytes.
  static let blockSize = 65_536

  /// What one look brought.
  enum Arrival {
    /// So many bytes.
    case bytes(Int)
    /// What a worker does not write.
    case nonsense
    /// A signal came first.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Reads what has arrived, at least something.
  /// - Parameter take: gets each whole frame.
  func read(from descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    let count = block.withUnsafeMutableBytes { Self.get(descriptor, $0) }
    // What lacks its end was cut off with the worker.
    guard count > 0 else { return count < 0 && errno == EINTR ? .interrupted : .end }
    frames.take(block[..<count], take)
    return frames.isBroken ? .nonsense : .bytes(count)
  }

  private static func get(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
