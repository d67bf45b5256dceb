internal import AppPackages
internal import Events
import LuaEngine
internal import Platform
import PropertyLists

/// The worker's end of the pipe: writes each event as a line, whole before the script goes on, so that nothing is lost
/// with the worker.
struct EventWriter {
  let descriptor: Int32

  func write(_ event: RunEvent) { WorkerPipe.write(EventLine.bytes(event), to: descriptor) }

  /// Writes a line of something else, which has no end.
  func write(line: String) { WorkerPipe.write(EventLine.bytes(text: line), to: descriptor) }
}

/// The supervisor's end of the pipe.
final class EventReader {
  private var lines = LineBuffer()

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
  /// - Parameter take: gets each whole line.
  func read(from descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Void) -> Arrival {
    switch WorkerPipe.read(from: descriptor) {
    // What lacks its end was cut off with the worker.
    case .end: return .end
    case .interrupted: return .interrupted
    case .bytes(let bytes):
      lines.take(bytes[...], take)
      return lines.isBroken ? .nonsense : .bytes(bytes.count)
    }
  }
}
