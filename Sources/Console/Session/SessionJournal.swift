internal import AppPackages
internal import LuaAPI
import PropertyLists

/// What a session leaves for the one that goes on where it got stuck: its lines, and what ran when it did.
///
/// As text it is a line of JSON for each, so that a line is written once however long the session becomes.
struct SessionJournal {
  /// What changes with every line, and stands behind all of them.
  struct Ending {
    /// The line that runs.
    let current: String
    /// What of the device `:os` and `:device` have changed.
    let system: REPLSystem
    /// What is lost with the process, for a person: `:log`, `:watch`.
    let lost: [String]

    private static let schemaVersion = 1

    init(current: String, system: REPLSystem, lost: [String]) {
      self.current = current
      self.system = system
      self.lost = lost
    }

    fileprivate init?(_ node: JSONNode) {
      guard node["schemaVersion"]?.number == Double(Self.schemaVersion), let current = node["current"]?.string else {
        return nil
      }
      self.current = current
      system = REPLSystem(os: node.text("os"), model: node.text("model"))
      lost = node.texts("lost")
    }

    var json: JSONText {
      var json = JSONText()
      json.add("schemaVersion", Self.schemaVersion)
      json.add("current", current)
      json.add("os", system.os)
      json.add("model", system.model)
      json.add("lost", lost)
      return json
    }
  }

  /// The lines that ran, the preparation first.
  let lines: [REPLLine]
  let ending: Ending

  /// - Returns: nil for a text that is none, or not all of one.
  init?(_ bytes: [UInt8]) {
    let nodes = JSONNode.lines(of: bytes)
    guard let last = nodes.last ?? nil, let ending = Ending(last) else { return nil }
    let lines = nodes.dropLast().compactMap { $0.flatMap(REPLLine.init) }
    guard !lines.isEmpty, lines.count == nodes.count - 1 else { return nil }
    self.lines = lines
    self.ending = ending
  }
}

/// What of the device of a session is another one than its options say: what `:os` and `:device` asked for.
public struct REPLSystem: Sendable, Equatable {
  /// The version of iOS; nil: as before.
  public var os: String?
  /// The model; nil: as before.
  public var model: String?
}

extension REPLLine {
  var json: JSONText {
    var json = JSONText()
    // As text, so that the time comes back as it was.
    json.add("start", "\(start)")
    json.add("usesApp", usesApp)
    json.add("hasFailed", hasFailed)
    json.add("commandLimit", commandLimit)
    json.add("wasStopped", wasStopped)
    json.add("hasResults", hasResults)
    json.add("isExpected", isExpected)
    json.add("homePress", homePress)
    switch kind {
    case .preparation: break
    case .code(let chunk):
      json.add("text", chunk.text)
      json.add("firstLine", chunk.firstLine)
      json.add("isComplete", chunk.isComplete)
      json.add("file", chunk.file)
    case .wait(let wait):
      json.add("device", wait.device)
      json.add("milliseconds", "\(wait.milliseconds)")
    }
    return json
  }

  // A file may have been damaged: no session has more lines, and none waits longer than a year at once.
  private static let lineNumbers = 1...10_000_000
  private static let waits: ClosedRange<Int64> = 0...31_622_400_000

  /// nil for what ``json`` did not give.
  init?(_ node: JSONNode) {
    guard let start = node.text("start").flatMap(Double.init), start.isFinite else { return nil }
    let kind: Kind
    if let text = node.text("text"), let firstLine = node.integer("firstLine") {
      guard Self.lineNumbers.contains(firstLine) else { return nil }
      var chunk = SourceChunk(text: text, firstLine: firstLine, isComplete: node.truth("isComplete") ?? true)
      chunk.file = node.text("file")
      kind = .code(chunk)
    } else if let device = node.integer("device"), let milliseconds = node.text("milliseconds").flatMap({ Int64($0) }) {
      guard device >= 0, Self.waits.contains(milliseconds) else { return nil }
      kind = .wait(ReplayWait(device: device, milliseconds: milliseconds))
    } else {
      kind = .preparation
    }
    self.init(
      kind: kind, start: start, usesApp: node.truth("usesApp") ?? false,
      hasFailed: node.truth("hasFailed") ?? false)
    commandLimit = node.integer("commandLimit").map { max(0, $0) }
    wasStopped = node.truth("wasStopped") ?? false
    hasResults = node.truth("hasResults") ?? false
    isExpected = node.truth("isExpected") ?? false
    homePress = node.integer("homePress")
  }
}

extension JSONNode {
  /// Values that stand on a line each; nil for what is none.
  static func lines(of bytes: [UInt8]) -> [JSONNode?] {
    let limits = JSONLimits(maximumDepth: 8, maximumNodes: .max, maximumBytes: .max)
    return bytes.split(separator: UInt8(ascii: "\n")).map {
      try? LenientJSON.parse(Array($0), file: "session", limits: limits).root
    }
  }

  // Not inlined: the optimiser of Swift 6.3 fails on what these become inside the initialiser above.
  @inline(never)
  func text(_ key: String) -> String? { self[key]?.string }

  @inline(never)
  func texts(_ key: String) -> [String] { self[key]?.array?.compactMap(\.string) ?? [] }

  @inline(never)
  func truth(_ key: String) -> Bool? { self[key]?.boolean }

  @inline(never)
  func integer(_ key: String) -> Int? { self[key]?.number.flatMap { Int(exactly: $0) } }
}
