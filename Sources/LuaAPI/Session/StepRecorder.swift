internal import AppPackages
package import Events
internal import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Records the steps of scenarios, with the state of their devices after each step.
///
/// The state is read at each event, after its effect, and at the end of a command. A change belongs to the new step, or
/// at the end of a command to its last event. Recording does not use the script's budget and does not appear in traces.
package final class StepRecorder {
  /// The maximum number of steps of a scenario. The last ones are kept.
  package static let maximumSteps = 2_000
  /// The maximum number of state changes, far below the limits of a frame or a line of JSON. The last steps are kept.
  package static let maximumChanges = 30_000
  /// The maximum number of entries in the states before the first step, for all devices together.
  package static let maximumEntries = 15_000
  /// The path of the entry that reports omitted entries.
  package static let leftOutPath = "…"
  /// The maximum length of a text, in bytes.
  static let maximumTextLength = 2_000

  private unowned let lua: LuaState
  private let services: (any SessionServices)?
  private let isHidden: (String) -> Bool
  private var steps: [Recorded] = []
  private var devices: [Recorded.Device] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var leftOut = 0
  /// The number of changes in the recorded steps.
  private var changeCount = 0
  private var sources: [String: ContiguousArray<UInt8>] = [:]
  /// The screens, without consecutive repetitions.
  private var pictures: [ScreenPicture] = []
  private var packages: [String: AppPackage] = [:]

  private struct Recorded {
    var step: ScenarioSteps.Step
    var changes: [DeviceState.Change] = []
    /// The index of the picture that the device shows after the step.
    var picture = 0

    /// A device with its states before the first recorded step and after the last one.
    struct Device {
      /// Keeps the device alive, so that its address is not reused.
      let device: HomeScreenSimulator.Device
      let name: String
      var paths: [String]
      var values: [String: String]
      var last: DeviceState
      /// The index of the device's current picture.
      var picture: Int?
      /// The packages with the pixels of the picture.
      var packages: [String] = []

      init(_ device: HomeScreenSimulator.Device) {
        self.device = device
        name = "\(device.model.title(device.os)), \(device.locale)"
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

  /// Creates a recorder for the steps of a session's devices, before its first scenario.
  /// - Parameter isHidden: whether users cannot open a place, `file:line`.
  init(_ lua: LuaState, _ services: (any SessionServices)?, isHidden: @escaping (String) -> Bool) {
    (self.lua, self.services, self.isHidden) = (lua, services, isHidden)
    lua.onSource = { [unowned self] file, text in sources[file] = text }
  }

  /// Starts a scenario.
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

  /// Adds a step that is not an event: a command, or the beginning of a part of the scenario.
  func begin(_ name: String, as kind: String = ScenarioSteps.command, on device: Device) {
    Work.uncounted {
      makeSpace()
      add(
        ScenarioSteps.Step(
          device: number(of: device), milliseconds: Int(device.milliseconds), kind: kind, name: Self.cut(name)))
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

  /// Ends a command of the device.
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

  /// Makes room before a step. This may change the indexes of devices.
  private func makeSpace() { if steps.count >= 2 * Self.maximumSteps { forgetFirst(Self.maximumSteps) } }

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

  /// Removes the first steps until the number of changes is within the limit.
  private func forgetChanges() {
    var kept = changeCount
    // The last step is always kept.
    let count =
      steps.dropLast().firstIndex { recorded in
        guard kept > Self.maximumChanges else { return true }
        kept -= recorded.changes.count
        return false
      } ?? max(0, steps.count - 1)
    if count > 0 { forgetFirst(count) }
  }

  /// Removes devices without recorded steps. If such a device is used again, it starts with its current state.
  private func forgetDevices() {
    let used = Set(steps.map(\.step.device)).sorted()
    guard used.count < devices.count else { return }
    let places = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
    devices = used.map { devices[$0] }
    numbers = Dictionary(uniqueKeysWithValues: devices.indices.map { (ObjectIdentifier(devices[$0].device), $0) })
    for index in steps.indices { steps[index].step.device = places[steps[index].step.device] ?? 0 }
  }

  /// Removes pictures that are not used any more.
  private func forgetPictures() {
    let used = Set(steps.map(\.picture) + devices.compactMap(\.picture)).filter(pictures.indices.contains).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(used, used.indices))
    pictures = used.map { pictures[$0] }
    for index in steps.indices { steps[index].picture = places[steps[index].picture] ?? 0 }
    for index in devices.indices { devices[index].picture = devices[index].picture.flatMap { places[$0] } }
  }

  /// Adds the current changes to a step.
  private func look(at number: Int, after index: Int) {
    steps[index].picture = picture(of: number)
    let now = devices[number].device.state
    let new = now.changes(since: devices[number].last)
    guard !new.isEmpty else { return }
    devices[number].last = now
    // The last update of a command may reach a step with changes. The later value of a path replaces the earlier one.
    let paths = Set(new.map(\.path))
    let before = steps[index].changes.count
    steps[index].changes.removeAll { paths.contains($0.path) }
    steps[index].changes += new
    changeCount += steps[index].changes.count - before
    if changeCount > 2 * Self.maximumChanges { forgetChanges() }
  }

  /// Returns the index of the device's current picture.
  private func picture(of number: Int) -> Int {
    let device = devices[number].device
    let now = device.screenPicture
    // An update may change pixels in files that are otherwise equal.
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

  /// The innermost running line of Lua that users can open.
  private var place: String? {
    for level in 0..<Self.maximumLevels {
      if let place = lua.stack.place(level: level), !isHidden(place) { return place }
    }
    return nil
  }

  /// The maximum number of stack levels to search for a place.
  private static let maximumLevels = 32

  // MARK: Recorded steps

  /// Returns the steps since ``begin()``; nil if there are none.
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

  fileprivate static func cut(_ text: String) -> String { Problem.shortened(text, to: maximumTextLength) }
}

/// A pool of distinct texts.
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

  /// Returns a path and a value that give the number of omitted entries; empty for 0.
  mutating func leftOut(_ count: Int) -> [Int] {
    count == 0 ? [] : [number(of: StepRecorder.leftOutPath), number(of: "\(count) more are left out")]
  }
}

/// Draws each distinct screen of the steps once.
struct StepScreens {
  private let pictures: [ScreenPicture]
  private var drawing: any SessionDrawing
  private var drawn: [Int: Int] = [:]
  private var numbers: [ScenarioSteps.Screen: Int] = [:]
  private(set) var screens: [ScenarioSteps.Screen] = []
  /// The remaining number of parts that the screens may use together.
  private var remaining = 50_000

  init(_ pictures: [ScreenPicture], _ packages: [String: AppPackage], _ services: any SessionServices) {
    self.pictures = pictures
    drawing = services.drawing(pixelsPerPoint: 1)
    for identifier in packages.keys.sorted() {
      if let package = packages[identifier] { drawing.add(package, as: identifier) }
    }
  }

  /// Returns the index of a picture's drawing in ``screens``; nil if the limit is reached.
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

  /// The parts that the drawings share.
  var parts: [ScenarioSteps.Part] { drawing.parts }
}

/// Collects the lines of scripts at the places of steps, with surrounding lines.
struct SourceExcerpts {
  /// The number of lines before and after a place.
  private static let linesAround = 4
  /// The maximum length of a line, in bytes.
  private static let maximumLineLength = 400
  /// The maximum number of lines of all files.
  private static let maximumLines = 4_000

  private let texts: [String: ContiguousArray<UInt8>]
  private var wanted: [String: Set<Int>] = [:]
  /// Complete places by their shortened form in Lua.
  private var known: [String: String] = [:]

  init(_ texts: [String: ContiguousArray<UInt8>]) { self.texts = texts }

  /// Adds a place, `file:line`, in the form of Lua.
  /// - Returns: the place with the complete file name, because Lua shortens long names on the left.
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

  /// The lines, in ascending order. Files without a known text are left out.
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
