internal import AppPackages
internal import HomeScreenReports
import LuaEngine
import PropertyLists

/// The worker's end of the pipe: writes each event as a frame, whole before the script goes on, so that nothing is lost
/// with the worker.
struct EventWriter {
  private let descriptor: Int32
  private var frames = EventFrame.Writer()

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ event: RunEvent) { put(frames.write(event)) }

  /// Writes a line that has no end.
  mutating func write(line: String) { put(frames.write(line: line)) }

  private func put(_ frame: [UInt8]) { WorkerPipe.write(frame, to: descriptor) }
}

/// The supervisor's end of the pipe.
final class EventReader {
  private var frames = FrameSplitter()

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
    switch WorkerPipe.read(from: descriptor) {
    // What lacks its end was cut off with the worker.
    case .end: return .end
    case .interrupted: return .interrupted
    case .bytes(let bytes):
      frames.take(bytes[...], take)
      return frames.isBroken ? .nonsense : .bytes(bytes.count)
    }
  }
}
