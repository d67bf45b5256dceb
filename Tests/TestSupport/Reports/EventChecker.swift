import PropertyLists

/// Looks whether lines are the events of a run: each field of each event, its type, and the order of events.
public struct EventChecker {
  /// What is wrong, with the numbers of lines; empty for a valid record.
  public private(set) var faults: [String] = []

  private enum Kind { case text, integer, texts, problem, picture }

  private static let counts: [String: Kind] = [
    "passed": .integer, "failed": .integer, "errors": .integer, "pending": .integer,
  ]
  /// The fields of each event: those it has always, and those it may have.
  private static let schema: [String: (always: [String: Kind], sometimes: [String: Kind])] = [
    "runStarted": (
      ["schemaVersion": .integer, "version": .text, "seed": .text, "files": .integer],
      ["shard": .text, "arguments": .texts]
    ),
    "pluginFailed": (["plugin": .text, "problem": .problem], [:]),
    "fileStarted": (["file": .text, "position": .integer, "worker": .integer], [:]),
    "output": (["file": .text, "text": .text], [:]),
    "note": (["file": .text, "text": .text], [:]),
    "scenarioListed": (["file": .text, "name": .texts], ["line": .integer, "cell": .text]),
    "scenarioFinished": (
      ["file": .text, "name": .texts, "status": .text, "traceHash": .text, "microseconds": .integer],
      ["hook": .text, "line": .integer, "cell": .text, "problem": .problem]
    ),
    "fileFailed": (["file": .text, "problem": .problem], [:]),
    "fileFinished": (counts.merging(["file": .text, "traceHash": .text]) { $1 }, [:]),
    "runFinished": (
      counts.merging(["files": .integer, "failedFiles": .integer, "traceHash": .text, "exitCode": .integer]) { $1 }, [:]
    ),
  ]
  private static let problem: (always: [String: Kind], sometimes: [String: Kind]) = (
    ["code": .text, "message": .text],
    [
      "hint": .text, "fact": .text, "place": .text, "sourceLine": .text, "excerptLine": .integer, "excerpt": .texts,
      "traceback": .texts, "appStack": .texts, "lastEvents": .texts, "picture": .picture,
    ]
  )

  private static let picture: (always: [String: Kind], sometimes: [String: Kind]) = (
    ["name": .text, "file": .text, "actual": .text], ["expected": .text, "remark": .text]
  )

  private var names: [String] = []
  private var open: Set<String> = []

  /// Reads a whole record.
  public init(_ text: String) {
    guard text.utf8.last == UInt8(ascii: "\n") else {
      faults.append("the last line has no end")
      return
    }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    for (index, line) in lines.enumerated() {
      let old = faults.count
      read(Array(line))
      for fault in faults.indices.dropFirst(old) { faults[fault] += " (line \(index + 1))" }
    }
    if names.last != "runFinished" { faults.append("the last event is \(names.last ?? "missing")") }
    if !open.isEmpty { faults.append("\(open.count) files have no end") }
  }

  private mutating func read(_ line: [UInt8]) {
    guard let json = try? LenientJSON.parse(line, file: "events"), json.warnings.isEmpty, let object = json.root.object
    else {
      return faults.append("this is no JSON object")
    }
    if line.contains(where: { $0 < 0x20 || $0 == 0x7F }) { faults.append("a control character") }
    guard object.keys.first == "event", let name = object["event"]?.string, let fields = Self.schema[name] else {
      return faults.append("this is no event")
    }
    check(object, fields, besides: "event")
    checkOrder(name, file: object["file"]?.string)
    names.append(name)
  }

  private mutating func check(
    _ object: JSONObject, _ fields: (always: [String: Kind], sometimes: [String: Kind]), besides: String?
  ) {
    for key in fields.always.keys.sorted() where object[key] == nil { faults.append("\(key) is missing") }
    for (key, node) in object.entries where key != besides {
      guard let kind = fields.always[key] ?? fields.sometimes[key] else {
        faults.append("nobody knows of \(key)")
        continue
      }
      if !Self.isOfKind(node, kind) { faults.append("\(key) has another type") }
      if kind == .problem, let problem = Self.object(of: node) { check(problem, Self.problem, besides: nil) }
      if kind == .picture, let picture = Self.object(of: node) { check(picture, Self.picture, besides: nil) }
      checkWords(key, Self.text(of: node))
    }
  }

  private mutating func checkWords(_ key: String, _ text: String?) {
    if key == "traceHash", text?.wholeMatch(of: /[0-9a-f]{16}/) == nil { faults.append("no trace hash") }
    if key == "status", !["passed", "failed", "error", "pending"].contains(text) { faults.append("no status") }
  }

  // Not inlined: the optimiser of Swift 6.3 fails on what these become inside `check`.
  @inline(never)
  private static func text(of node: JSONNode) -> String? { node.string }

  @inline(never)
  private static func object(of node: JSONNode) -> JSONObject? { node.object }

  @inline(never)
  private static func isOfKind(_ node: JSONNode, _ kind: Kind) -> Bool {
    switch kind {
    case .text: node.string != nil
    case .integer: node.number.map { $0 == $0.rounded() } ?? false
    case .texts: node.array?.allSatisfy { $0.string != nil } ?? false
    case .problem, .picture: node.object != nil
    }
  }

  private mutating func checkOrder(_ name: String, file: String?) {
    if (name == "runStarted") != names.isEmpty { faults.append("\(name) stands in the wrong place") }
    if names.last == "runFinished" { faults.append("an event behind the end") }
    guard let file else { return }
    if name == "fileStarted" {
      if !open.insert(file).inserted { faults.append("a file begins twice") }
    } else if !open.contains(file) {
      faults.append("an event outside of its file")
    }
    if name == "fileFinished" { open.remove(file) }
  }
}
