internal import AppPackages
internal import LuaAPI
import PropertyLists

/// The lines of a session as text, for the session that goes on where this one got stuck.
struct SessionJournal {
  /// The lines that ran, the preparation first.
  var lines: [REPLLine]
  /// The one that runs now.
  var current: String
  /// What of the device `:os` and `:device` have changed.
  var system = REPLSystem()
  /// What is lost with the process, for a person: `:log`, `:watch`.
  var lost: [String] = []

  private static let schemaVersion = 1

  init(lines: [REPLLine], current: String, system: REPLSystem = REPLSystem(), lost: [String] = []) {
    self.lines = lines
    self.current = current
    self.system = system
    self.lost = lost
  }

  /// - Returns: nil for a text that ``bytes`` did not give.
  init?(_ bytes: [UInt8]) {
    let limits = JSONLimits(maximumDepth: 8, maximumNodes: .max, maximumBytes: .max)
    guard let root = try? LenientJSON.parse(bytes, file: "journal", limits: limits).root,
      root["schemaVersion"]?.number == Double(Self.schemaVersion), let current = root["current"]?.string,
      let lines = root["lines"]?.array?.map(REPLLine.init), lines.first.map({ $0 != nil }) == true
    else { return nil }
    self.lines = lines.compactMap(\.self)
    self.current = current
    guard self.lines.count == lines.count else { return nil }
    system = REPLSystem(os: root.text("os"), model: root.text("model"))
    lost = root.texts("lost")
  }

  var bytes: [UInt8] {
    var journal = JSONText()
    journal.add("schemaVersion", Self.schemaVersion)
    journal.add("current", current)
    journal.add("os", system.os)
    journal.add("model", system.model)
    journal.add("lost", lost)
    var bytes = Array(journal.text.utf8)
    bytes += Array(",\"lines\":[".utf8)
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += (line.encoded ?? line.json.line).utf8
    }
    bytes += Array("]}".utf8)
    return bytes
  }
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
  }
}

extension JSONNode {
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
