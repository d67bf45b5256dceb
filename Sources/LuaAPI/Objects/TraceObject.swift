import HomeScreenSimulator
import LuaEngine

/// A stretch of a device's trace. Events are never changed or removed, so that their numbers are enough: a copy of
/// the events in every object would be paid for by nobody.
final class TraceObject {
  private let device: Device
  private let range: Range<Int>
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  /// The events from the number `start` on, up to now.
  init(_ device: Device, from start: Int = 0) {
    self.device = device
    range = start..<max(start, device.trace.count)
  }

  var count: Int { range.count }

  /// An event by its position, from 0.
  func event(_ position: Int) -> EventObject {
    let number = range.lowerBound + position
    return EventObject(device.trace[number], number: number, of: device)
  }

  /// The events, copied.
  var trace: Trace { Trace(device.trace.events[range]) }
}
