public import AppPackages
import PropertyLists

/// An iPhone or iPad with its Home Screen, its apps, its own clock, and a trace of everything that happened.
///
/// Commands, such as ``launch(_:)`` or an alert's tap, are the tester's finger. A command returns when the system has
/// finished what the command began; the time it took has passed on the device's clock, and the app's timers that were
/// due ran on the way. Everything is deterministic: equal commands give equal traces.
///
/// A device belongs to the thread that uses it. The app's code, which runs inside of commands, cannot use commands
/// itself; it would get ``SimulatorError`` `command-inside-app`.
public final class Device: WeaklyReferenceable {
  /// Which iPhone or iPad it is.
  public let model: DeviceModel
  /// The version of iOS or iPadOS that it runs; a device is never updated.
  public let os: OSVersion
  /// The circumstances, changeable at any time.
  public var conditions: DeviceConditions
  /// The language that the device is set to; ``setLocale(_:)`` changes it.
  public internal(set) var locale: String
  /// Everything that happened since the device exists.
  public internal(set) var trace = Trace()

  /// What a host keeps with the device; the simulator never looks at it.
  public var attachment: AnyObject?

  /// Hears of each command; nil costs nothing.
  public var observer: (any DeviceObserver)?

  /// Whether the ``observer`` hears of each event too.
  public var tellsEvents = false

  /// Whether a tap or press on the Home Screen presses Home first while an app is in front, as a person would.
  public var pressesHome = false

  /// How much it runs before it says that an app does too much.
  public var workLimits: WorkLimits {
    get { command.limits }
    set { command.limits = newValue }
  }

  package let weakReference = WeakReference<Device>()
  let scheduler = Scheduler()
  var registry = AppRegistry()
  var iconCaches = IconCaches()
  var folders = IconFolders()
  var look = Look()
  var screen = Screen()
  var command = CommandRun()
  var numbers = Numbers()

  /// What was ever made on the device, each counted from 1.
  struct Numbers {
    private var processes = 0
    private var deliveries = 0
    private var scenes = 0

    mutating func nextProcess() -> Int {
      processes += 1
      return processes
    }

    mutating func nextDelivery() -> Int {
      deliveries += 1
      return deliveries
    }

    /// Of scenes that were connected.
    mutating func nextScene() -> Int {
      scenes += 1
      return scenes
    }
  }

  /// The most apps that a device takes.
  public static let maximumApps = 10_000

  /// A fresh device on its Home Screen, without apps, at time 0.
  ///
  /// - Parameters:
  ///   - model: by default the generic iPhone.
  ///   - os: by default the newest version, ``OSVersion/newest``.
  ///   - locale: the device's language as a tag, such as `en` or `zh-Hans`.
  ///   - conditions: circumstances other than the usual.
  /// - Throws: ``SimulatorError`` `model-outside-versions`, `bad-locale` or `bad-condition-value`.
  public init(
    model: DeviceModel = .iPhone, os: OSVersion = .newest, locale: String = "en",
    conditions: DeviceConditions = DeviceConditions()
  ) throws(SimulatorError) {
    try model.requireRunning(os)
    try conditions.validate()
    self.model = model
    self.os = os
    self.locale = try Device.checked(locale: locale)
    self.conditions = conditions
    weakReference.hold(self)
  }

  deinit {
    weakReference.cut()
    for record in registry.all(cost: 0) { record.process?.tearDown() }
  }

  /// Seconds on the device's clock since the device exists.
  public var milliseconds: Int64 { scheduler.now.milliseconds }

  /// The same in seconds.
  public var time: Double { scheduler.now.seconds }

  /// iPhone or iPad.
  public var deviceClass: DeviceClass { model.deviceClass }

  /// The Home Screen.
  public var springboard: Springboard { Springboard(device: self) }

  /// The app that fills the screen, or nil on the Home Screen.
  public var front: InstalledApp? { screen.front.map { handle(for: $0.record) } }

  /// The installed apps, in the order of installation.
  public var apps: [InstalledApp] { registry.all().map(handle(for:)) }

  /// The alert on the screen, or nil.
  public var alert: ScreenAlert? {
    screen.visibleAlert.map { ScreenAlert(device: self, content: $0) }
  }

  /// The menu of an icon that is open, or nil.
  public var openMenu: IconMenu? { screen.menu.map { IconMenu(device: self, content: $0) } }

  /// Changes the device's language; every running app ends (LAUNCH-077).
  ///
  /// - Throws: ``SimulatorError`` `bad-locale` for a text that is no language tag.
  public func setLocale(_ locale: String) throws {
    let locale = try Device.checked(locale: locale)
    try perform("locale") {
      guard locale != self.locale else { return }
      endAllProcesses(because: .languageChange)
      closeMenu(because: .languageChange)
      hideDynamicItems()
      self.locale = locale
    }
  }

  /// The events that happen while `body` runs.
  public func record(_ body: () throws -> Void) rethrows -> Trace {
    let start = trace.count
    try body()
    return Trace(trace.events[start...])
  }

  /// The text under the icon (ICON-167).
  func label(of record: AppRecord) -> String {
    record.prepared.label(on: deviceClass, locale: locale)
  }

  func handle(for record: AppRecord) -> InstalledApp {
    if let handle = record.handle { return handle }
    let handle = InstalledApp(device: self, record: record)
    record.handle = handle
    return handle
  }

  private static func checked(locale: String) throws(SimulatorError) -> String {
    guard Spelling.isLanguageTag(locale) else {
      throw SimulatorError(
        .badLocale, "“\(Spelling.beginning(of: locale))” is not a language tag",
        hint: "Write \"en\", \"de-CH\" or \"zh-Hans\".")
    }
    return locale
  }
}

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
    assert(brokenInvariant == nil, "after \(command): \(brokenInvariant ?? "")")
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

/// The command that a device is running, and how much it has run so far, against the limits that keep a script from
/// running for ever.
struct CommandRun {
  var limits = WorkLimits()
  /// Its name; nil between commands.
  private(set) var running: StaticString?
  var inCommand = 0
  var atInstant = 0
  var instant = VirtualTime.zero
  /// The command has run as much as it may: the app's further work waits for the next command.
  var isExhausted = false
  var postponed: [ScheduledWork] = []
  /// The first thing that went wrong on the way; the command throws it at its end.
  private(set) var firstError: (any Error)?
  /// Stays set: the device records no more.
  var traceIsFull = false

  mutating func begin(_ command: StaticString) {
    running = command
    inCommand = 0
    atInstant = 0
    isExhausted = false
    firstError = nil
  }

  mutating func end() { running = nil }

  /// The process has ended: nothing of it runs any more.
  mutating func forget(_ process: AppProcess) { postponed.removeAll { $0.process === process } }

  mutating func fail(_ error: any Error) {
    if firstError == nil { firstError = error }
  }

  /// Counts one piece of work at this moment.
  mutating func count(at time: VirtualTime) {
    inCommand += 1
    if time == instant {
      atInstant += 1
    } else {
      instant = time
      atInstant = 1
    }
  }
}

/// How much a device runs before it says that an app does too much.
public struct WorkLimits: Sendable, Equatable {
  /// The most blocks and timers at one moment of virtual time.
  public var perInstant = 100_000
  /// The most blocks and timers in one command.
  public var perCommand = 500_000
  /// The most blocks and timers in one settle.
  public var perSettle = 100_000

  /// Those of every device that is left as it is.
  public init() {}
}

/// The watchdog: code that never ends.
extension Device {
  /// Ends a process whose code does not end, as the watchdog does.
  ///
  /// The text is the one of a transition (LAUNCH-068): creating the scene until the process has become active for the
  /// first time, updating it afterwards; older systems name the transition, each with its own allowance (LAUNCH-069).
  /// Code that hangs outside of a transition is ended at once too (LAUNCH-086).
  func endByWatchdog(_ process: AppProcess, _ error: any Error) {
    let transition = process.transition ?? (process.wasActive ? .resume : .launch)
    let reason: String
    let allowance: String
    if os >= .scenes {
      let isCreating = transition == .launch
      allowance = isCreating ? "19.97" : "10.00"
      reason =
        "\(isCreating ? "scene-create" : "scene-update") watchdog transgression: "
        + "application<\(process.bundleIdentifier)> exhausted real (wall clock) time allowance of \(allowance) seconds"
    } else {
      let (verb, seconds) =
        switch transition {
        case .launch: ("launch", "20")
        case .resume: ("resume", "10")
        case .suspend: ("suspend", "10")
        case .quit: ("quit", "6")
        }
      allowance = seconds
      reason = "\(process.bundleIdentifier) failed to \(verb) in time"
    }
    end(
      process, crashing: reason, code: .watchdog, error: error, allowance: "\(allowance) s",
      fact: "LAUNCH-067")
  }
}

extension Device {
  /// Adds an event at this moment. Beyond the limit nothing is added, and the command ends with `trace-full`.
  ///
  /// Only commands lead to events: what happens outside of `perform` is in no hash, and no plugin hears of it.
  func note(
    _ what: TraceEventName, app: String? = nil, _ detail: TraceDetail = .none, fact: FactID? = nil
  ) {
    assert(command.running != nil, "\(what) happens outside of perform(…)")
    guard trace.count < Trace.maximumEvents else {
      command.traceIsFull = true
      return
    }
    Work.count(12)
    let event = TraceEvent(time: scheduler.now, app: app, what: what, detail: detail, fact: fact)
    trace.append(event)
    if tellsEvents { observer?.device(self, didNote: event) }
  }

  /// A line on the console of a process.
  func log(_ line: String, from process: AppProcess, fact: FactID? = nil) {
    note(.log, app: process.bundleIdentifier, .text(line), fact: fact)
  }
}

/// What an app sees of the device: `UIDevice.current` (ICON-187).
extension Device {
  /// `iOS`, or from 13 on `iPadOS` on an iPad.
  public var systemName: String { model.systemName(os) }

  /// `iPhone` or `iPad`, whatever the exact model.
  public var localizedModel: String { deviceClass == .iPad ? "iPad" : "iPhone" }

  /// `phone` or `pad`.
  public var userInterfaceIdiom: String { deviceClass == .iPad ? "pad" : "phone" }

  /// What the system of this device says; empty when it has no such text.
  func words(_ text: SystemText, _ value: String = "") -> String {
    text.pattern(os: os, locale: locale)?.filled(with: value) ?? ""
  }

  /// A line of the console, which speaks English; nil when this version says nothing.
  func consoleLine(_ text: SystemText) -> String? { text.words(os: os) }
}

/// Hears of the commands of a device: what the tester's finger did.
public protocol DeviceObserver: AnyObject {
  /// A command is about to begin. What this throws keeps it from beginning.
  func device(_ device: Device, willPerform command: StaticString) throws

  /// A command has ended, well or not, and the system has finished what it began; other commands are possible again.
  func deviceDidPerform(_ device: Device)

  /// An event was added to the trace; heard only where ``Device/tellsEvents`` is set.
  func device(_ device: Device, didNote event: TraceEvent)

  /// An app is about to be brought to the front, or to work in the background, for this.
  func device(_ device: Device, willReachAppBy situation: LaunchSituation.Kind)

  /// The system has decided about an app's request for another icon; nil is the primary one.
  func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String)

  /// Home is about to be pressed for a command that needs the Home Screen; see ``Device/pressesHome``.
  func devicePressesHome(_ device: Device)
}

/// Most observers are interested in commands only.
extension DeviceObserver {
  /// Nothing happens.
  public func device(_ device: Device, didNote event: TraceEvent) {}

  /// Nothing happens.
  public func device(_ device: Device, willReachAppBy situation: LaunchSituation.Kind) {}

  /// Nothing happens.
  public func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String) {}

  /// Nothing happens.
  public func devicePressesHome(_ device: Device) {}
}
