package import AppPackages
package import Events
package import HomeScreenSimulator
package import LuaEngine
import Platform
import PropertyLists

/// The devices of a session: the current one, those with events for the next trace hash, and their commands.
package final class SessionDevices: WeaklyReferenceable {
  /// The maximum number of a scenario's devices that are kept for its trace hash. Older devices are hashed at once.
  private static let kept = 64
  /// The approximate size of an event with its details.
  private static let bytesOfEvent = 256

  package let weakReference = WeakReference<SessionDevices>()
  private unowned let lua: LuaState
  /// The device that was made or used last, or in a REPL, the value of `device`. Its clock is the script's clock, and
  /// UIKit's names refer to its foreground app.
  package var current: Device? {
    get { played?() ?? atHand }
    set { atHand = newValue }
  }
  /// The device of a REPL; nil in scripts that make their own.
  var played: (() -> Device?)?
  /// Makes the device and the app for a script that uses them without making them. Returns whether it did.
  var makeOnUse: (() throws -> Bool)?
  /// Called when a script makes a device.
  package var onDevice: (() -> Void)?
  /// Whether the first use of the device and the app makes them.
  package var isMadeOnUse: Bool { makeOnUse != nil }
  /// The results of a line's requests; nil if they are not shown.
  var answers: LineAnswers?
  /// Whether commands that need the Home Screen press Home first, as a user would.
  package var pressesHome = false { didSet { current?.pressesHome = pressesHome } }
  /// The number of commands of the current line before the first one that made the session press Home; nil if none did.
  package private(set) var homePress: Int?
  @Weak private var atHand: Device?
  /// The properties of a device that a script does not specify.
  package var defaults = DeviceDefaults()
  /// The commands of a REPL's lines, for `device:rewind`; nil in scripts.
  package private(set) var log: CommandLog?
  /// The recorder of scenario steps; nil if they are not recorded.
  package private(set) var recorder: StepRecorder?
  /// Called with the events that a command added to the trace of its device.
  var onEvents: ((_ numbers: Range<Int>, _ device: Device) -> Void)?
  /// The devices that were made or used since the last trace hash, oldest first, with the index of their first event.
  private var watched: [Watched] = []
  /// The limit of virtual time for each device until the next trace hash; nil if there is no limit.
  private var timeLimit: VirtualTime?
  /// The overrun of a device that exceeded the limit. All commands fail until a new limit is set.
  package private(set) var overrun: TimeOverrun?
  /// The failure for commands of devices with lower ordinals.
  private var refusal: (older: Int, failure: LuaFailure)?
  private var digest = TraceDigest()
  private var count = 0

  private struct Watched {
    let device: Device
    /// The index of the device's first event.
    let start: Int
    let startTime: VirtualTime
  }

  init(_ lua: LuaState) {
    self.lua = lua
    weakReference.hold(self)
  }

  deinit { weakReference.cut() }

  /// The clock of the current device, in seconds.
  package var time: Double { current?.time ?? 0 }

  /// Starts recording the steps of devices. Call this before the first script and device.
  /// - Parameters:
  ///   - services: draw the screens of the steps; nil for steps without screens.
  ///   - isHidden: whether a place, `file:line`, is in code that users cannot open.
  package func recordSteps(_ services: (any SessionServices)?, isHidden: @escaping (String) -> Bool) {
    recorder = StepRecorder(lua, services, isHidden: isHidden)
  }

  /// Starts logging commands, so that the session can be rewound. Call this before its first device.
  package func logCommands() { log = CommandLog() }

  /// Adds a device that a script made.
  func adopt(_ device: Device) {
    current = device
    device.pressesHome = pressesHome
    watch(device, from: 0)
    device.observer = DeviceWatch(self, ordinal: count, told: device.trace.count)
    log?.add(device, ordinal: count)
    device.tellsEvents = recorder != nil
    count += 1
    onDevice?()
  }

  /// Whether the session has no devices.
  package var areNone: Bool { count == 0 }

  /// Makes the device and the app, if a script may use them without making them.
  /// - Throws: the error that occurred while making them.
  package func prepare() throws {
    guard let make = makeOnUse else { return }
    // Making them uses the same names.
    makeOnUse = nil
    if try !make() { makeOnUse = make }
  }

  /// Starts a line.
  /// - Parameter limit: the maximum number of its commands; nil for all.
  package func beginLine(_ number: Int, commands limit: Int? = nil) {
    log?.beginLine(number, commands: limit)
    homePress = nil
  }

  fileprivate func pressedHome() { homePress = homePress ?? log?.position ?? 0 }

  /// Returns the ordinal of a device in the session, from 0; nil for a device that no script made.
  func ordinal(of device: Device) -> Int? { (device.observer as? DeviceWatch)?.ordinal }

  /// Makes the device of a command the current one, and adds its events to the trace hash.
  fileprivate func use(_ device: Device) {
    if atHand === device, watched.last?.device === device { return }
    current = device
    if !watched.contains(where: { $0.device === device }) { watch(device, from: device.trace.count) }
  }

  private func watch(_ device: Device, from start: Int) {
    watched.append(Watched(device: device, start: start, startTime: VirtualTime(milliseconds: device.milliseconds)))
    if watched.count > Self.kept { fold(watched.removeFirst()) }
  }

  private func fold(_ watched: Watched) {
    let events = watched.device.trace.events[watched.start...]
    digest.combine(Trace.hash(of: events))
    // Events use most of a device's memory.
    lua.weigh(events.count * Self.bytesOfEvent)
  }

  /// Returns the latest events of the most recently used device, in order, excluding those before the last trace hash.
  package func lastEvents(_ count: Int) -> [String] {
    guard let watched = watched.last else { return [] }
    return watched.device.trace.events[watched.start...].suffix(count).map(\.description)
  }

  /// The events for the next trace hash, by device; without devices beyond the maximum of a scenario.
  package var events: [ArraySlice<TraceEvent>] { watched.map { $0.device.trace.events[$0.start...] } }

  /// Returns the events since the last call, by device; without devices beyond the maximum. `number` is the ordinal of
  /// the device, if there are several.
  func takeNewEvents() -> [(number: Int?, device: Device, events: ArraySlice<TraceEvent>)] {
    watched.compactMap { watched in
      guard let watch = watched.device.observer as? DeviceWatch else { return nil }
      let events = watched.device.trace.events[max(watched.start, watch.shown)...]
      watch.shown = watched.device.trace.count
      return events.isEmpty ? nil : (count > 1 ? watch.ordinal : nil, watched.device, events)
    }
  }

  /// Returns the hash of the events since the last call on all devices that the script made or used.
  package func takeTraceHash() -> TraceDigest {
    watched.forEach(fold)
    defer {
      digest = TraceDigest()
      watched.removeAll(keepingCapacity: true)
    }
    return digest
  }

  /// Releases the devices that were made or used, and discards the data for the next trace hash.
  package func forget() {
    lua.weigh(watched.reduce(0) { $0 + $1.device.trace.count } * Self.bytesOfEvent)
    watched.removeAll(keepingCapacity: true)
    digest = TraceDigest()
    current = nil
  }

  // MARK: Older devices

  /// Whether no device was made or used since the last trace hash.
  var areUntouched: Bool { watched.isEmpty }

  /// Makes commands of existing devices fail; nil allows them again.
  func refuseOlderOnes(with failure: LuaFailure?) { refusal = failure.map { (count, $0) } }

  fileprivate func refusal(of ordinal: Int) -> LuaFailure? {
    refusal.flatMap { ordinal < $0.older ? $0.failure : nil }
  }

  // MARK: Virtual time

  /// Limits the virtual time of each device, counted from the last trace hash or the device's first use after it; nil
  /// for no limit.
  package func limitTime(to limit: VirtualTime?) {
    timeLimit = limit
    overrun = nil
    for watched in watched {
      if let watch = watched.device.observer as? DeviceWatch { checkTime(of: watched.device, watch.command) }
    }
  }

  /// Checks the time limit after a command.
  fileprivate func checkTime(of device: Device, _ command: StaticString) {
    guard let timeLimit, overrun == nil, let watched = watched.last(where: { $0.device === device }) else { return }
    let passed = VirtualTime(milliseconds: device.milliseconds - watched.startTime.milliseconds)
    guard passed > timeLimit else { return }
    overrun = TimeOverrun(passed: passed, limit: timeLimit, command: "\(command)", place: lua.stack.place())
  }
}

/// Observes the commands of a device, for the clock, the trace hash, the event hooks of plugins, and the REPL's log.
private final class DeviceWatch: DeviceObserver {
  @Weak private var devices: SessionDevices?
  let ordinal: Int
  /// The running command, otherwise the last one.
  private(set) var command: StaticString = "Device"
  /// The number of trace events that were passed to the hooks.
  private var told: Int
  /// The number of trace events that a console has shown or skipped.
  var shown = 0

  init(_ devices: SessionDevices, ordinal: Int, told: Int) {
    (self.devices, self.ordinal, self.told) = (devices, ordinal, told)
  }

  func device(_ device: Device, willPerform command: StaticString) throws {
    guard let devices else { return }
    if let overrun = devices.overrun { throw overrun.failure }
    if let refusal = devices.refusal(of: ordinal) { throw refusal }
    devices.use(device)
    self.command = command
    try devices.log?.begin("\(command)", on: device, ordinal: ordinal)
    devices.recorder?.begin("\(command)", on: device)
  }

  func device(_ device: Device, didNote event: TraceEvent) { devices?.recorder?.add(event, on: device) }

  func deviceDidPerform(_ device: Device) {
    guard let devices else { return }
    devices.recorder?.end(on: device)
    devices.log?.end(on: device)
    devices.checkTime(of: device, command)
    guard let onEvents = devices.onEvents else { return }
    let new = told..<max(told, device.trace.count)
    told = new.upperBound
    onEvents(new, device)
  }

  func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String) {
    guard devices?.answers != nil, let app = device.apps.first(where: { $0.bundleIdentifier == app }),
      let explanation = try? app.explainIcon(name)
    else { return }
    devices?.answers?.add(explanation)
  }

  func devicePressesHome(_ device: Device) { devices?.pressedHome() }
}

/// The defaults for devices of scripts, as set by the user who runs them.
package struct DeviceDefaults: Sendable {
  /// The model; nil for the one in the project's settings, otherwise the newest iPhone.
  package var model: DeviceModel?
  /// The version; nil for the first one of the project that suits a given model, otherwise the newest.
  package var os: OSVersion?
  /// The language; nil for English.
  package var locale: String?

  /// Creates defaults; nil leaves a property to the project.
  package init(model: DeviceModel? = nil, os: OSVersion? = nil, locale: String? = nil) {
    (self.model, self.os, self.locale) = (model, os, locale)
  }

  /// Completes the model and version of a device: from the script, these defaults, the project, or the newest iPhone.
  func completed(model: DeviceModel?, os: OSVersion?, _ settings: ProjectSettings?) -> (DeviceModel, OSVersion) {
    let model = model ?? self.model.flatMap { wanted in os.map(wanted.runs) ?? true ? wanted : nil }
    let versions = (self.os.map { [$0] } ?? []) + (settings?.os ?? [])
    let wanted = os ?? versions.first { model?.runs($0) ?? true }
    let chosen = model ?? settings?.models.first { wanted.map($0.runs) ?? $0.runs(.newest) } ?? .iPhone
    return (chosen, wanted ?? .newest)
  }
}

/// The apps that a session's scripts install, each prepared once.
package final class SessionPackages {
  private let files: ScriptFiles
  /// The path of the app for `device:install()` without a path.
  package var defaultApp: String?
  /// The options that select an app of the project at ``defaultApp``.
  package var defaultAppOptions = PackageOptions()
  /// The prepared packages, by path in the script and options.
  private var prepared: [ExactText: PreparedPackage] = [:]
  /// The behaviour of the packages' sources that was read so far.
  private var codes: [(package: PreparedPackage, code: SubjectCode)] = []

  init(_ files: ScriptFiles) { self.files = files }

  /// Loads an app from a path relative to the script.
  /// - Throws: the errors of ``ScriptFiles/package(_:options:)``.
  func package(at path: String, options: PackageOptions) throws -> PreparedPackage {
    // A path that is too long for a file must not become a key.
    guard path.utf8.count <= FileTreePath.maximumLength else {
      return PreparedPackage(try files.package(path, options: options))
    }
    let key = ExactText(PackageSelectionArguments.key(path, options))
    if let package = prepared[key] { return package }
    let package = PreparedPackage(try files.package(path, options: options))
    prepared[key] = package
    return package
  }

  /// Returns the behaviour of a package's sources, if they were read.
  func code(of package: PreparedPackage) -> SubjectCode? { codes.first { $0.package === package }?.code }

  /// Caches the behaviour of sources for the next installation, because reading is slow and sources do not change.
  func keep(_ code: SubjectCode, of package: PreparedPackage) {
    if codes.count >= Self.maximumCodes { codes.removeFirst() }
    codes.append((package, code))
  }

  /// The maximum number of cached packages. Packages are compared by identity, so a script that makes new ones fills
  /// the cache with entries that are never used again.
  private static let maximumCodes = 8

  /// Loads the app from the command line, relative to the working directory; returns nil if none is given.
  /// - Parameter options: replace those of the command line.
  /// - Throws: ``AppPackageError``.
  func defaultPackage(_ options: PackageOptions) throws -> PreparedPackage? {
    guard let defaultApp else { return nil }
    var chosen = defaultAppOptions
    chosen.target = options.target ?? chosen.target
    chosen.configuration = options.configuration ?? chosen.configuration
    for (name, value) in options.settings { chosen.settings[name] = value }
    if options.xcodeVersion != .latest { chosen.xcodeVersion = options.xcodeVersion }
    // A path in a script is relative to another folder.
    let key = ExactText("\u{0}" + PackageSelectionArguments.key(defaultApp, chosen))
    if let package = prepared[key] { return package }
    let package = PreparedPackage(try AppPackage(contentsOf: defaultApp, options: chosen))
    prepared[key] = package
    return package
  }
}

/// The virtual time of a scenario that exceeded the limit.
package struct TimeOverrun: Sendable {
  /// The time that had passed at the end of the command.
  package let passed: VirtualTime
  package let limit: VirtualTime
  /// The command that exceeded the limit: `advance`, `icon:tap`.
  package let command: String
  /// The `file:line` of the command in the script.
  package let place: String?

  /// The failure of the next command.
  var failure: LuaFailure {
    LuaFailure(
      "the scenario used \(Self.text(passed)) s of virtual time, but its limit is \(Self.text(limit)) s: the limit was "
        + "crossed in \(command.contains(":") ? command : "device:\(command)")",
      code: "timeout", hint: "Allow more: timeout(SECONDS) in the scenario or its block, or --timeout SECONDS.",
      place: place)
  }

  /// The error of a scenario without a further command.
  package var error: LuaError {
    let failure = failure
    var error = LuaError(
      kind: .runtime, message: failure.message, place: place.flatMap { LuaError.Place(parsing: $0 + ":") })
    error.failure = failure
    return error
  }

  /// Formats a time, as 60 and not 60.0.
  private static func text(_ time: VirtualTime) -> String {
    Int(exactly: time.seconds).map(String.init) ?? "\(time.seconds)"
  }
}
