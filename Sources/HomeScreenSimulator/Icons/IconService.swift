/// The service that announces icon changes, as one process finds it.
struct IconService: Hashable {
  /// What a request finds.
  enum State: Equatable {
    case free
    /// The app has a change without an answer (ICON-046).
    case outstanding
    /// Busy with itself for a while; the fact that says why.
    case busy(FactID)
    /// Something modal has closed a moment ago (ICON-050); how many requests were refused since then.
    case afterModal(refusals: Int)
  }

  /// The time after something modal has closed.
  private struct Aftermath: Hashable {
    var refusals = 0
    var end: VirtualTime
  }

  /// The app leaves the system in peace for so long until requests work again (ICON-200).
  private static let quietTime = VirtualTime(milliseconds: 1000)

  /// An accepted change waits for its alert, or the alert for its answer (ICON-046); iOS 26.1 and later.
  private var hasOutstandingAlert = false
  /// Until then the service is busy with what has just ended (ICON-047); nil: it is not.
  private var busyEnd: VirtualTime?
  /// Something modal has closed, and requests get errors (ICON-050); nil: they do not.
  private var aftermath: Aftermath?

  /// What a request finds now.
  /// - Parameter fault: the fault that the system has; `none` where it cannot have one.
  func state(at now: VirtualTime, _ fault: IconFault) -> State {
    if hasOutstandingAlert { return .outstanding }
    switch fault {
    case .busy, .busyUntilReboot: return .busy(fault.fact)
    case .afterModal:
      if let aftermath, now < aftermath.end { return .afterModal(refusals: aftermath.refusals) }
    case .none, .upcall: break
    }
    if let busyEnd, now < busyEnd { return .busy("ICON-047") }
    return .free
  }

  mutating func beginAlert() { hasOutstandingAlert = true }

  mutating func endAlert() { hasOutstandingAlert = false }

  /// An icon alert, or the launch, has just ended: for a while the service is busy (ICON-047).
  mutating func isBusy(until end: VirtualTime) { busyEnd = end }

  /// Something modal has closed.
  mutating func modalClosed(at now: VirtualTime) { aftermath = Aftermath(end: now + Self.quietTime) }

  /// A request was refused because of it, which takes the time from its beginning again.
  mutating func refused(at now: VirtualTime) {
    aftermath?.refusals += 1
    aftermath?.end = now + Self.quietTime
  }

  func write(to state: inout DeviceState, at path: String, now: VirtualTime) {
    state.write("\(path).isOutstanding", isSet: hasOutstandingAlert)
    if let busyEnd, now < busyEnd { state.write("\(path).busyFor", busyEnd - now) }
    guard let aftermath, now < aftermath.end else { return }
    state.write("\(path).refusesFor", aftermath.end - now)
    state.write("\(path).refusals", aftermath.refusals)
  }
}
