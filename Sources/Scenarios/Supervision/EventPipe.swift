internal import AppPackages
internal import HomeScreenReports
import LuaEngine
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The worker's end of the pipe: writes each event as a line of JSON, whole before the script goes on, so that nothing
/// is lost with the worker.
struct EventWriter {
  let descriptor: Int32

  /// - Returns: false when nobody reads any more.
  @discardableResult
  func write(_ event: RunEvent) -> Bool { write(line: EventRecord(event).line) }

  /// Writes a line that has no end yet.
  @discardableResult
  func write(line: String) -> Bool {
    var line = line + "\n"
    return line.withUTF8 { text in
      var rest = UnsafeRawBufferPointer(text)[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Self.put(descriptor, piece)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The reader is slow, or somebody reads a page of its report: that is not the script's time.
          Watchdog.paused {
            var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            while poll(&target, 1, -1) < 0, errno == EINTR {}
          }
        } else if errno != EINTR {
          return false
        }
      }
      return true
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
struct EventReader {
  /// The beginning of a line.
  private var pending: [UInt8] = []
  private var block = [UInt8](repeating: 0, count: 65_536)

  /// What one look brought.
  enum Arrival {
    /// Whole lines were taken, or the beginning of one.
    case bytes
    /// A signal came first.
    case interrupted
    /// The worker has ended.
    case end
  }

  /// Reads what has arrived, at least something.
  /// - Parameter take: gets each whole line, with its end.
  mutating func read(from descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    let count = block.withUnsafeMutableBytes { Self.get(descriptor, $0) }
    // What lacks its end was cut off with the worker.
    guard count > 0 else { return count < 0 && errno == EINTR ? .interrupted : .end }
    var rest = block[..<count]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if pending.isEmpty {
        take(rest[...end])
      } else {
        pending += rest[...end]
        take(pending[...])
        pending.removeAll(keepingCapacity: true)
      }
      rest = rest[(end + 1)...]
    }
    pending += rest
    return .bytes
  }

  private static func get(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
