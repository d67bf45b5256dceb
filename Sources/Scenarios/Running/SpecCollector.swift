import LuaAPI
import LuaEngine

/// busted's words: `describe`, `it` and the hooks. Blocks run when they are met and are collected; scenarios run later.
final class SpecCollector {
  let root = SpecBlock(name: "", parent: nil)
  private(set) var current: SpecBlock
  private(set) var specs = SpecList()
  private var bodies: LuaFunctionList?
  /// What `finally` asked for in the scenario that runs now.
  var finalizers: [LuaReference] = []
  /// True while scenarios run: blocks cannot be added any more.
  var isRunning = false
  /// The first error of a block, with its names.
  private(set) var blockErrors: [(names: [String], error: LuaError)] = []

  init() {
    current = root
  }

  /// Adds the words to a session.
  func install(in session: Session) {
    bodies = LuaFunctionList(in: session.lua)
    for word in SpecWord.allCases {
      let name = word.rawValue
      switch word.role {
      case .block: add(word, to: session) { [unowned self] call in try block(name, call) }
      case .scenario: add(word, to: session) { [unowned self] call in try spec(name, call) }
      case .pending: add(word, to: session) { [unowned self] call in try pending(call) }
      case .beforeEach: addHook(word, to: session) { $0.beforeEach.append($1) }
      case .afterEach: addHook(word, to: session) { $0.afterEach.append($1) }
      case .setup: addHook(word, to: session) { $0.setups.append($1) }
      case .teardown: addHook(word, to: session) { $0.teardowns.append($1) }
      case .finally:
        add(word, to: session) { [unowned self] call in
          finalizers.append(try callback(name, call, 1))
          return 0
        }
      }
    }
  }

  private func add(_ word: SpecWord, to session: Session, body: @escaping (LuaCall) throws -> Int32) {
    session.globals.extra[word.rawValue] = SessionGlobal(summary: word.summary, body: body)
  }

  private func addHook(
    _ word: SpecWord, to session: Session, store: @escaping (SpecBlock, LuaReference) -> Void
  ) {
    let name = word.rawValue
    add(word, to: session) { [unowned self] call in
      try refuseWhileRunning(name)
      store(current, try callback(name, call, 1))
      return 0
    }
  }

  /// More scenarios and blocks than anybody reads.
  private static let maximumItems = 200_000
  private static let maximumBlockErrors = 100
  private var items = 0

  /// Counts scenarios, blocks and hooks of a file.
  private func refuseWhileRunning(_ name: String) throws {
    items += 1
    guard items <= Self.maximumItems else {
      throw LuaFailure("more than \(Self.maximumItems) scenarios, blocks and hooks in one file", code: "nesting")
    }
    guard isRunning else { return }
    throw LuaFailure(
      "\(name) was called while scenarios run", code: "nesting",
      hint: "\(name) belongs into the file or into describe, not into it or a hook.")
  }

  private func callback(_ name: String, _ call: LuaCall, _ index: Int) throws -> LuaReference {
    try checkCallback(name, call, index)
    return call.stack.reference(to: index)
  }

  private func checkCallback(_ name: String, _ call: LuaCall, _ index: Int) throws {
    guard call.stack.kind(at: index) == .function else {
      throw LuaFailure(
        "\(name): a function is expected, got \(call.stack.kind(at: index).rawValue)", code: "argument")
    }
  }

  private func title(_ word: String, _ call: LuaCall) throws -> String {
    guard let name = call.stack.string(at: 1) else {
      throw LuaFailure("\(word): a name is expected first", code: "argument", hint: "\(word)(\"…\", function() … end)")
    }
    return name
  }

  private func block(_ word: String, _ call: LuaCall) throws -> Int32 {
    try refuseWhileRunning(word)
    let block = SpecBlock(name: try title(word, call), parent: current)
    let body = try callback(word, call, 2)
    current.items.append(.block(block))
    current = block
    defer { current = block.parent ?? root }
    do {
      try call.state.call(body)
    } catch  where error.stop == nil {
      // As in busted, a block that fails does not keep the other blocks from running.
      if blockErrors.count < Self.maximumBlockErrors { blockErrors.append((block.names, error)) }
    }
    return 0
  }

  private func spec(_ word: String, _ call: LuaCall) throws -> Int32 {
    try refuseWhileRunning(word)
    let name = try title(word, call)
    guard call.stack.kind(at: 2) != .nil else { return try add(name, body: nil, call) }
    try checkCallback(word, call, 2)
    return try add(name, body: bodies?.append(functionAt: 2, on: call.stack), call)
  }

  private func pending(_ call: LuaCall) throws -> Int32 {
    let name = call.stack.string(at: 1) ?? "pending"
    if isRunning { throw LuaFailure(name, code: "pending") }
    try refuseWhileRunning("pending")
    return try add(name, body: nil, call)
  }

  private func add(_ name: String, body: Int64?, _ call: LuaCall) throws -> Int32 {
    guard specs.hasRoom(for: name) else {
      throw LuaFailure(
        "the names of this file's scenarios are longer than \(SpecList.maximumNameBytes >> 20) MiB together",
        code: "nesting")
    }
    let line = call.place().flatMap { place in
      place.lastIndex(of: ":").flatMap { Int(place[place.index(after: $0)...]) }
    }
    current.items.append(.spec(specs.append(Spec(name: name, body: body, line: line))))
    return 0
  }

  /// Lets go of all that is in Lua.
  func close() {
    bodies = nil
    finalizers = []
  }

  /// Runs the body of a scenario, which is forgotten then.
  /// - Throws: `LuaError`.
  func run(_ body: Int64) throws(LuaError) { try bodies?.callOnce(body) }
}
