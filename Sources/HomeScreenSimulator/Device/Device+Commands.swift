internal import AppPackages
import PropertyLists

/// Running commands, and the app's code inside of them.
extension Device {
  /// Steps (``Work``) of a command that does nothing, and of a piece of work that was queued.
  private static let costOfCommand = 30, costOfQueuedWork = 15

  /// Runs a command of the tester, then whatever the system still has to do.
  ///
  /// An app that crashes on the way does not stop the command: the system goes on, and the first error is thrown at the
  /// end.
  /// - Throws: ``SimulatorError`` `command-inside-app` when the app's code is the caller; the error of `body`; what
  ///   escaped the app's code on the way; a limit that was reached.
  func perform<Outcome>(_ command: StaticString, _ body: () throws -> Outcome) throws -> Outcome {
    if let running = self.command.running {
      throw SimulatorError(
        .commandInsideApp, "The device’s “\(command)” was used by code that runs inside “\(running)”",
        hint: "Code of the app cannot operate the device. Do this after the other command has returned.")
    }
    Work.count(Device.costOfCommand)
    try observer?.device(self, willPerform: command)
    self.command.begin(command)
    defer {
      self.command.end()
      observer?.deviceDidPerform(self)
    }
    let outcome = Result { try body() }
    finishSystemWork()
    let result = try outcome.get()
    if let error = self.command.firstError { throw error }
    if self.command.traceIsFull {
      throw SimulatorError(
        .traceFull, "This device has recorded \(Trace.maximumEvents) events and cannot record more",
        hint: "Use a fresh device for each scenario.")
    }
    return result
  }

  /// Runs what is due, and goes on in time until no transition is on the way.
  private func finishSystemWork() {
    runWork(dueAt: scheduler.now)
    while scheduler.pendingTransitions > 0, let next = scheduler.earliestTime {
      runWork(dueAt: next)
    }
    let postponed = command.postponed
    command.postponed = []
    for work in postponed { scheduler.reinsert(work) }
  }

  /// Lets this much time pass within a command; what is due on the way runs.
  func pass(_ span: VirtualTime) {
    runWork(dueAt: scheduler.now + span)
  }

  /// Runs all work that is due at `time` or before, each at its own moment, then sets the clock to `time`.
  private func runWork(dueAt time: VirtualTime) {
    while let work = scheduler.popWork(dueAt: time) {
      scheduler.move(to: work.time)
      run(work)
    }
    scheduler.move(to: time)
  }

  /// Runs one piece of work, unless it has to wait: for its process, or for another command with a fresh load.
  func run(_ work: ScheduledWork) {
    if work.kind == .app {
      if let process = work.process, process.phase == .suspended {
        process.queues.hold(work)
        return
      }
      if command.isExhausted {
        command.postponed.append(work)
        return
      }
    }
    Work.count(Device.costOfQueuedWork)
    command.count(at: scheduler.now)
    if command.atInstant > command.limits.perInstant || command.inCommand > command.limits.perCommand {
      command.fail(overload(work))
    } else if work.kind == .app, let process = work.process {
      process.queues.remove(1)
      do { try enter(process) { try work.body(self) } } catch { reportEscaped(error) }
    } else {
      do { try work.body(self) } catch { command.fail(error) }
    }
  }

  /// Drops what the greedy process has queued for now, so that the device stays usable, and says what was wrong.
  private func overload(_ work: ScheduledWork) -> SimulatorError {
    let name = work.process?.bundleIdentifier ?? "The system"
    guard command.atInstant > command.limits.perInstant else {
      command.isExhausted = true
      if work.kind == .app { command.postponed.append(work) }
      return SimulatorError(
        .tooMuchWork, "\(name) ran more than \(command.limits.perCommand) blocks and timers in one command",
        hint: "Advance in smaller steps, or look for a timer with a very short interval.")
    }
    command.atInstant = 0
    let now = scheduler.now
    if let process = work.process, work.kind == .app {
      let removed = scheduler.removeAll { $0.process === process && $0.kind == .app && $0.time <= now }
      process.queues.remove(removed + 1)
    }
    return SimulatorError(
      .mainQueueNeverIdle,
      "\(name) ran \(command.limits.perInstant) blocks on its main queue at one moment, and more were queued",
      hint: "Look for a block that queues itself again; give it a delay.")
  }

  /// Runs code of the app in its process. What escapes it ends the process, and is thrown on.
  func enter<Outcome>(_ process: AppProcess, _ body: () throws -> Outcome) throws -> Outcome {
    process.execution.depth += 1
    defer { process.execution.depth -= 1 }
    do {
      return try body()
    } catch {
      if process.execution.depth == 1, process.isAlive { crash(process, error) }
      throw error
    }
  }

  /// Ends the process with what escaped its code.
  private func crash(_ process: AppProcess, _ error: any Error) {
    if error is any AppHangs, !conditions.debugger {
      return endByWatchdog(process, error)
    }
    end(process, crashing: "\(error)", code: nil, error: error, fact: nil)
  }

  /// Ends the process with a crash record.
  func end(
    _ process: AppProcess, crashing reason: String, code: AppCrash.Code?, error: (any Error)?, allowance: String? = nil,
    fact: FactID?
  ) {
    process.record.crash = AppCrash(reason: reason, code: code, time: scheduler.now, error: error)
    var fields = [TraceDetail.Field(.reason, .string(reason))]
    if let code { fields.append(TraceDetail.Field(.code, code)) }
    if let allowance { fields.append(TraceDetail.Field(.allowance, .string(allowance))) }
    note(
      .process(.crash), app: process.bundleIdentifier, fields.count == 1 ? .text(reason) : .fields(fields), fact: fact)
    end(process, because: .crash)
  }

  /// What the command throws at its end for an error of the app's code: a watchdog's end is no error (LAUNCH-067),
  /// unless a debugger holds the watchdog (LAUNCH-070).
  func reportEscaped(_ error: any Error) {
    if error is any AppHangs, !conditions.debugger { return }
    command.fail(error)
  }

  /// Queues work on the main queue of a process.
  func enqueue(on process: AppProcess, after delay: VirtualTime = .zero, _ body: @escaping (Device) throws -> Void) {
    guard process.isAlive else { return }
    process.queues.add()
    scheduler.schedule(.app, process: process, after: delay, body)
  }

  /// Runs code of the app that the system calls: what escapes it ends the process, whatever it was called from, and the
  /// command throws it at its end. Nil when that happened.
  func enterForSystem<Outcome>(_ process: AppProcess, _ body: () throws -> Outcome) -> Outcome? {
    do {
      return try enter(process, body)
    } catch {
      if process.isAlive { crash(process, error) }
      reportEscaped(error)
      return nil
    }
  }

  /// Calls a method of the app, if its code has it. The trace has the call in both cases.
  ///
  /// - Parameters:
  ///   - scene: whose delegate is called; nil for the app delegate.
  ///   - delivery: what the call carries to the app.
  ///   - arguments: sets the call's arguments; not run when the app has no such method.
  @discardableResult
  func call(
    _ callback: AppCallback, _ process: AppProcess, scene: AppScene? = nil, delivering delivery: Delivery? = nil,
    fact: FactID? = nil, arguments: (inout CallbackInvocation) -> Void = { _ in }
  ) -> CallbackReply {
    guard process.isAlive else { return .none }
    let receiver: (any CallbackReceiver)? =
      callback.receiver == .appDelegate ? process.appDelegate : scene?.delegate
    let isImplemented = receiver?.implements(callback) ?? false
    note(
      .callback(callback), app: process.bundleIdentifier,
      [TraceDetail.Field(.implemented, .boolean(isImplemented))], fact: fact)
    if let delivery {
      note(
        .delivery(.delivered), app: process.bundleIdentifier,
        .fields(
          delivery.fields + [
            TraceDetail.Field(.callback, callback),
            TraceDetail.Field(.implemented, .boolean(isImplemented)),
          ]), fact: fact)
    }
    guard isImplemented, let receiver else { return .none }
    noteDeprecation(of: callback, process)
    var invocation = CallbackInvocation(callback, process.application)
    invocation.scene = scene
    arguments(&invocation)
    let outer = process.execution.callback
    process.execution.callback = callback
    defer { process.execution.callback = outer }
    return enterForSystem(process) { try receiver.receive(invocation) } ?? .none
  }

  /// The app still implements a deprecated method, and it is called: once for each process (LAUNCH-054). iOS says nothing
  /// of it at run time; the compiler does.
  private func noteDeprecation(of callback: AppCallback, _ process: AppProcess) {
    guard let version = callback.deprecated, os >= version, process.notedDeprecations.insert(callback).inserted else {
      return
    }
    note(
      .quirk(.deprecated), app: process.bundleIdentifier,
      [TraceDetail.Field(.callback, callback), TraceDetail.Field(.since, .string("\(version)"))],
      fact: "LAUNCH-054")
  }
}
