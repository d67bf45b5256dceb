internal import AppPackages
internal import LuaAPI
import PropertyLists

/// The lines of a session as text, for the session that goes on where this one got stuck.
struct SessionJournal {
  /// The lines that ran, the preparation first.
  var lines: [REPLLine]
  /// The one that runs now.
  var current: String

  private static let schemaVersion = 1

  init(lines: [REPLLine], current: String) {
    self.lines = lines
    self.current = current
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
  }

  var bytes: [UInt8] {
    var journal = JSONText()
    journal.add("schemaVersion", Self.schemaVersion)
    journal.add("current", current)
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

  /// nil for what ``json`` did not give.
  init?(_ node: JSONNode) {
    guard let start = node.text("start").flatMap(Double.init) else { return nil }
    let kind: Kind
    if let text = node.text("text"), let firstLine = node.integer("firstLine") {
      var chunk = SourceChunk(text: text, firstLine: firstLine, isComplete: node.truth("isComplete") ?? true)
      chunk.file = node.text("file")
      kind = .code(chunk)
    } else if let device = node.integer("device"), let milliseconds = node.text("milliseconds").flatMap({ Int64($0) }) {
      kind = .wait(ReplayWait(device: device, milliseconds: milliseconds))
    } else {
      kind = .preparation
    }
    self.init(
      kind: kind, start: start, usesApp: node.truth("usesApp") ?? false,
      hasFailed: node.truth("hasFailed") ?? false)
    commandLimit = node.integer("commandLimit")
    wasStopped = node.truth("wasStopped") ?? false
    hasResults = node.truth("hasResults") ?? false
    isExpected = node.truth("isExpected") ?? false
  }
}

extension JSONNode {
  // Not inlined: the optimiser of Swift 6.3 fails on what these become inside the initialiser above.
  @inline(never)
  fileprivate func text(_ key: String) -> String? { self[key]?.string }

  @inline(never)
  fileprivate func truth(_ key: String) -> Bool? { self[key]?.boolean }

  @inline(never)
  fileprivate func integer(_ key: String) -> Int? { self[key]?.number.flatMap { Int(exactly: $0) } }
}
