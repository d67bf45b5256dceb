package import AppPackages
package import Events
package import HomeScreenSimulator
package import LuaEngine
import Platform
import PropertyLists

/// The devices of a session: the one at hand, those whose events belong to the next trace hash, and what has to be done
/// when one of them performs a command.
package final class SessionDevices: WeaklyReferenceable {
  /// How many devices of one scenario are kept for its trace hash; the hashes of older ones are folded in at once.
  private static let kept = 64
  /// What an event takes, with what it tells of.
  private static let bytesOfEvent = 256

  package let weakReference = WeakReference<SessionDevices>()
  private unowned let lua: LuaState
  /// The device that was made or used last, or where a person plays, the one that is called `device`: its clock is the
  /// script's clock, and its app in front the one that UIKit's names mean.
  package var current: Device? {
    get { played?() ?? atHand }
    set { atHand = newValue }
  }
  /// The device that a person plays with; nil in scripts that make their own.
  var played: (() -> Device?)?
  /// Makes the device and the app that a script uses without making them, and says whether it did.
  var makeOnUse: (() throws -> Bool)?
  /// Hears that a script made a device.
  package var onDevice: (() -> Void)?
  /// Whether the first use of the device and the app makes them.
  package var isMadeOnUse: Bool { makeOnUse != nil }
  /// What became of what a line asked for; nil where no person reads it.
  var answers: LineAnswers?
  /// What needs the Home Screen presses Home first, as a person would.
  package var pressesHome = false {
    didSet { current?.pressesHome = pressesHome }
  }
  /// How many commands of the line ran before Home was pressed for one; nil where it was not.
  package private(set) var homePress: Int?
  @Weak private var atHand: Device?
  /// What a device is that a script makes without saying it.
  package var defaults = DeviceDefaults()
  /// The commands of a REPL's lines, which is what `device:rewind` needs; nil in scripts.
  package private(set) var log: CommandLog?
  /// What of the model was exercised; nil where nobody asks.
  package var coverage: SessionCoverage?
  /// What scenarios do step by step; nil where nobody asks.
  package private(set) var recorder: StepRecorder?
  /// Hears of the events that a command has added to the trace of its device.
  var onEvents: ((_ numbers: Range<Int>, _ device: Device) -> Void)?
  /// The devices that were made or used since the last trace hash, oldest first, and where their events begin.
  private var watched: [Watched] = []
  /// How much virtual time each device may let pass before the next trace hash; nil: any.
  private var timeLimit: VirtualTime?
  /// That a device let more time pass than it may: nothing is done any more until there is another limit.
  package private(set) var overrun: TimeOverrun?
  /// What the commands of devices with lower numbers come to.
  private var refusal: (older: Int, failure: LuaFailure)?
  private var digest = TraceDigest()
  private var count = 0

  private struct Watched {
    let device: Device
    /// Where its events begin.
    let start: Int
    let startTime: VirtualTime
  }

  init(_ lua: LuaState) {
    self.lua = lua
    weakReference.hold(self)
  }

  deinit { weakReference.cut() }

  /// The clock of the device at hand, in seconds.
  package var time: Double { current?.time ?? 0 }

  /// From now on what devices do is kept step by step; before the first script and device.
  /// - Parameters:
  ///   - services: draw the screens of the steps; nil for steps without screens.
  ///   - isHidden: whether a place, `file:line`, is in code that nobody can go to.
  package func recordSteps(_ services: (any SessionServices)?, isHidden: @escaping (String) -> Bool) {
    recorder = StepRecorder(lua, services, isHidden: isHidden)
  }

  /// From now on the session can be rewound; before its first device.
  package func logCommands() { log = CommandLog() }

  /// A script made a device.
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

  /// Whether no device was made.
  package var areNone: Bool { count == 0 }

  /// Makes the device and the app, where a script may use what it has not made, and has not yet.
  /// - Throws: why they cannot be made.
  package func prepare() throws {
    guard let make = makeOnUse else { return }
    // Making it uses the same names.
    makeOnUse = nil
    if try !make() { makeOnUse = make }
  }

  /// A line begins: what it leads to is its own.
  /// - Parameter limit: how many of its commands run; nil: all of them.
  package func beginLine(_ number: Int, commands limit: Int? = nil) {
    log?.beginLine(number, commands: limit)
    homePress = nil
  }

  fileprivate func pressedHome() { homePress = homePress ?? log?.position ?? 0 }

  /// Which device of its session it is, counted from 0; nil for one that no script made.
  func ordinal(of device: Device) -> Int? { (device.observer as? DeviceWatch)?.ordinal }

  /// A command of a device begins: its clock is the script's clock now, and what it does belongs to the trace hash.
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
    coverage?.add(events)
    // Its events have been the most of what the device keeps.
    lua.weigh(events.count * Self.bytesOfEvent)
  }

  /// The last events of the device that was used last, the newest at the end; only those that belong to the next trace
  /// hash.
  package func lastEvents(_ count: Int) -> [String] {
    guard let watched = watched.last else { return [] }
    return watched.device.trace.events[watched.start...].suffix(count).map(\.description)
  }

  /// The events that belong to the next trace hash, of each device; not of devices of which a scenario had too many.
  package var events: [ArraySlice<TraceEvent>] { watched.map { $0.device.trace.events[$0.start...] } }

  /// The events since the last call, of each device; of devices of which a session had too many only the last ones'.
  /// `number` says which one it is, counted from 0, where there are several.
  func takeNewEvents() -> [(number: Int?, device: Device, events: ArraySlice<TraceEvent>)] {
    watched.compactMap { watched in
      guard let watch = watched.device.observer as? DeviceWatch else { return nil }
      let events = watched.device.trace.events[max(watched.start, watch.shown)...]
      watch.shown = watched.device.trace.count
      return events.isEmpty ? nil : (count > 1 ? watch.ordinal : nil, watched.device, events)
    }
  }

  /// The hash of what happened since the last call on all devices that the script made or used.
  package func takeTraceHash() -> TraceDigest {
    watched.forEach(fold)
    defer {
      digest = TraceDigest()
      watched.removeAll(keepingCapacity: true)
    }
    return digest
  }

  /// Lets go of the devices that were made or used, and of what belongs to the next trace hash: nobody will ask for it.
  package func forget() {
    lua.weigh(watched.reduce(0) { $0 + $1.device.trace.count } * Self.bytesOfEvent)
    watched.removeAll(keepingCapacity: true)
    digest = TraceDigest()
    current = nil
  }

  // MARK: Devices of others

  /// Whether no device was made or used since the last trace hash.
  var areUntouched: Bool { watched.isEmpty }

  /// From now on the devices that are there cannot be used; nil: all can again.
  func refuseOlderOnes(with failure: LuaFailure?) { refusal = failure.map { (count, $0) } }

  fileprivate func refusal(of ordinal: Int) -> LuaFailure? {
    refusal.flatMap { ordinal < $0.older ? $0.failure : nil }
  }

  // MARK: Virtual time

  /// From now on each device may let this much time pass, counted from the last trace hash or from its first use since;
  /// nil: any.
  package func limitTime(to limit: VirtualTime?) {
    timeLimit = limit
    overrun = nil
    for watched in watched {
      if let watch = watched.device.observer as? DeviceWatch { checkTime(of: watched.device, watch.command) }
    }
  }

  /// A command has ended.
  fileprivate func checkTime(of device: Device, _ command: StaticString) {
    guard let timeLimit, overrun == nil, let watched = watched.last(where: { $0.device === device }) else { return }
    let passed = VirtualTime(milliseconds: device.milliseconds - watched.startTime.milliseconds)
    guard passed > timeLimit else { return }
    overrun = TimeOverrun(passed: passed, limit: timeLimit, command: "\(command)", place: lua.stack.place())
  }
}

/// Follows the commands of one device: for the clock and the trace hash, for the event hooks of plugins, and for the
/// log of a REPL.
private final class DeviceWatch: DeviceObserver {
  @Weak private var devices: SessionDevices?
  let ordinal: Int
  /// The one that runs, or else the last one.
  private(set) var command: StaticString = "Device"
  /// How many events of the trace the hooks have been told.
  private var told: Int
  /// How many events of the trace a console has shown, or was not to show.
  var shown = 0
  /// In which states its apps and scenes were, for ``SessionCoverage``.
  private var states: [String: String] = [:]

  init(_ devices: SessionDevices, ordinal: Int, told: Int) {
    self.devices = devices
    self.ordinal = ordinal
    self.told = told
  }

  func device(_ device: Device, willPerform command: StaticString) throws {
    guard let devices else { return }
    if let overrun = devices.overrun { throw overrun.failure }
    if let refusal = devices.refusal(of: ordinal) { throw refusal }
    devices.use(device)
    self.command = command
    try devices.log?.begin("\(command)", on: device, ordinal: ordinal)
    devices.recorder?.begin(command, on: device)
  }

  func device(_ device: Device, didNote event: TraceEvent) { devices?.recorder?.add(event, on: device) }

  func deviceDidPerform(_ device: Device) {
    guard let devices else { return }
    devices.recorder?.end(on: device)
    devices.log?.end(on: device)
    devices.checkTime(of: device, command)
    devices.coverage?.add(device, &states)
    guard let onEvents = devices.onEvents else { return }
    let new = told..<max(told, device.trace.count)
    told = new.upperBound
    onEvents(new, device)
  }

  func device(_ device: Device, willReachAppBy situation: LaunchSituation.Kind) {
    devices?.coverage?.add(.situations, situation.rawValue)
  }

  func device(_ device: Device, didDecide decision: AlternateIconDecision, on name: String?, of app: String) {
    devices?.coverage?.add(decision)
    guard devices?.answers != nil, let app = device.apps.first(where: { $0.bundleIdentifier == app }),
      let explanation = try? app.explainIcon(name)
    else { return }
    devices?.answers?.add(explanation)
  }

  func devicePressesHome(_ device: Device) { devices?.pressedHome() }
}

/// What a device is that a script makes without saying it, as the person who runs the script wants it.
package struct DeviceDefaults: Sendable {
  /// Nil in each: the project says, or the newest iPhone it is, in English.
  package var model: DeviceModel?
  /// Nil: the first of the project's versions that fits a given model, or else the newest.
  package var os: OSVersion?
  /// Nil: English.
  package var locale: String?

  /// Defaults with what the person has said; nil for what is left to the project.
  package init(model: DeviceModel? = nil, os: OSVersion? = nil, locale: String? = nil) {
    self.model = model
    self.os = os
    self.locale = locale
  }

  /// The model and version of a device: what the script names, else what is said here, else what the project says; else
  /// it is an iPhone of the newest version.
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
  /// The path of the app that `device:install()` takes without a path.
  package var defaultApp: String?
  /// Which app of a project ``defaultApp`` means.
  package var defaultAppOptions = PackageOptions()
  /// By the path that the script wrote and the options.
  private var prepared: [ExactText: PreparedPackage] = [:]
  private var commandLine: PreparedPackage?
  /// What the sources of the packages do, as far as somebody has asked.
  private var codes: [(package: PreparedPackage, code: SubjectCode)] = []

  init(_ files: ScriptFiles) {
    self.files = files
  }

  /// Loads an app from a path beside the script.
  /// - Throws: as ``ScriptFiles/package(_:options:)`` does.
  func package(at path: String, options: PackageOptions) throws -> PreparedPackage {
    // A path that is too long for any file is no key either.
    guard path.utf8.count <= FileTreePath.maximumLength else {
      return PreparedPackage(try files.package(path, options: options))
    }
    let key = ExactText(PackageSelectionArguments.key(path, options))
    if let package = prepared[key] { return package }
    let package = PreparedPackage(try files.package(path, options: options))
    prepared[key] = package
    return package
  }

  /// What the sources of a package do, if they were read.
  func code(of package: PreparedPackage) -> SubjectCode? { codes.first { $0.package === package }?.code }

  /// Reading takes long, and the sources stay as they are: the next installation finds what was read.
  func keep(_ code: SubjectCode, of package: PreparedPackage) {
    if codes.count >= Self.maximumCodes { codes.removeFirst() }
    codes.append((package, code))
  }

  /// A script that makes a new package each time finds none of them again.
  private static let maximumCodes = 8

  /// Loads the app that the command line names; its path is relative to the working directory. Nil when it names none.
  /// - Throws: ``AppPackageError``.
  func defaultPackage() throws -> PreparedPackage? {
    if let commandLine { return commandLine }
    guard let defaultApp else { return nil }
    let package = PreparedPackage(try AppPackage(contentsOf: defaultApp, options: defaultAppOptions))
    commandLine = package
    return package
  }
}

/// That a scenario let more virtual time pass than it may.
package struct TimeOverrun: Sendable {
  /// What had passed at the end of the command.
  package let passed: VirtualTime
  /// What may pass.
  package let limit: VirtualTime
  /// The command in which the limit was crossed: `advance`, `icon:tap`.
  package let command: String
  /// `file:line` of the script that gave it.
  package let place: String?

  /// What the next command raises.
  var failure: LuaFailure {
    LuaFailure(
      "the scenario used \(Self.text(passed)) s of virtual time, but its limit is \(Self.text(limit)) s: the limit was "
        + "crossed in \(command.contains(":") ? command : "device:\(command)")",
      code: "timeout", hint: "Allow more: timeout(SECONDS) in the scenario or its block, or --timeout SECONDS.",
      place: place)
  }

  /// What ends a scenario that gave no other command.
  package var error: LuaError {
    let failure = failure
    var error = LuaError(
      kind: .runtime, message: failure.message, place: place.flatMap { LuaError.Place(parsing: $0 + ":") })
    error.failure = failure
    return error
  }

  /// 60 and not 60.0.
  private static func text(_ time: VirtualTime) -> String {
    Int(exactly: time.seconds).map(String.init) ?? "\(time.seconds)"
  }
}
