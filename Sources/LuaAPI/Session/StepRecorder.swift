internal import AppPackages
package import Events
internal import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// Keeps what scenarios do step by step, with the state of their devices after each step.
///
/// A state is looked at when an event is told, which is after what it tells of was done, and when a command has ended.
/// What changed since the step before belongs to the new one; what changes after the last event of a command, to that.
/// Looking costs the script nothing, and no trace knows of it.
package final class StepRecorder {
  /// How many steps of a scenario are kept, the last ones.
  package static let maximumSteps = 2_000
  /// How many changes of states are kept, those of the last steps; a frame or a line of JSON holds far more.
  package static let maximumChanges = 30_000
  /// How many entries are kept of the states before the first step, of all devices together.
  package static let maximumEntries = 15_000
  /// The path of what says that more is left out.
  package static let leftOutPath = "…"
  /// What is kept of one text, in bytes.
  static let maximumTextLength = 2_000

  private unowned let lua: LuaState
  private let services: (any SessionServices)?
  private let isHidden: (String) -> Bool
  private var steps: [Recorded] = []
  private var devices: [Recorded.Device] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var leftOut = 0
  /// Of all steps that are kept.
  private var changeCount = 0
  private var sources: [String: ContiguousArray<UInt8>] = [:]
  /// The screens that were seen, without those that are the same one behind the other.
  private var pictures: [ScreenPicture] = []
  private var packages: [String: AppPackage] = [:]

  private struct Recorded {
    var step: ScenarioSteps.Step
    var changes: [DeviceState.Change] = []
    /// Which of the pictures its device shows afterwards.
    var picture = 0

    /// A device, with its state before the first step that is kept, and after the last one.
    struct Device {
      /// Kept alive, so that no other device gets its place.
      let device: HomeScreenSimulator.Device
      let name: String
      var paths: [String]
      var values: [String: String]
      var last: DeviceState
      /// Which picture it shows.
      var picture: Int?
      /// Whose pixels are in it.
      var packages: [String] = []

      init(_ device: HomeScreenSimulator.Device) {
        self.device = device
        name = "\(device.model.name), \(device.model.systemName(device.os)) \(device.os), \(device.locale)"
        last = device.state
        let entries = last.entries
        paths = entries.map(\.path)
        values = Dictionary(entries.map { ($0.path, $0.value) }) { $1 }
      }

      mutating func apply(_ changes: [DeviceState.Change]) {
        for change in changes where values.updateValue(change.after ?? "", forKey: change.path) == nil {
          paths.append(change.path)
        }
        let gone = Set(changes.lazy.filter { $0.after == nil }.map(\.path))
        guard !gone.isEmpty else { return }
        for path in gone { values[path] = nil }
        paths.removeAll(where: gone.contains)
      }
    }
  }

  /// Keeps the steps of a session's devices, from its first scenario on.
  /// - Parameter isHidden: whether nobody can go to a place, `file:line`.
  init(_ lua: LuaState, _ services: (any SessionServices)?, isHidden: @escaping (String) -> Bool) {
    self.lua = lua
    self.services = services
    self.isHidden = isHidden
    lua.onSource = { [unowned self] file, text in sources[file] = text }
  }

  /// A scenario begins.
  package func begin() {
    steps.removeAll(keepingCapacity: true)
    devices.removeAll()
    numbers.removeAll()
    leftOut = 0
    changeCount = 0
    pictures.removeAll()
    packages.removeAll()
  }

  // MARK: Steps

  func begin(_ command: StaticString, on device: Device) {
    Work.uncounted {
      makeSpace()
      add(
        ScenarioSteps.Step(
          device: number(of: device), milliseconds: Int(device.milliseconds), kind: ScenarioSteps.command,
          name: "\(command)"))
    }
  }

  func add(_ event: TraceEvent, on device: Device) {
    Work.uncounted {
      makeSpace()
      var step = ScenarioSteps.Step(
        device: number(of: device), milliseconds: Int(event.time.milliseconds), kind: event.kind.rawValue,
        name: event.name)
      step.app = event.app
      let detail = event.detail.description
      if !detail.isEmpty { step.detail = Self.cut(detail) }
      step.fact = event.fact?.rawValue
      add(step)
    }
  }

  /// A command of the device has ended.
  func end(on device: Device) {
    Work.uncounted {
      guard let number = numbers[ObjectIdentifier(device)],
        let last = steps.lastIndex(where: { $0.step.device == number })
      else { return }
      look(at: number, after: last)
    }
  }

  private func number(of device: Device) -> Int {
    if let number = numbers[ObjectIdentifier(device)] { return number }
    numbers[ObjectIdentifier(device)] = devices.count
    devices.append(Recorded.Device(device))
    return devices.count - 1
  }

  /// Before a step: devices have other numbers afterwards.
  private func makeSpace() {
    if steps.count >= 2 * Self.maximumSteps { forgetFirst(Self.maximumSteps) }
  }

  private func add(_ step: ScenarioSteps.Step) {
    var step = step
    step.place = place
    steps.append(Recorded(step: step))
    look(at: step.device, after: steps.count - 1)
  }

  private func forgetFirst(_ count: Int) {
    for recorded in steps.prefix(count) {
      changeCount -= recorded.changes.count
      devices[recorded.step.device].apply(recorded.changes)
    }
    steps.removeFirst(count)
    leftOut += count
    forgetDevices()
    forgetPictures()
  }

  /// Forgets the first steps until the others have no more changes than are kept.
  private func forgetChanges() {
    var kept = changeCount
    // The last one stays, whatever it changes.
    let count =
      steps.dropLast().firstIndex { recorded in
        guard kept > Self.maximumChanges else { return true }
        kept -= recorded.changes.count
        return false
      } ?? max(0, steps.count - 1)
    if count > 0 { forgetFirst(count) }
  }

  /// Keeps the devices of steps that are kept only; one that does something again begins as it is then.
  private func forgetDevices() {
    let used = Set(steps.map(\.step.device)).sorted()
    guard used.count < devices.count else { return }
    let places = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
    devices = used.map { devices[$0] }
    numbers = Dictionary(uniqueKeysWithValues: devices.indices.map { (ObjectIdentifier(devices[$0].device), $0) })
    for index in steps.indices { steps[index].step.device = places[steps[index].step.device] ?? 0 }
  }

  /// Keeps what is still to be seen only.
  private func forgetPictures() {
    let used = Set(steps.map(\.picture) + devices.compactMap(\.picture)).filter(pictures.indices.contains).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
    pictures = used.map { pictures[$0] }
    for index in steps.indices { steps[index].picture = places[steps[index].picture] ?? 0 }
    for index in devices.indices { devices[index].picture = devices[index].picture.flatMap { places[$0] } }
  }

  /// Adds to a step what is different now.
  private func look(at number: Int, after index: Int) {
    steps[index].picture = picture(of: number)
    let now = devices[number].device.state
    let new = now.changes(since: devices[number].last)
    guard !new.isEmpty else { return }
    devices[number].last = now
    // A command's last look may come to a step that has changes already; the later value of a path is what counts.
    let paths = Set(new.map(\.path))
    let before = steps[index].changes.count
    steps[index].changes.removeAll { paths.contains($0.path) }
    steps[index].changes += new
    changeCount += steps[index].changes.count - before
    if changeCount > 2 * Self.maximumChanges { forgetChanges() }
  }

  /// The number of what a device shows now.
  private func picture(of number: Int) -> Int {
    let device = devices[number].device
    let now = device.screenPicture
    // An update may paint other pixels into files that are the same by all else.
    let installed = device.packages
    let identifiers = installed.map(\.identifier)
    if let last = devices[number].picture, devices[number].packages == identifiers, pictures[last] == now {
      return last
    }
    for (identifier, package) in installed where packages[identifier] == nil { packages[identifier] = package }
    pictures.append(now)
    devices[number].picture = pictures.count - 1
    devices[number].packages = identifiers
    return pictures.count - 1
  }

  /// The innermost line of Lua that runs and that somebody can go to.
  private var place: String? {
    for level in 0..<Self.maximumLevels {
      if let place = lua.stack.place(level: level), !isHidden(place) { return place }
    }
    return nil
  }

  /// Behind these nobody looks for a place.
  private static let maximumLevels = 32

  // MARK: What was kept

  /// What was done since ``begin()``; nil when nothing was.
  package func take() -> ScenarioSteps? {
    defer { begin() }
    guard !steps.isEmpty else { return nil }
    if steps.count > Self.maximumSteps { forgetFirst(steps.count - Self.maximumSteps) }
    if changeCount > Self.maximumChanges { forgetChanges() }
    var taken = ScenarioSteps()
    var texts = TextPool()
    taken.leftOut = leftOut
    var remaining = Self.maximumEntries
    taken.devices = devices.map { device in
      let shown = device.paths.prefix(remaining)
      remaining -= shown.count
      return ScenarioSteps.Device(
        name: device.name,
        state: shown.flatMap { [texts.number(of: $0), texts.number(of: device.values[$0] ?? "")] }
          + texts.leftOut(device.paths.count - shown.count))
    }
    var excerpts = SourceExcerpts(sources)
    var screens = services.map { StepScreens(pictures, packages, $0) }
    taken.steps = steps.map { recorded in
      var step = recorded.step
      let shown = recorded.changes.prefix(Self.maximumChanges)
      step.changes = shown.flatMap { change in
        [texts.number(of: change.path), change.after.map { texts.number(of: $0) } ?? ScenarioSteps.nothing]
      }
      step.changes += texts.leftOut(recorded.changes.count - shown.count)
      step.place = step.place.map { excerpts.add($0) }
      step.screen = screens?.number(of: recorded.picture)
      return step
    }
    taken.screens = screens?.screens ?? []
    taken.parts = screens?.parts ?? []
    taken.texts = texts.texts
    taken.sources = excerpts.sources
    return taken
  }

  fileprivate static func cut(_ text: String) -> String {
    Problem.shortened(text, to: maximumTextLength)
  }
}

/// Texts, each once.
private struct TextPool {
  private(set) var texts: [String] = []
  private var numbers: [ExactText: Int] = [:]

  mutating func number(of text: String) -> Int {
    let key = ExactText(text)
    if let number = numbers[key] { return number }
    numbers[key] = texts.count
    texts.append(StepRecorder.cut(text))
    return texts.count - 1
  }

  /// A path and a value that say how many more there are; nothing for none.
  mutating func leftOut(_ count: Int) -> [Int] {
    count == 0 ? [] : [number(of: StepRecorder.leftOutPath), number(of: "\(count) more are left out")]
  }
}

/// Draws the screens that steps show, each once, however often it was seen.
struct StepScreens {
  private let pictures: [ScreenPicture]
  private var drawing: any SessionDrawing
  private var drawn: [Int: Int] = [:]
  private var numbers: [ScenarioSteps.Screen: Int] = [:]
  private(set) var screens: [ScenarioSteps.Screen] = []
  /// How many parts the screens may still name, all together.
  private var remaining = 50_000

  init(_ pictures: [ScreenPicture], _ packages: [String: AppPackage], _ services: any SessionServices) {
    self.pictures = pictures
    drawing = services.drawing(pixelsPerPoint: 1)
    for identifier in packages.keys.sorted() {
      if let package = packages[identifier] { drawing.add(package, as: identifier) }
    }
  }

  /// The number of a picture's drawing among the ``screens``; nil where there is no room for it.
  mutating func number(of picture: Int) -> Int? {
    if let number = drawn[picture] { return number }
    let screen = drawing.screen(pictures[picture])
    let number = numbers[screen] ?? screens.count
    if number == screens.count {
      guard screen.parts.count <= remaining else { return nil }
      remaining -= screen.parts.count
      numbers[screen] = number
      screens.append(screen)
    }
    drawn[picture] = number
    return number
  }

  /// What the drawings share.
  var parts: [ScenarioSteps.Part] { drawing.parts }
}

/// Collects the lines of scripts that places name, with those around them.
struct SourceExcerpts {
  /// How many lines stand before and after a place.
  private static let linesAround = 4
  /// Of a longer line the beginning is shown, in bytes.
  private static let maximumLineLength = 400
  /// How many lines are shown of all files.
  private static let maximumLines = 4_000

  private let texts: [String: ContiguousArray<UInt8>]
  private var wanted: [String: Set<Int>] = [:]
  /// Places by what Lua calls them.
  private var known: [String: String] = [:]

  init(_ texts: [String: ContiguousArray<UInt8>]) {
    self.texts = texts
  }

  /// Adds a place, `file:line` as Lua says it.
  /// - Returns: the place with the whole name of its file: Lua shortens long ones from the left.
  mutating func add(_ text: String) -> String {
    if let place = known[text] { return place }
    guard var place = LuaError.Place(parsing: text + ":") else { return text }
    if texts[place.file] == nil, place.file.hasPrefix("...") {
      let end = place.file.dropFirst(3)
      let names = texts.keys.filter { $0.hasSuffix(end) }
      if let name = names.first, names.count == 1 { place.file = name }
    }
    wanted[place.file, default: []].insert(place.line)
    known[text] = place.description
    return place.description
  }

  /// The lines, ascending; those of files whose text nobody has are missing.
  var sources: [ScenarioSteps.Source] {
    var remaining = Self.maximumLines
    return wanted.keys.sorted(by: ExactText.precedes).flatMap { file in
      guard let text = texts[file] else { return [ScenarioSteps.Source]() }
      let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      var shown: Set<Int> = []
      for line in wanted[file] ?? [] where lines.indices.contains(line - 1) {
        shown.formUnion(max(1, line - Self.linesAround)...min(lines.count, line + Self.linesAround))
      }
      var found: [ScenarioSteps.Source] = []
      for number in shown.sorted().prefix(remaining) {
        remaining -= 1
        let line = Self.line(lines[number - 1])
        if let last = found.indices.last, found[last].firstLine + found[last].lines.count == number {
          found[last].lines.append(line)
        } else {
          found.append(ScenarioSteps.Source(file: file, firstLine: number, lines: [line]))
        }
      }
      return found
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let shown = String(decoding: bytes.prefix(maximumLineLength), as: UTF8.self)
    return bytes.count > maximumLineLength ? shown + "…" : shown
  }
}

/// What of the model the scripts of a session exercise: the facts that events, failures and checks name, the states
/// that apps, scenes and the Home Screen are in after each command, and the words of the trace.
package final class SessionCoverage {
  /// The IDs of facts.
  package private(set) var facts: Set<String> = []
  /// States, by their groups.
  package private(set) var states: [ModelStates: Set<String>] = [:]
  /// `app: notRunning → runningForeground`
  package private(set) var transitions: Set<String> = []

  /// Of nothing yet.
  package init() {}

  /// A failure that a script got.
  package func add(_ failure: LuaFailure) {
    if let fact = failure.fact { facts.insert(fact) }
  }

  func add(_ group: ModelStates, _ state: String) { states[group, default: []].insert(state) }

  func add(_ events: ArraySlice<TraceEvent>) {
    for event in events {
      if let fact = event.fact { facts.insert(fact.rawValue) }
      if let group = ModelStates(of: event.what) { add(group, event.name) }
    }
  }

  /// A check that was made exercises its fact, whether it passed or not.
  func add(_ decision: AlternateIconDecision) {
    facts.insert(decision.fact.rawValue)
    for step in decision.steps {
      switch step.status {
      case .failed, .succeededAtOnce:
        facts.insert(step.check.fact.rawValue)
        add(.iconChecks, "\(step.check.name.rawValue) ends the request")
      case .passed:
        facts.insert(step.check.fact.rawValue)
        add(.iconChecks, "\(step.check.name.rawValue) passed")
      case .skipped, .notInThisVersion, .notReached: break
      }
    }
  }

  /// A command has ended.
  /// - Parameter before: the states of the device's parts at the end of the last one.
  func add(_ device: Device, _ before: inout [String: String]) {
    func note(_ group: ModelStates, _ part: String, _ state: String) {
      add(group, state)
      let old = before.updateValue(state, forKey: part)
      if let old, old != state { transitions.insert("\(group.rawValue): \(old) → \(state)") }
    }
    note(.springboardModes, "springboard", device.springboard.mode.rawValue)
    for app in device.apps {
      // An app that is gone has none.
      guard let state = try? app.state else { continue }
      note(.appStates, "app \(app.bundleIdentifier)", state.rawValue)
      for scene in (try? app.scenes) ?? [] { note(.sceneStates, "scene \(scene.identifier)", scene.state.rawValue) }
    }
  }
}
