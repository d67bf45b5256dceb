import HomeScreenSimulator
import Platform
import PropertyLists

/// Reading events back from the lines that ``JSONReport`` writes.
extension RunEvent {
  /// What a line of JSON says; nil if it is not an event.
  public init?(line: some Collection<UInt8>) {
    guard let event = try? RunEvent(reading: line) else { return nil }
    self = event
  }

  /// What a line of JSON says.
  public init(reading line: some Collection<UInt8>) throws(EventLineError) {
    let root: JSONNode
    do {
      root = try LenientJSON.parse(Array(line), file: "event", limits: Self.limits).root
    } catch {
      throw .noJSON(error.message)
    }
    guard let object = root.object, let word = object["event"]?.string else { throw .noEvent }
    guard let name = Name(rawValue: word) else { throw .unknownEvent(word) }
    if name == .runStarted, let version = object["schemaVersion"].flatMap(Int.init(recorded:)),
      version != RunHeader.newestSchemaVersion
    {
      throw .otherSchema(version, program: object["version"]?.string ?? "?")
    }
    var field = RecordFields(reading: object)
    self.init(blank: name)
    fields(&field)
    guard field.isWhole else { throw .incomplete(name) }
  }

  /// A line may hold all that a script prints at once, and each step of a scenario.
  private static let limits = JSONLimits(maximumDepth: 8, maximumNodes: 1_000_000, maximumBytes: .max)
}

/// Why a line is not an event.
public enum EventLineError: Error, CustomStringConvertible {
  /// What the reader of JSON says.
  case noJSON(String)
  case noEvent
  case unknownEvent(String)
  case otherSchema(Int, program: String)
  case incomplete(RunEvent.Name)

  /// What a person reads, without a full stop.
  public var description: String {
    switch self {
    case .noJSON(let reason): "this is not a line of JSON: \(reason)"
    case .noEvent: "this is JSON, but not an event of a run"
    case .unknownEvent(let name):
      "unknown event “\(TerminalText.visible(String(Spelling.beginning(of: name)), isOneLine: true))”"
    case .otherSchema(let version, let program):
      "the events are in version \(version) of their format, written by homescreen "
        + TerminalText.visible(String(Spelling.beginning(of: program)), isOneLine: true)
        + "; this is homescreen \(Homescreen.version), which reads version \(RunHeader.newestSchemaVersion)"
    case .incomplete(let name): "the event \(name.rawValue) lacks a field or has one of the wrong type"
    }
  }
}
