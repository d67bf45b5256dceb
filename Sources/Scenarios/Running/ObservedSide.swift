internal import HomeScreenReports
import HomeScreenSimulator
import LuaAPI

/// What one side of a comparison has seen of a file's scenarios: in a file without a name, so that many scenarios need
/// little memory.
struct ObservedSide {
  /// A scenario as it comes back.
  struct Scenario {
    /// Its trace has the events of ``TraceLine``.
    let result: ScenarioResult
    /// Whether its devices left to the run what the comparison is about.
    let usesDefault: Bool
  }

  private struct Entry {
    let key: ScenarioKey.Digest
    let place: SpoolFile.Place
    let usesDefault: Bool
  }

  private var entries: [Entry] = []
  private let file: SpoolFile
  private var writer = EventFrame.Writer()
  /// What the disk did not take, by the number of the scenario.
  private var inMemory: [Int: [UInt8]] = [:]

  /// - Parameter file: of this side alone; what it holds is forgotten.
  init(in file: SpoolFile) {
    file.clear()
    self.file = file
  }

  var count: Int { entries.count }

  func key(of index: Int) -> ScenarioKey.Digest { entries[index].key }

  /// Adds the next scenario.
  mutating func add(_ scenario: ObservedScenario, isAbout field: DeviceDefaults.Fields) {
    var result = scenario.result
    result.trace = scenario.traces.enumerated().flatMap { device, events in
      events.map { TraceLine(device: device, $0).text }
    }
    let frame = writer.write(.scenarioFinished(result))
    let place = file.append(frame)
    if place == nil { inMemory[entries.count] = frame }
    entries.append(
      Entry(
        key: scenario.key.digest, place: place ?? SpoolFile.Place(), usesDefault: scenario.defaults.contains(field)))
  }

  /// The scenario with this number; nil where it cannot be read any more.
  func scenario(_ index: Int) -> Scenario? {
    let entry = entries[index]
    guard let frame = inMemory[index] ?? file.read(entry.place),
      case .event(.scenarioFinished(let result))? = EventFrame.read(frame[...])
    else { return nil }
    return Scenario(result: result, usesDefault: entry.usesDefault)
  }
}

/// An event of a device, as a comparison keeps it: equal events, equal texts.
struct TraceLine {
  let text: String

  private static let separator: Character = "\u{1F}"

  init(device: Int, _ event: TraceEvent) {
    let name = [event.app, event.kind.rawValue, event.name].compactMap(\.self).joined(separator: " ")
    let detail = [event.detail.description, event.fact.map { "[\($0)]" } ?? ""].filter { !$0.isEmpty }
    text = ["\(device)", event.time.description, name, detail.joined(separator: "  ")]
      .joined(separator: String(Self.separator))
  }

  init(_ text: String) { self.text = text }

  private var parts: [Substring] {
    text.split(separator: Self.separator, maxSplits: 3, omittingEmptySubsequences: false)
  }

  /// Which of the devices that the scenario made or used.
  var device: Int { parts.first.flatMap { Int($0) } ?? 0 }

  var event: ComparedScenario.Event {
    let parts = parts.map(String.init)
    guard parts.count == 4 else { return ComparedScenario.Event(time: "", name: text, detail: "") }
    return ComparedScenario.Event(time: parts[1], name: parts[2], detail: parts[3])
  }
}
