import HomeScreenSimulator
import LuaEngine

/// What a REPL asks about time: where to go, what comes next, and whether two sessions went the same way.
extension Session {
  /// Asks for the state of the device at hand at a time, in seconds; nil without a device or for what is no time.
  public func rewindRequest(toTime seconds: Double) -> RewindRequest? {
    guard seconds >= 0, seconds < 1e12, let device = ordinalAtHand else { return nil }
    return RewindRequest(device: device, target: .time(Int64((seconds * 1_000).rounded())))
  }

  /// Asks for the state of the device at hand before the command that led to an event, which are counted from 1; nil for
  /// an event that there is not.
  public func rewindRequest(toEvent number: Int) -> RewindRequest? {
    guard let device = ordinalAtHand, number >= 1, number <= eventCount else { return nil }
    return RewindRequest(device: device, target: .event(number - 1))
  }

  /// How many events the trace of the device at hand has.
  public var eventCount: Int { devices.current?.trace.count ?? 0 }

  private var ordinalAtHand: Int? { devices.current.flatMap(devices.ordinal) }

  /// What the device at hand will do next by itself, and in how many seconds; nil when nothing waits.
  public var nextWork: (seconds: Double, text: String)? {
    guard let device = devices.current, let work = device.nextWork else { return nil }
    return (Double(work.time.milliseconds - device.milliseconds) / 1_000, work.description)
  }

  /// Whether what is called `device` is one.
  public var deviceIsAtHand: Bool { devices.played?() != nil }

  /// The devices of a session with what happened on them, to be held beside another one.
  public var story: SessionStory {
    SessionStory(devices.log?.logged ?? [])
  }
}

/// What happened on the devices of a session.
public struct SessionStory {
  private let devices: [(name: String, events: [TraceEvent])]

  init(_ devices: [Device]) {
    self.devices = devices.map { ("\($0.model.name), \($0.systemName) \($0.os)", $0.trace.events) }
  }

  /// The first event that is another one; nil where a story has ended.
  public struct Difference {
    /// Its place in the trace, counted from 1.
    public let number: Int
    /// The device of this story, and its event.
    public let earlier: (device: String, event: String?)
    /// The same of the other story.
    public let later: (device: String, event: String?)
  }

  /// Where another story goes another way; nil when both are the same.
  public func firstDifference(from other: SessionStory) -> Difference? {
    for index in 0..<max(devices.count, other.devices.count) {
      let (here, there) = (device(index), other.device(index))
      guard let place = Trace.firstDifference(here.events, there.events) else { continue }
      func event(_ events: [TraceEvent]) -> String? { place < events.count ? events[place].description : nil }
      return Difference(
        number: place + 1, earlier: (here.name, event(here.events)), later: (there.name, event(there.events)))
    }
    return nil
  }

  private func device(_ index: Int) -> (name: String, events: [TraceEvent]) {
    devices.indices.contains(index) ? devices[index] : ("no device", [])
  }
}
