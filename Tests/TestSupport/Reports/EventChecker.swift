import PropertyLists

/// Checks whether lines are the events of a run: the fields of each event, their types, and the order of events.
public struct EventChecker {
  /// The faults with line numbers; empty for a valid record.
  public private(set) var faults: [String] = []

  /// The required and optional fields of an object.
  private struct Fields: Sendable {
    var always: [String: Kind]
    var sometimes: [String: Kind] = [:]
  }

  private indirect enum Kind: Sendable {
    case text, integer, texts, integers
    case object(Fields)
    case objects(Fields)
  }

  private static let counts: [String: Kind] = [
    "passed": .integer, "failed": .integer, "errors": .integer, "pending": .integer,
  ]

  private static let picture = Fields(
    always: ["name": .text, "file": .text, "actual": .text], sometimes: ["expected": .text, "remark": .text])

  private static let problem = Fields(
    always: ["code": .text, "message": .text],
    sometimes: [
      "hint": .text, "fact": .text, "place": .text, "sourceLine": .text, "excerptLine": .integer, "excerpt": .texts,
      "traceback": .texts, "appStack": .texts, "lastEvents": .texts, "picture": .object(picture),
    ])

  private static let steps = Fields(
    always: [
      "devices": .objects(Fields(always: ["name": .text, "state": .integers])),
      "steps": .objects(
        Fields(
          always: ["milliseconds": .integer, "kind": .text, "name": .text],
          sometimes: [
            "device": .integer, "app": .text, "detail": .text, "fact": .text, "place": .text, "changes": .integers,
            "screen": .integer,
          ])),
      "texts": .texts,
      "sources": .objects(Fields(always: ["file": .text, "firstLine": .integer, "lines": .texts])),
    ],
    sometimes: [
      "leftOut": .integer,
      "screens": .objects(
        Fields(always: ["width": .integer, "height": .integer, "words": .text, "body": .text, "parts": .texts])),
      "parts": .objects(Fields(always: ["name": .text, "markup": .text])),
    ])

  private static let schema: [String: Fields] = [
    "runStarted": Fields(
      always: ["schemaVersion": .integer, "version": .text, "seed": .text, "files": .integer],
      sometimes: ["shard": .text, "arguments": .texts]),
    "pluginFailed": Fields(always: ["plugin": .text, "problem": .object(problem)]),
    "fileStarted": Fields(always: ["file": .text, "position": .integer, "worker": .integer]),
    "output": Fields(always: ["file": .text, "text": .text]),
    "note": Fields(always: ["file": .text, "text": .text]),
    "scenarioListed": Fields(
      always: ["file": .text, "name": .texts], sometimes: ["line": .integer, "cell": .text]),
    "scenarioFinished": Fields(
      always: ["file": .text, "name": .texts, "status": .text, "traceHash": .text, "microseconds": .integer],
      sometimes: [
        "hook": .text, "line": .integer, "cell": .text, "problem": .object(problem),
        "steps": .object(steps),
      ]),
    "fileFailed": Fields(always: ["file": .text, "problem": .object(problem)]),
    "fileFinished": Fields(
      always: counts.merging(["file": .text, "traceHash": .text]) { $1 }, sometimes: ["scripts": .integer]),
    "runFinished": Fields(
      always: counts.merging(["files": .integer, "failedFiles": .integer, "traceHash": .text, "exitCode": .integer]) {
        $1
      }, sometimes: ["scripts": .integer]),
  ]

  private var names: [String] = []
  private var open: Set<String> = []

  /// Reads a complete record.
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
    check(object, fields, except: "event")
    checkOrder(name, file: object["file"]?.string)
    names.append(name)
  }

  private mutating func check(_ object: JSONObject, _ fields: Fields, except: String?) {
    for key in fields.always.keys.sorted() where object[key] == nil { faults.append("\(key) is missing") }
    for (key, node) in object.entries where key != except {
      guard let kind = fields.always[key] ?? fields.sometimes[key] else {
        faults.append("nobody knows of \(key)")
        continue
      }
      check(node, key, kind)
      checkWords(key, Self.text(of: node))
    }
  }

  private mutating func check(_ node: JSONNode, _ key: String, _ kind: Kind) {
    guard Self.isOfKind(node, kind) else { return faults.append("\(key) has another type") }
    switch kind {
    case .text, .integer, .texts, .integers: break
    case .object(let fields): if let object = Self.object(of: node) { check(object, fields, except: nil) }
    case .objects(let fields):
      for node in node.array ?? [] { if let object = Self.object(of: node) { check(object, fields, except: nil) } }
    }
  }

  private mutating func checkWords(_ key: String, _ text: String?) {
    if key == "traceHash", text?.wholeMatch(of: /[0-9a-f]{16}/) == nil { faults.append("no trace hash") }
    if key == "status", !["passed", "failed", "error", "pending"].contains(text) { faults.append("no status") }
  }

  // Not inlined: the optimiser of Swift 6.3 fails on the result inside `check`.
  @inline(never)
  private static func text(of node: JSONNode) -> String? { node.string }

  @inline(never)
  private static func object(of node: JSONNode) -> JSONObject? { node.object }

  @inline(never)
  private static func isOfKind(_ node: JSONNode, _ kind: Kind) -> Bool {
    switch kind {
    case .text: node.string != nil
    case .integer: isInteger(node)
    case .texts: node.array?.allSatisfy { $0.string != nil } ?? false
    case .integers: node.array?.allSatisfy(isInteger) ?? false
    case .object: node.object != nil
    case .objects: node.array?.allSatisfy { $0.object != nil } ?? false
    }
  }

  private static func isInteger(_ node: JSONNode) -> Bool { node.number.map { $0 == $0.rounded() } ?? false }

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
