import LuaEngine
import Simulator

/// Follows the commands of one device for its session: for the clock and the trace hash, for the event hooks of plugins,
/// and for the log of a REPL.
final class DeviceWatch: DeviceObserver {
  private weak var session: Session?
  /// The how-manieth device of the session it is, from 0.
  let ordinal: Int
  /// How many events of the trace the hooks have been told.
  private var told: Int

  init(_ session: Session, ordinal: Int, told: Int) {
    self.session = session
    self.ordinal = ordinal
    self.told = told
  }

  func device(_ device: Device, willPerform command: StaticString) throws {
    guard let session else { return }
    session.use(device)
    try session.commandLog?.begin("\(command)", on: device, ordinal: ordinal)
  }

  func deviceDidPerform(_ device: Device) {
    guard let session else { return }
    session.commandLog?.end(on: device)
    guard let events = session.plugins?.events, !events.isEmpty else { return }
    let new = told..<max(told, device.trace.count)
    told = new.upperBound
    events.add(new, of: device)
  }
}
