/// Running commands, and the app's code inside of them.
extension Device {
  /// Runs a command of the tester, then whatever the system still has to do.
  ///
  /// - Throws: ``SimulatorError`` `command-inside-app` when the app's code is the caller; the error of `body`; what
  ///   escaped the app's code on the way.
  func perform<Result>(_ command: StaticString, _ body: () throws -> Result) throws -> Result {
    if let runningCommand {
      throw SimulatorError(
        .commandInsideApp, "The device's “\(command)” was used by code that runs inside its “\(runningCommand)”",
        hint: "Code of the app cannot operate the device. Do this after the other command has returned.")
    }
    runningCommand = command
    defer { runningCommand = nil }
    load.begin()
    let result: Result
    do {
      result = try body()
    } catch {
      // The command has failed, and its own error is the one to report; the system still comes to rest.
      try? finishSystemWork()
      throw error
    }
    try finishSystemWork()
    if load.traceIsFull {
      throw SimulatorError(
        .traceFull, "This device has recorded \(Trace.maximumEvents) events and records no more",
        hint: "Use a fresh device for each scenario.")
    }
    return result
  }

  /// Runs what is due, and goes on in time until no transition is on the way.
  private func finishSystemWork() throws {
    try runWork(dueAt: scheduler.now)
    while scheduler.pendingTransitions > 0, let next = scheduler.earliestTime {
      try runWork(dueAt: next)
    }
  }

  /// Lets this much time pass within a command; what is due on the way runs.
  func pass(_ span: VirtualTime) throws {
    try runWork(dueAt: scheduler.now + span)
  }

  /// Runs all work that is due at `time` or before, each at its own moment, then sets the clock to `time`.
  func runWork(dueAt time: VirtualTime) throws {
    while let work = scheduler.popWork(dueAt: time) {
      scheduler.move(to: work.time)
      try run(work)
    }
    scheduler.move(to: time)
  }

  func run(_ work: ScheduledWork) throws {
    if let process = work.process, process.phase == .suspended, work.kind == .app {
      process.heldWork.append(work)
      return
    }
    load.count(at: scheduler.now)
    if load.atInstant > CommandLoad.maximumPerInstant || load.inCommand > CommandLoad.maximumPerCommand {
      throw overload(work)
    }
    guard work.kind == .app, let process = work.process else { return try work.body(self) }
    process.waitingBlocks -= 1
    try enter(process) { try work.body(self) }
  }

  /// Drops what the greedy process has queued for now, so that the device stays usable, and says what was wrong.
  private func overload(_ work: ScheduledWork) -> SimulatorError {
    let atOnce = load.atInstant > CommandLoad.maximumPerInstant
    load.begin()
    let now = scheduler.now
    if let process = work.process, work.kind == .app {
      var dropped = 1
      scheduler.removeAll {
        guard $0.process === process, $0.kind == .app, $0.time <= now else { return false }
        dropped += 1
        return true
      }
      process.waitingBlocks -= dropped
    }
    let name = work.process?.bundleIdentifier ?? "The system"
    if atOnce {
      return SimulatorError(
        .mainQueueNeverIdle,
        "\(name) ran \(CommandLoad.maximumPerInstant) blocks on its main queue at one moment, and more were queued",
        hint: "Look for a block that queues itself again; give it a delay.")
    }
    return SimulatorError(
      .tooMuchWork, "\(name) ran more than \(CommandLoad.maximumPerCommand) blocks and timers in one command",
      hint: "Advance in smaller steps, or look for a timer with a very short interval.")
  }

  /// Runs code of the app in its process. What escapes it ends the process, and is thrown on.
  func enter<Result>(_ process: AppProcess, _ body: () throws -> Result) throws -> Result {
    process.executionDepth += 1
    defer { process.executionDepth -= 1 }
    do {
      return try body()
    } catch {
      if process.executionDepth == 1, process.isAlive { crash(process, error) }
      throw error
    }
  }

  private func crash(_ process: AppProcess, _ error: any Error) {
    let reason = "\(error)"
    process.record.crash = AppCrash(reason: reason, code: nil, time: scheduler.now, error: error)
    note(.process, "crash", app: process.bundleIdentifier, .text(reason))
    end(process, because: "crash")
  }

  /// Queues work on the main queue of a process.
  func enqueue(on process: AppProcess, after delay: VirtualTime = .zero, _ body: @escaping (Device) throws -> Void) {
    guard process.isAlive else { return }
    process.waitingBlocks += 1
    scheduler.schedule(.app, process: process, after: delay, body)
  }

  /// Calls a method of the app, if its code has it. The trace has the call in both cases.
  @discardableResult
  func call(_ callback: AppCallback, _ process: AppProcess, fact: FactID? = nil) throws -> CallbackReply {
    guard process.isAlive else { return .none }
    let receiver: (any CallbackReceiver)? =
      callback.receiver == .appDelegate ? process.appDelegate : process.sceneDelegate
    let isImplemented = receiver?.implements(callback) ?? false
    note(
      .callback, callback.slot, app: process.bundleIdentifier,
      [TraceDetail.Field("implemented", .boolean(isImplemented))], fact: fact)
    guard isImplemented, let receiver else { return .none }
    return try enter(process) {
      try receiver.receive(CallbackInvocation(callback: callback, application: process.application))
    }
  }
}
