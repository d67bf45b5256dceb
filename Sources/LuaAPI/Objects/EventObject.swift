import HomeScreenSimulator
import LuaEngine

/// One event of a trace.
final class EventObject {
  let event: TraceEvent
  /// Its place in the trace of its device, from 0.
  let number: Int
  /// Which device; not the device itself, which an event must not keep alive.
  private let owner: ObjectIdentifier

  init(_ event: TraceEvent, number: Int, of device: Device) {
    self.event = event
    self.number = number
    owner = ObjectIdentifier(device)
  }

  func belongs(to device: Device) -> Bool {
    owner == ObjectIdentifier(device) && number < device.trace.count && device.trace[number] == event
  }
}
