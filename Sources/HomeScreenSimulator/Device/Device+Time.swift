/// The device's clock under the tester's hand.
extension Device {
  /// Lets time pass; the app's timers that become due run on the way, each at its own moment.
  ///
  /// - Throws: ``SimulatorError`` `bad-time`, `main-queue-never-idle` or `too-much-work`; what escapes the app's code.
  public func advance(_ seconds: Double) throws {
    let span = try VirtualTime(seconds: seconds)
    try perform("advance") { pass(span) }
  }

  /// Lets time pass until nothing is waiting any more, and returns the seconds that passed.
  ///
  /// What waits in a suspended process does not count: it cannot run.
  /// - Throws: ``SimulatorError`` `never-settles`, naming the timer, when something repeats for ever; what escapes the
  ///   app's code.
  @discardableResult
  public func settle() throws -> Double {
    let start = scheduler.now
    try perform("settle") {
      while let next = scheduler.earliestTime, let work = scheduler.popWork(dueAt: next) {
        if command.inCommand >= command.limits.perSettle {
          let error = neverSettles(work)
          scheduler.reinsert(work)
          throw error
        }
        scheduler.move(to: work.time)
        run(work)
      }
    }
    return VirtualTime(milliseconds: scheduler.now.milliseconds - start.milliseconds).seconds
  }

  private func neverSettles(_ work: ScheduledWork) -> SimulatorError {
    let owner = work.process?.bundleIdentifier ?? "the system"
    return SimulatorError(
      .neverSettles,
      "The device did not come to rest in \(command.limits.perSettle) steps: \(work.timer) of \(owner) repeats",
      hint: "Advance by a number of seconds instead of settling.")
  }

  /// What waits for its moment and comes first; nil when nothing waits.
  public var nextWork: PendingWork? { scheduler.next.map(PendingWork.init) }
}

/// Something that a device will do by itself.
public struct PendingWork: Sendable, CustomStringConvertible {
  /// When it is due, on the device's clock.
  public let time: VirtualTime
  /// What it is, for people: `a timer of 0.500 s of com.example.paint`.
  public let description: String

  init(_ work: ScheduledWork) {
    time = work.time
    let owner = work.process?.bundleIdentifier ?? "the system"
    description =
      switch work.kind {
      case .app: "\(work.timer) of \(owner)"
      case .transition: "the end of a transition of \(owner)"
      case .background: "what the system does to \(work.process?.bundleIdentifier ?? "itself")"
      }
  }
}
