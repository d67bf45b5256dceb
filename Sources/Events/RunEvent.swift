import HomeScreenSimulator
package import Platform
package import PropertyLists

/// An event of a run. Every report is made only from the ordered stream of these events.
package enum RunEvent: Sendable {
  /// The first event.
  case runStarted(RunHeader)
  /// A part of a plugin or of the project's settings cannot be used. Each problem is reported once in a run.
  case pluginFailed(plugin: String, problem: Problem)
  /// `position` is the index of the file in the whole run, from 0 and equal in all shards; `worker` numbers the
  /// processes that run files, from 1.
  case fileStarted(file: String, position: Int, worker: Int)
  /// A line that the script printed.
  case output(file: String, text: String)
  /// A part of the script depends on something that is not deterministic.
  case note(file: String, text: String)
  /// A scenario of a run that only lists scenarios.
  case scenarioListed(ListedScenario)
  case scenarioFinished(ScenarioResult)
  /// The file could not be run, or failed outside of its scenarios.
  case fileFailed(file: String, problem: Problem)
  case fileFinished(file: String, counts: RunCounts, traceHash: String)
  /// The last event; `exitCode` is the exit code of the process.
  case runFinished(counts: RunCounts, traceHash: String, exitCode: ExitCode)

  /// The kinds of events; the raw values are the words of JSON lines and of plugins' reporters.
  package enum Name: String, Sendable, CaseIterable, RecordedValue {
    case runStarted, pluginFailed, fileStarted, output, note, scenarioListed, scenarioFinished, fileFailed,
      fileFinished,
      runFinished
  }

  /// The file of the event, by its name in messages; nil for an event about the whole run.
  package var file: String? {
    switch self {
    case .runStarted, .pluginFailed, .runFinished: nil
    case .fileStarted(let file, _, _), .output(let file, _), .note(let file, _), .fileFailed(let file, _),
      .fileFinished(let file, _, _):
      file
    case .scenarioListed(let scenario): scenario.file
    case .scenarioFinished(let result): result.file
    }
  }

  /// The kind of the event.
  package var name: Name {
    switch self {
    case .runStarted: .runStarted
    case .pluginFailed: .pluginFailed
    case .fileStarted: .fileStarted
    case .output: .output
    case .note: .note
    case .scenarioListed: .scenarioListed
    case .scenarioFinished: .scenarioFinished
    case .fileFailed: .fileFailed
    case .fileFinished: .fileFinished
    case .runFinished: .runFinished
    }
  }
}

extension RunEvent {
  /// Creates an event with blank fields, to be filled by reading.
  package init(blank name: Name) {
    switch name {
    case .runStarted: self = .runStarted(.blank)
    case .pluginFailed: self = .pluginFailed(plugin: "", problem: .blank)
    case .fileStarted: self = .fileStarted(file: "", position: 0, worker: 0)
    case .output: self = .output(file: "", text: "")
    case .note: self = .note(file: "", text: "")
    case .scenarioListed: self = .scenarioListed(ListedScenario(file: "", name: [], line: nil, cell: nil))
    case .scenarioFinished: self = .scenarioFinished(.blank)
    case .fileFailed: self = .fileFailed(file: "", problem: .blank)
    case .fileFinished: self = .fileFinished(file: "", counts: RunCounts(), traceHash: "")
    case .runFinished: self = .runFinished(counts: RunCounts(), traceHash: "", exitCode: .success)
    }
  }

  /// The event in the form of JSON lines and plugins' reporters, with the kind (`event`) first.
  package var record: JSONTree {
    var (name, event, field) = (name, self, RecordFields())
    field("event", &name)
    event.fields(&field)
    return .object(field.members)
  }

  /// Visits the fields after `event`, in writing order.
  package mutating func fields(_ field: inout RecordFields) {
    switch self {
    case .runStarted(var header):
      header.fields(&field)
      self = .runStarted(header)
    case .pluginFailed(var plugin, var problem):
      field("plugin", &plugin)
      field("problem", &problem)
      self = .pluginFailed(plugin: plugin, problem: problem)
    case .fileStarted(var file, var position, var worker):
      field("file", &file)
      field("position", &position)
      field("worker", &worker)
      self = .fileStarted(file: file, position: position, worker: worker)
    case .output(var file, var text), .note(var file, var text):
      field("file", &file)
      field("text", &text)
      self = name == .output ? .output(file: file, text: text) : .note(file: file, text: text)
    case .scenarioListed(var scenario):
      scenario.fields(&field)
      self = .scenarioListed(scenario)
    case .scenarioFinished(var result):
      result.fields(&field)
      self = .scenarioFinished(result)
    case .fileFailed(var file, var problem):
      field("file", &file)
      field("problem", &problem)
      self = .fileFailed(file: file, problem: problem)
    case .fileFinished(var file, var counts, var hash):
      field("file", &file)
      counts.fields(&field)
      field("traceHash", &hash)
      self = .fileFinished(file: file, counts: counts, traceHash: hash)
    case .runFinished(var counts, var hash, let code):
      var number = Int(code.rawValue)
      field("files", &counts.files)
      field("failedFiles", &counts.failedFiles)
      counts.fields(&field)
      field("traceHash", &hash)
      field("exitCode", &number)
      let end = ExitCode(rawValue: Int32(clamping: number))
      field.check(end != nil)
      self = .runFinished(counts: counts, traceHash: hash, exitCode: end ?? code)
    }
  }
}

/// A scenario that was found but not run.
package struct ListedScenario: Sendable, Equatable {
  /// The scenario's file, by its name in messages.
  package var file: String
  /// The names of the enclosing `describe` blocks and of the scenario.
  package var name: [String]
  /// The line of `it`.
  package var line: Int?
  /// The cell of the `matrix` that the scenario runs in.
  package var cell: String?

  package init(file: String, name: [String], line: Int?, cell: String?) {
    (self.file, self.name, self.line, self.cell) = (file, name, line, cell)
  }

  fileprivate mutating func fields(_ field: inout RecordFields) {
    field("file", &file)
    field("name", &name)
    field("line", &line)
    field("cell", &cell)
  }
}

/// The subject of a run's events.
package enum EventOrigin {
  /// Scripts. A command with the run's seed repeats a failure, with the same trace.
  case scenarios
  /// Apps. The command that made the report repeats it, and nothing is random.
  case apps
}

/// A report made from the events of a run.
package protocol EventReport: AnyObject {
  /// Adds the next event. Events arrive in order, each once; the last one is `runFinished`.
  func add(_ event: RunEvent)
}

/// An event for readers that do not use steps.
extension RunEvent {
  /// The event without the fields that only pages show.
  package var withoutSteps: RunEvent {
    guard case .scenarioFinished(var result) = self, result.steps != nil else { return self }
    result.steps = nil
    return .scenarioFinished(result)
  }
}

/// The facts about a run that are known before it starts.
package struct RunHeader: Sendable, Equatable, Recorded {
  /// The version of the program.
  package var version: String
  /// The version of the stream's fields and their meaning. This program writes ``newestSchemaVersion``.
  package var schemaVersion: Int
  /// The seed of `math.random` in each script.
  package var seed: UInt64
  package var files: Int
  /// The shard: `2/4` for the second of four parts; nil for the whole run.
  package var shard: String?
  /// The arguments that decide what the scripts do, as given: `--os`, `17.5`. They exclude paths, and options for
  /// selection and display, so that adding a path and a name repeats a failure.
  package var arguments: [String]

  /// The version of the stream that this program writes and reads. A new field with a default does not change the
  /// version, because programs skip unknown fields.
  package static let newestSchemaVersion = 2

  /// The seed of a run whose command line names none.
  package static let defaultSeed: UInt64 = 1

  /// The order of the run, if it is random: `shuffled with --shuffle-seed 7`.
  package var order: String? { shuffleSeed.map { "shuffled with --shuffle-seed \($0)" } }

  /// The seed of a random order, which is in ``arguments``.
  package var shuffleSeed: String? {
    arguments.lastIndex(of: "--shuffle-seed").flatMap { arguments.dropFirst($0 + 1).first }
  }

  /// Returns the number of files for the summary of a run that Ctrl-C ended; nil for any other end.
  package func files(interruptedBy code: ExitCode?) -> Int? { code == .interrupted ? files : nil }

  /// Creates the header of a run by this version of the program.
  package init(seed: UInt64, files: Int, shard: String? = nil, arguments: [String] = []) {
    version = Homescreen.version
    schemaVersion = Self.newestSchemaVersion
    (self.seed, self.files, self.shard, self.arguments) = (seed, files, shard, arguments)
  }

  package static var blank: Self { Self(seed: defaultSeed, files: 0) }

  package mutating func fields(_ field: inout RecordFields) {
    field("schemaVersion", &schemaVersion)
    field("version", &version)
    field(text: "seed", &seed)
    field("files", &files)
    field("shard", &shard)
    field("arguments", &arguments, unless: [])
  }
}

/// The lines that a worker process writes to its supervisor. An event is a line of JSON, as in reports; every other
/// line begins with `=`.
package enum EventLine {
  /// The content of a line.
  package enum Content {
    case event(RunEvent)
    case text(String)
  }

  /// The kind of a line, known before the whole line is read.
  package enum Kind: Equatable, Sendable {
    case event(RunEvent.Name)
    case text
  }

  private static let mark = UInt8(ascii: "=")
  private static let end = UInt8(ascii: "\n")
  /// The first bytes of an event's line.
  private static let beginning = Array(#"{"event":""#.utf8)

  /// Returns the line of an event, with its line ending.
  package static func bytes(_ event: RunEvent) -> [UInt8] { Array(event.record.line.utf8) + [end] }

  /// Returns the line of a text, with its line ending.
  /// - Parameter text: one line, without a line ending.
  package static func bytes(text: String) -> [UInt8] {
    assert(!text.utf8.contains(end))
    return [mark] + Array(text.utf8) + [end]
  }

  /// Returns the kind of a line, by its first bytes.
  /// - Returns: nil for a line that this program does not write.
  package static func kind(of line: ArraySlice<UInt8>) -> Kind? {
    if line.first == mark { return .text }
    guard line.starts(with: beginning) else { return nil }
    let name = line.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: "\"") }
    return RunEvent.Name(rawValue: String(decoding: name, as: UTF8.self)).map(Kind.event)
  }

  /// Reads a line.
  /// - Parameter line: a whole line, with its line ending.
  /// - Returns: nil for a line that this program does not write.
  package static func read(_ line: ArraySlice<UInt8>) -> Content? {
    switch kind(of: line) {
    case nil: nil
    case .text: .text(String(decoding: line.dropFirst().dropLast(), as: UTF8.self))
    case .event: RunEvent(line: line).map(Content.event)
    }
  }
}

/// Reads events from the lines that ``JSONReport`` writes.
extension RunEvent {
  /// Reads an event from a line of JSON; nil if the line is not an event.
  package init?(line: some Collection<UInt8>) {
    guard let event = try? RunEvent(reading: line) else { return nil }
    self = event
  }

  /// Reads an event from a line of JSON.
  package init(reading line: some Collection<UInt8>) throws(UserError) {
    let root: JSONNode
    do {
      root = try LenientJSON.parse(Array(line), file: "event", limits: Self.limits).root
    } catch {
      throw UserError("this is not a line of JSON: \(error.message)")
    }
    guard let object = root.object, let word = object["event"]?.string else {
      throw UserError("this is JSON, but not an event of a run")
    }
    func shown(_ text: String) -> String { TerminalText.visible(String(Spelling.beginning(of: text)), isOneLine: true) }
    guard let name = Name(rawValue: word) else { throw UserError("unknown event “\(shown(word))”") }
    if name == .runStarted, let version = object["schemaVersion"].flatMap(Int.init(recorded:)),
      version != RunHeader.newestSchemaVersion
    {
      throw UserError(
        "the events are in version \(version) of their format, written by homescreen "
          + "\(shown(object["version"]?.string ?? "?")); this is homescreen \(Homescreen.version), which reads version "
          + "\(RunHeader.newestSchemaVersion)")
    }
    var field = RecordFields(reading: object)
    self.init(blank: name)
    fields(&field)
    guard field.isWhole else {
      throw UserError("the event \(name.rawValue) lacks a field or has one of the wrong type")
    }
  }

  /// The limits are high because a line may hold a large printed text, or all steps of a scenario.
  private static let limits = PropertyListLimits(maximumDepth: 8, maximumNodes: 1_000_000, maximumBytes: .max)
}
