internal import AppPackages
import PropertyLists

/// Renders events as JSON lines: one object an event. It holds nothing of the machine or the time of day, so that two
/// runs of the same scripts give the same bytes.
public final class JSONReport: EventReport {
  private let write: (String) -> Void

  /// - Parameter write: gets each line, without its end.
  public init(write: @escaping (String) -> Void) {
    self.write = write
  }

  /// Writes the event as a line.
  public func add(_ event: RunEvent) {
    write(EventRecord(event).line)
  }
}
