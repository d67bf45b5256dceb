internal import AppPackages
import HomeScreenSimulator
import PropertyLists

/// Reading events back from the lines that ``JSONReport`` writes.
extension RunEvent {
  /// What a line of JSON says; nil when it is no event of a file.
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
    guard let word = root.text("event") else { throw .noEvent }
    guard let name = Name(rawValue: word) else { throw .unknownEvent(word) }
    if name == .runStarted, let version = root.integer("schemaVersion"), version != RunHeader.newestSchemaVersion {
      throw .otherSchema(version, program: root.text("version") ?? "?")
    }
    guard let event = RunEvent(root, name) else { throw .incomplete(name) }
    self = event
  }

  /// A line may hold all that a script prints at once, and each step of a scenario.
  private static let limits = JSONLimits(maximumDepth: 8, maximumNodes: 1_000_000, maximumBytes: .max)

  private init?(_ node: JSONNode, _ name: Name) {
    let file = node.text("file")
    switch name {
    case .runStarted:
      guard let header = RunHeader(node) else { return nil }
      self = .runStarted(header)
    case .runFinished:
      guard let hash = node.text("traceHash"),
        let code = node.integer("exitCode").flatMap({ ExitCode(rawValue: Int32(clamping: $0)) })
      else {
        return nil
      }
      self = .runFinished(counts: RunCounts(node), traceHash: hash, exitCode: code)
    case .pluginFailed:
      guard let plugin = node.text("plugin"), let problem = Problem(node["problem"]) else { return nil }
      self = .pluginFailed(plugin: plugin, problem: problem)
    case .fileStarted:
      guard let file, let position = node.integer("position"), let worker = node.integer("worker") else { return nil }
      self = .fileStarted(file: file, position: position, worker: worker)
    case .output:
      guard let file, let text = node.text("text") else { return nil }
      self = .output(file: file, text: text)
    case .note:
      guard let file, let text = node.text("text") else { return nil }
      self = .note(file: file, text: text)
    case .scenarioListed:
      guard let file, let name = node.texts("name") else { return nil }
      self = .scenarioListed(
        ListedScenario(file: file, name: name, line: node.integer("line"), cell: node.text("cell")))
    case .scenarioFinished:
      guard let file, let result = ScenarioResult(node, file: file) else { return nil }
      self = .scenarioFinished(result)
    case .coverage:
      guard let file, let coverage = FileCoverage(node, file: file) else { return nil }
      self = .coverage(coverage)
    case .fileFailed:
      guard let file, let problem = Problem(node["problem"]) else { return nil }
      self = .fileFailed(file: file, problem: problem)
    case .fileFinished:
      guard let file, let hash = node.text("traceHash") else { return nil }
      self = .fileFinished(file: file, counts: RunCounts(node), traceHash: hash)
    }
  }
}

/// Why a line is no event.
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
    case .noJSON(let reason): "this is no line of JSON: \(reason)"
    case .noEvent: "this is JSON, but no event of a run"
    case .unknownEvent(let name):
      "there is no event “\(TerminalText.visible(String(Spelling.beginning(of: name)), isOneLine: true))”"
    case .otherSchema(let version, let program):
      "the events are in version \(version) of their format, written by homescreen "
        + TerminalText.visible(String(Spelling.beginning(of: program)), isOneLine: true)
        + "; this is homescreen \(Homescreen.version), which reads version \(RunHeader.newestSchemaVersion)"
    case .incomplete(let name): "the event \(name.rawValue) lacks a field, or has one of another type"
    }
  }
}

extension JSONNode {
  // Not inlined: the optimiser of Swift 6.3 fails on what these become inside the initialisers below.
  @inline(never)
  func integer(_ key: String) -> Int? { self[key]?.number.flatMap(Self.bounded) }

  /// Twelve days in microseconds, and more lines and files than there are: larger numbers are damage, and sums of
  /// millions of these still fit.
  @inline(never)
  private static func bounded(_ number: Double) -> Int? {
    abs(number) <= Double(1 << 40) ? Int(exactly: number) : nil
  }

  /// Virtual time, which scripts may let pass as far as they like.
  var milliseconds: Int? { self["milliseconds"]?.number.flatMap { Int(exactly: $0) } }

  @inline(never)
  func texts(_ key: String) -> [String]? { list(key, Self.text) }

  @inline(never)
  func integers(_ key: String) -> [Int]? { list(key, Self.integer) }

  @inline(never)
  private static func integer(_ node: JSONNode) -> Int? { node.number.flatMap(bounded) }

  @inline(never)
  private static func text(_ node: JSONNode) -> String? { node.string }

  /// Elements of a list, none where there is no list; nil where one of them is damaged. To leave it out would shift those
  /// behind it, and what names them by number would mean others.
  @inline(never)
  func list<Element>(_ key: String, _ element: (JSONNode) -> Element?) -> [Element]? {
    guard let node = self[key] else { return [] }
    guard let nodes = node.array else { return nil }
    var elements: [Element] = []
    for node in nodes {
      guard let element = element(node) else { return nil }
      elements.append(element)
    }
    return elements
  }

  @inline(never)
  func text(_ key: String) -> String? { self[key]?.string }
}

extension Problem {
  fileprivate init?(_ node: JSONNode?) {
    guard let node, let code = node.text("code"), let message = node.text("message"),
      let traceback = node.texts("traceback"), let appStack = node.texts("appStack"),
      let lines = node.texts("excerpt"), let lastEvents = node.texts("lastEvents")
    else { return nil }
    self.init(
      code: code, message: message, hint: node.text("hint"), fact: node.text("fact"),
      place: node.text("place"), sourceLine: node.text("sourceLine"), traceback: traceback)
    self.appStack = appStack
    if let line = node.integer("excerptLine") { excerpt = Excerpt(firstLine: line, lines: lines) }
    self.lastEvents = lastEvents
    guard let node = node["picture"] else { return }
    guard let name = node.text("name"), let file = node.text("file"), let actual = node.text("actual") else {
      return nil
    }
    var read = Picture(name: name, file: file, actual: actual)
    read.expected = node.text("expected")
    read.remark = node.text("remark")
    picture = read
  }
}

extension ScenarioResult {
  fileprivate init?(_ node: JSONNode, file: String) {
    guard let word = node.text("status"), let status = Status(rawValue: word),
      let hash = node.text("traceHash"), let name = node.texts("name"), let trace = node.texts("trace")
    else { return nil }
    let problem = Problem(node["problem"])
    if problem == nil, node["problem"] != nil { return nil }
    let line = node.integer("line")
    self.init(
      file: file, name: name, line: line, cell: node.text("cell"), status: status, problem: problem,
      traceHash: hash, microseconds: node.integer("microseconds") ?? 0)
    hook = node.text("hook")
    self.trace = trace
    if let node = node["steps"] {
      guard let read = ScenarioSteps(node) else { return nil }
      steps = read
    }
  }
}

extension FileCoverage {
  fileprivate init?(_ node: JSONNode, file: String) {
    guard let facts = node.texts("facts"), let transitions = node.texts("transitions"),
      let lists = node.list("states", { $0 }), let entries = node.list("lines", { $0 })
    else { return nil }
    self.init(file: file, facts: Set(facts), transitions: Set(transitions))
    for list in lists {
      guard let names = list.texts("names") else { return nil }
      states[list.text("list") ?? "", default: []].formUnion(names)
    }
    // A short line could name very many.
    var room = 2 * LineRanges.limit
    for entry in entries {
      guard let all = LineRanges.parse(entry.text("lines") ?? "", &room),
        let ran = LineRanges.parse(entry.text("ran") ?? "", &room)
      else { return nil }
      lines.append(Lines(file: entry.text("file") ?? "", lines: all, ran: ran))
    }
  }
}

extension RunHeader {
  fileprivate init?(_ node: JSONNode) {
    guard let version = node.text("version"), let schema = node.integer("schemaVersion"),
      let seed = node.text("seed").flatMap({ UInt64($0) }), let files = node.integer("files"),
      let arguments = node.texts("arguments")
    else { return nil }
    self.init(seed: seed, files: files, shard: node.text("shard"), arguments: arguments)
    self.version = version
    schemaVersion = schema
  }
}

extension RunCounts {
  /// The counts of a file or of a run.
  fileprivate init(_ node: JSONNode) {
    files = node.integer("files") ?? 0
    failedFiles = node.integer("failedFiles") ?? 0
    passed = node.integer("passed") ?? 0
    failed = node.integer("failed") ?? 0
    errors = node.integer("errors") ?? 0
    pending = node.integer("pending") ?? 0
    scripts = node.integer("scripts") ?? 0
  }
}
