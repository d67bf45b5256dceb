public import AppPackages
import PropertyLists

/// An iPhone or iPad with its Home Screen, its apps, its own clock and a trace of all events.
///
/// Commands, such as ``launch(_:)`` or an alert's tap, represent the tester. A command returns after the system has
/// finished it: its duration has passed on the device's clock, and the app's timers in that time have run. Everything
/// is deterministic: equal commands give equal traces.
///
/// A device belongs to one thread. The app's code, which runs during commands, cannot call commands: it would get
/// ``SimulatorError`` `command-inside-app`.
public final class Device: WeaklyReferenceable {
  /// The model of iPhone or iPad.
  public let model: DeviceModel
  /// The version of iOS or iPadOS; a device is never updated.
  public let os: OSVersion
  /// The conditions, which may change at any time.
  public var conditions: DeviceConditions
  /// The language of the device; ``setLocale(_:)`` changes it.
  public internal(set) var locale: String
  /// The texts of the system that were shown in English on a device in another language, with the reason.
  var englishTexts: [String: EnglishCause] = [:]
  /// All events since the device was created.
  public internal(set) var trace = Trace()

  /// An object that a host attaches to the device; the simulator ignores it.
  public var attachment: AnyObject?

  /// The observer of commands; nil if there is none, which costs nothing.
  public var observer: (any DeviceObserver)?

  /// Whether the ``observer`` is also notified of each event.
  public var tellsEvents = false

  /// Whether a tap or press on the Home Screen first presses Home while an app is in front.
  public var pressesHome = false

  /// The limits after which the device reports that an app does too much work.
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

  /// Counters for the objects of the device, from 1.
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

    /// Returns the number of the next connected scene.
    mutating func nextScene() -> Int {
      scenes += 1
      return scenes
    }
  }

  /// The maximum number of apps on a device.
  public static let maximumApps = 10_000

  /// Creates a device on its Home Screen, without apps, at time 0.
  ///
  /// - Parameters:
  ///   - model: by default the generic iPhone.
  ///   - os: by default the newest version, ``OSVersion/newest``.
  ///   - locale: the device's language as a tag, such as `en` or `zh-Hans`.
  ///   - conditions: by default the usual ones.
  /// - Throws: ``SimulatorError`` `model-outside-versions`, `bad-locale` or `bad-condition-value`.
  public init(
    model: DeviceModel = .iPhone, os: OSVersion = .newest, locale: String = "en",
    conditions: DeviceConditions = DeviceConditions()
  ) throws(SimulatorError) {
    try model.requireRunning(os)
    try conditions.validate()
    (self.model, self.os) = (model, os)
    self.locale = try Device.checked(locale: locale)
    self.conditions = conditions
    weakReference.hold(self)
  }

  deinit {
    weakReference.cut()
    for record in registry.all(cost: 0) { record.process?.tearDown() }
  }

  /// The time on the device's clock in milliseconds, since its creation.
  public var milliseconds: Int64 { scheduler.now.milliseconds }

  /// The time on the device's clock in seconds.
  public var time: Double { scheduler.now.seconds }

  /// The class of the device: iPhone or iPad.
  public var deviceClass: DeviceClass { model.deviceClass }

  /// The Home Screen.
  public var springboard: Springboard { Springboard(device: self) }

  /// The app that fills the screen, or nil on the Home Screen.
  public var front: InstalledApp? { screen.front.map { handle(for: $0.record) } }

  /// The installed apps, in the order of installation.
  public var apps: [InstalledApp] { registry.all().map(handle(for:)) }

  /// The alert on the screen, or nil.
  public var alert: ScreenAlert? { screen.visibleAlert.map { ScreenAlert(device: self, content: $0) } }

  /// The open menu of an icon, or nil.
  public var openMenu: IconMenu? { screen.menu.map { IconMenu(device: self, content: $0) } }

  /// Changes the device's language; every running app ends (LAUNCH-077).
  ///
  /// - Throws: ``SimulatorError`` `bad-locale` if the string is not a language tag.
  public func setLocale(_ locale: String) throws {
    let locale = try Device.checked(locale: locale)
    try perform("locale") {
      guard locale != self.locale else { return }
      endAllProcesses(because: .languageChange)
      closeMenu(because: .languageChange)
      hideDynamicItems(set: self.locale, now: locale)
      self.locale = locale
      englishTexts = [:]
    }
  }

  /// Runs `body` and returns the events that `body` causes.
  public func record(_ body: () throws -> Void) rethrows -> Trace {
    let start = trace.count
    try body()
    return Trace(trace.events[start...])
  }

  /// Returns the text below the icon (ICON-167).
  func label(of record: AppRecord) -> String { record.prepared.label(on: deviceClass, locale: locale) }

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

  /// Returns the language that a tester names for a device. It must exist, unlike the languages of a project's folders.
  ///
  /// - Throws: ``SimulatorError`` `bad-locale` if the string is not a language tag, or if its language or region does not
  ///   exist.
  package static func language(named text: String) throws(SimulatorError) -> String {
    let parts = try checked(locale: text).split { $0 == "-" || $0 == "_" }.map(String.init)
    let isKnown = parts[0].utf8.count == 3 || LanguageNames.codes.contains(parts[0].lowercased())
    let region = parts.dropFirst().first { $0.utf8.count == 2 }
    guard isKnown else {
      let near = LanguageNames.code(for: parts[0])
      throw SimulatorError(
        .badLocale, "“\(Spelling.beginning(of: text))” is not a known language",
        hint: (near.map { "Did you mean \"\($0)\"? " } ?? "")
          + "Write the code of the language: \"en\", \"de-CH\" or \"zh-Hans\".")
    }
    guard let region, !LanguageNames.regions.contains(region.uppercased()) else { return text }
    throw SimulatorError(
      .badLocale, "“\(region)” of “\(Spelling.beginning(of: text))” is not a known region",
      hint: region.uppercased() == "UK"
        ? "Did you mean \"\(parts[0])-GB\"?"
        : "A region has two letters of ISO 3166, such as \"de-CH\"; it may be left out.")
  }
}

/// Running commands, and the app's code in them.
extension Device {
  /// The cost of a command without effect, and of queued work, in steps (``Work``).
  private static let costOfCommand = 30, costOfQueuedWork = 15

  /// Runs a command of the tester, then the remaining work of the system.
  ///
  /// A crash of an app does not stop the command: the system continues, and the first error is thrown at the end.
  /// - Throws: ``SimulatorError`` `command-inside-app` if the app's code is the caller; the error of `body`; an error
  ///   that escaped the app's code; a limit that was exceeded.
  func perform<Outcome>(_ command: StaticString, _ body: () throws -> Outcome) throws -> Outcome {
    if let running = self.command.running {
      throw SimulatorError(
        .commandInsideApp, "“\(command)” of the device was called by code that runs inside “\(running)”",
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
        .traceFull, "This device has recorded \(Trace.maximumEvents) events, which is the limit",
        hint: "Use a fresh device for each scenario.")
    }
    return result
  }

  /// Runs the current work, then advances the clock until all transitions are complete.
  private func finishSystemWork() {
    runWork(dueAt: scheduler.now)
    while scheduler.pendingTransitions > 0, let next = scheduler.earliestTime { runWork(dueAt: next) }
    let postponed = command.postponed
    command.postponed = []
    for work in postponed { scheduler.reinsert(work) }
  }

  /// Lets this much time pass within a command and runs the work in that time.
  func advance(by span: VirtualTime) { runWork(dueAt: scheduler.now + span) }

  /// Runs all work up to `time`, each at its own time, then sets the clock to `time`.
  private func runWork(dueAt time: VirtualTime) {
    while let work = scheduler.popWork(dueAt: time) {
      scheduler.move(to: work.time)
      run(work)
    }
    scheduler.move(to: time)
  }

  /// Runs work, unless it must wait for its suspended process or for another command with new limits.
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

  /// Drops the current work of the process that exceeds a limit, so that the device stays usable, and returns the error.
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

  /// Runs code of the app in its process. An error that escapes it ends the process and is rethrown.
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

  /// Ends the process with the error that escaped its code.
  private func crash(_ process: AppProcess, _ error: any Error) {
    if error is any AppHangs, !conditions.debugger { return endByWatchdog(process, error) }
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

  /// Records an error of the app's code for the end of the command. Termination by the watchdog is not an error
  /// (LAUNCH-067), unless a debugger disables the watchdog (LAUNCH-070).
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

  /// Runs code of the app that the system calls. If an error escapes it, the process ends, the command throws the error
  /// at its end, and the result is nil.
  func enterForSystem<Outcome>(_ process: AppProcess, _ body: () throws -> Outcome) -> Outcome? {
    do {
      return try enter(process, body)
    } catch {
      if process.isAlive { crash(process, error) }
      reportEscaped(error)
      return nil
    }
  }

  /// Calls a method of the app if its code has it, and traces the call in both cases.
  ///
  /// - Parameters:
  ///   - scene: the scene of the called delegate; nil for the app delegate.
  ///   - delivery: the delivery that the call carries to the app.
  ///   - arguments: sets the call's arguments; not run if the app does not have the method.
  @discardableResult
  func call(
    _ callback: AppCallback, _ process: AppProcess, scene: AppScene? = nil, delivering delivery: Delivery? = nil,
    fact: FactID? = nil, arguments: (inout CallbackInvocation) -> Void = { _ in }
  ) -> CallbackReply {
    guard process.isAlive else { return .none }
    let receiver: (any CallbackReceiver)? =
      callback.receiver == .appDelegate ? process.receiver(of: callback) : scene?.delegate
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

  /// Traces the call of a deprecated method, once for each process (LAUNCH-054). iOS does not report it at run time;
  /// the compiler does.
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

/// The running command of a device and the amount of its work, with the limits that prevent a script from running
/// forever.
struct CommandRun {
  var limits = WorkLimits()
  /// The name; nil between commands.
  private(set) var running: StaticString?
  var inCommand = 0
  var atInstant = 0
  var instant = VirtualTime.zero
  /// Whether a limit is exceeded: the app's further work waits for the next command.
  var isExhausted = false
  var postponed: [ScheduledWork] = []
  /// The first error; the command throws it at its end.
  private(set) var firstError: (any Error)?
  /// Whether the trace is full, permanently: no more events are added.
  var traceIsFull = false

  mutating func begin(_ command: StaticString) {
    running = command
    inCommand = 0
    atInstant = 0
    isExhausted = false
    firstError = nil
  }

  mutating func end() { running = nil }

  /// Removes the work of a process that has ended.
  mutating func forget(_ process: AppProcess) { postponed.removeAll { $0.process === process } }

  mutating func fail(_ error: any Error) { if firstError == nil { firstError = error } }

  /// Counts work at this time.
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

/// The limits after which a device reports that an app does too much work.
public struct WorkLimits: Sendable, Equatable {
  /// The maximum number of blocks and timers at one time on the virtual clock.
  public var perInstant = 100_000
  /// The maximum number of blocks and timers in a command.
  public var perCommand = 500_000
  /// The maximum number of blocks and timers in a call of `settle`.
  public var perSettle = 100_000

  /// Creates the default limits.
  public init() {}
}

/// The watchdog: code that never ends.
extension Device {
  /// Terminates a process whose code never returns, as the watchdog does.
  ///
  /// The crash report names a transition (LAUNCH-068): scene creation until the process first becomes active, scene
  /// update afterwards. Before iOS 11 there are more transitions, each with its own allowance (LAUNCH-069).
  /// Code that hangs outside of a transition also ends at once (LAUNCH-086).
  func endByWatchdog(_ process: AppProcess, _ error: any Error) {
    let transition = process.transition ?? (process.wasActive ? .resume : .launch)
    let reason: String
    let allowance: String
    if os >= .v11 {
      let isCreating = transition == .launch
      let name = os >= .scenes ? "application<\(process.bundleIdentifier)>" : process.bundleIdentifier
      allowance = isCreating ? "19.97" : "10.00"
      reason =
        "\(isCreating ? "scene-create" : "scene-update") watchdog transgression: \(name) "
        + "exhausted real (wall clock) time allowance of \(allowance) seconds"
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
  /// Adds an event at this time. Beyond the limit no event is added, and the command ends with `trace-full`.
  ///
  /// Only commands cause events: events outside of `perform` would be in no hash, and plugins would not get them.
  func note(_ what: TraceEventName, app: String? = nil, _ detail: TraceDetail = .none, fact: FactID? = nil) {
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

  /// Prints a line on the console of a process.
  func log(_ line: String, from process: AppProcess, fact: FactID? = nil) {
    note(.log, app: process.bundleIdentifier, .text(line), fact: fact)
  }
}

/// Information about the device for apps: `UIDevice.current` (ICON-187).
extension Device {
  /// `iOS`; `iPadOS` on an iPad from version 15 on; `iPhone OS` before version 10.
  public var systemName: String {
    if os < .v10 { return "iPhone OS" }
    return deviceClass == .iPad && os >= .v15 ? "iPadOS" : "iOS"
  }

  /// `iPhone` or `iPad`, without the exact model.
  public var localizedModel: String { deviceClass == .iPad ? "iPad" : "iPhone" }

  /// `phone` or `pad`.
  public var userInterfaceIdiom: String { deviceClass == .iPad ? "pad" : "phone" }

  /// Returns a line of the console, always in English, or nil if this version prints none.
  func consoleLine(_ text: SystemText) -> String? { text.words(os: os) }
}

/// An observer of the commands of a device.
public protocol DeviceObserver: AnyObject {
  /// Called before a command begins. An error prevents the command.
  func device(_ device: Device, willPerform command: StaticString) throws

  /// Called after a command has ended, with or without an error; other commands are then possible again.
  func deviceDidPerform(_ device: Device)

  /// Called after an event was added to the trace, if ``Device/tellsEvents`` is set.
  func device(_ device: Device, didNote event: TraceEvent)

  /// Called after the system has decided an app's icon request; nil for the primary icon.
  func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String)

  /// Called before Home is pressed for a command that needs the Home Screen; see ``Device/pressesHome``.
  func devicePressesHome(_ device: Device)
}

/// Default implementations for observers of commands only.
extension DeviceObserver {
  /// Does nothing.
  public func device(_ device: Device, didNote event: TraceEvent) {}

  /// Does nothing.
  public func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String) {}

  /// Does nothing.
  public func devicePressesHome(_ device: Device) {}
}
