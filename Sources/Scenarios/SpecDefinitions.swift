import HomeScreenSimulator
import LuaAPI
import LuaEngine
import PropertyLists

/// busted's words for scripts: `describe`, `it`, the hooks. They add to the block with the running body.
final class SpecDefinitions {
  /// The running part of the script, which decides what a word may do.
  enum Phase {
    /// The body of a block, or the file.
    case block(SpecBlock)
    case scenario
    case hook
    /// A function that was passed to `finally`.
    case finalizer
    /// No part of the script, or code that runs after it.
    case none
  }

  var phase = Phase.none
  private(set) var specs = SpecList()
  /// Whether a block asked for a random order.
  private(set) var isRandomized = false
  /// The number of `finally` calls of the current scenario.
  private var finalizerCount = 0
  /// The functions that were passed to `finally` and have not been taken.
  private var finalizers: [LuaReference] = []
  /// The limit for a finalizer that calls `finally` again.
  private static let maximumFinalizers = 10_000
  /// Called when the current scenario sets its limits.
  var onLimits: (SpecLimits) -> Void = { _ in }

  /// Called for each fact with a scenario in the file.
  var onFact: (FactScenario) -> Void = { _ in }

  let session: Session
  let selection: Selection
  private let isLazy: Bool
  /// The default seed of random orders.
  private let seed: UInt64
  private(set) var bodies: LuaFunctionList?

  /// Adds the words to a session.
  /// - Parameters:
  ///   - isLazy: whether `setup` and `teardown` mean the lazy ones.
  ///   - seed: the default of `randomize()`.
  init(in session: Session, selection: Selection, isLazy: Bool, seed: UInt64) {
    (self.session, self.selection, self.isLazy, self.seed) = (session, selection, isLazy, seed)
    bodies = LuaFunctionList(in: session.lua)
    session.globals.bodyOfWord = { [unowned self] word in { [unowned self] call in try define(word, call) } }
  }

  /// Releases all references to Lua.
  func close() {
    bodies = nil
    forgetFinalizers()
    phase = .none
  }

  private func define(_ word: SpecWord, _ call: LuaCall) throws -> Int32 {
    switch word.role {
    case .block: return try block(word, call)
    case .scenario: return try scenario(word, call)
    case .pending: return try pending(call)
    case .beforeEach: try addHook(word, \.beforeEach, call)
    case .afterEach: try addHook(word, \.afterEach, call)
    case .setup: try addHook(word, isLazy && word == .setup ? \.lazySetups : \.setups, call)
    case .teardown: try addHook(word, isLazy && word == .teardown ? \.lazyTeardowns : \.teardowns, call)
    case .lazySetup: try addHook(word, \.lazySetups, call)
    case .lazyTeardown: try addHook(word, \.lazyTeardowns, call)
    case .finally: try addFinalizer(call)
    case .randomize: try randomize(call)
    case .timeout: try setTimeout(call)
    case .budget: try setBudget(call)
    case .step: try step(call)
    case .fact: try fact(call)
    }
    return 0
  }

  // MARK: Where words are called

  /// The maximum number of scenarios, blocks and hooks.
  private static let maximumItems = 200_000
  /// The maximum depth of blocks.
  private static let maximumDepth = 190
  private var items = 0
  /// Whether a maximum was exceeded; then nothing more runs.
  private(set) var isExhausted = false

  private func exhausted(_ message: String) -> LuaFailure {
    isExhausted = true
    return LuaFailure(message, code: "nesting")
  }

  /// Whether the file defined no block, scenario or hook, selected or not.
  var isEmpty: Bool { items == 0 }

  /// Returns the block with the running body.
  func current(_ word: SpecWord) throws -> SpecBlock {
    guard case .block(let block) = phase else { throw notSupported(word) }
    items += 1
    guard items <= Self.maximumItems else {
      throw exhausted("the file has more than \(Self.maximumItems) scenarios, blocks and hooks")
    }
    return block
  }

  private func notSupported(_ word: SpecWord) -> LuaFailure {
    let place =
      switch word.role {
      case .finally: "Use finally only in a scenario."
      case .step: "Use step in a scenario, a hook or a function passed to finally."
      case .pending: "Use pending at the top level of the file, in a block or in a scenario, not in a hook."
      case .timeout, .budget:
        "Use \(word.rawValue) at the top level of the file, in a block or in the code of a scenario, not in a hook."
      case .block, .scenario, .fact, .beforeEach, .afterEach, .lazySetup, .setup, .lazyTeardown, .teardown, .randomize:
        "Use \(word.rawValue) at the top level of the file or in describe, not in “it” or a hook."
      }
    return LuaFailure("'\(word.rawValue)' not supported inside current context block", code: "nesting", hint: place)
  }

  // MARK: Arguments

  private static func isCallable(_ index: Int, _ call: LuaCall) -> Bool {
    if call.stack.kind(at: index) == .function { return true }
    guard call.stack.pushMetafield("__call", of: index) else { return false }
    call.stack.removeLast()
    return true
  }

  private func checkCallable(_ word: SpecWord, _ call: LuaCall, _ index: Int) throws {
    guard Self.isCallable(index, call) else {
      throw LuaFailure(
        "\(word.rawValue): expected a function, got \(call.stack.kind(at: index).rawValue)", code: "argument",
        hint: call.stack.kind(at: index) == .string ? "Tags are #words in the name: “starts #slow”." : nil)
    }
  }

  /// Returns the name of a block or a scenario; nil if it has only a body, which is then the first argument.
  private func name(_ word: SpecWord, _ call: LuaCall) throws -> String? {
    switch call.stack.kind(at: 1) {
    case .nil:
      throw LuaFailure(
        "\(word.rawValue): expected a name first", code: "argument",
        hint: "\(word.rawValue)(\"…\", function() … end)")
    case .string: return try checked(call.stack.string(at: 1) ?? "")
    case _ where call.stack.kind(at: 2) == .nil && Self.isCallable(1, call): return nil
    case .boolean, .number, .table, .function, .userdata, .thread: return try checked(call.stack.describe(at: 1))
    }
  }

  /// The maximum size of a name in bytes.
  private static let maximumNameLength = 1 << 16
  private var nameBytes = 0

  private func checked(_ name: String) throws -> String {
    guard name.utf8.count <= Self.maximumNameLength else {
      throw LuaFailure(
        "the name of a block or scenario has \(name.utf8.count) bytes, which is too long", code: "argument",
        hint: "Use a name of at most \(Self.maximumNameLength) bytes.")
    }
    nameBytes += name.utf8.count
    guard nameBytes <= SpecList.maximumNameBytes else {
      throw exhausted(
        "the names of this file's blocks and scenarios are longer than \(SpecList.maximumNameBytes >> 20) MiB in total")
    }
    return name
  }

  /// Returns the line where a word was called.
  static func line(_ call: LuaCall) -> Int? {
    call.place().flatMap { place in
      place.utf8.lastIndex(of: UInt8(ascii: ":")).flatMap { Int(place[place.utf8.index(after: $0)...]) }
    }
  }

  // MARK: Blocks and scenarios

  private func block(_ word: SpecWord, _ call: LuaCall) throws -> Int32 {
    let parent = try current(word)
    let name = try name(word, call)
    let bodyIndex = name == nil ? 1 : 2
    let hasBody = call.stack.kind(at: bodyIndex) != .nil
    if hasBody { try checkCallable(word, call, bodyIndex) }
    guard parent.depth < Self.maximumDepth else {
      throw exhausted("blocks are nested more than \(Self.maximumDepth) levels deep")
    }
    let block = SpecBlock(
      names: parent.names + [name ?? word.rawValue], word: word, line: Self.line(call),
      cell: session.cell ?? parent.cell, parent: parent, body: hasBody ? call.stack.reference(to: bodyIndex) : nil)
    if selection.includes(block: block.names) { parent.items.append(.block(block)) }
    if hasBody { return 0 }
    // `describe "name" (function() … end)`
    call.stack.pushFunction { [unowned self] call in
      try checkCallable(word, call, 1)
      block.body = call.stack.reference(to: 1)
      return 0
    }
    return 1
  }

  private func scenario(_ word: SpecWord, _ call: LuaCall) throws -> Int32 {
    let block = try current(word)
    let name = try name(word, call)
    let bodyIndex = name == nil ? 1 : 2
    let hasBody = call.stack.kind(at: bodyIndex) != .nil
    if hasBody { try checkCallable(word, call, bodyIndex) }
    let body = hasBody ? bodies?.append(functionAt: bodyIndex, on: call.stack) : nil
    let index = try add(name ?? word.rawValue, body: body, to: block, at: Self.line(call))
    if hasBody { return 0 }
    // `it "name" (function() … end)`
    call.stack.pushFunction { [unowned self] call in
      try checkCallable(word, call, 1)
      guard case .block(let current) = phase, current === block else { throw notSupported(word) }
      if let index, let body = bodies?.append(functionAt: 1, on: call.stack) { specs.setBody(body, of: index) }
      return 0
    }
    return 1
  }

  private func pending(_ call: LuaCall) throws -> Int32 {
    if case .scenario = phase { throw LuaFailure(call.stack.string(at: 1) ?? "pending", code: "pending") }
    let block = try current(.pending)
    _ = try add(try name(.pending, call) ?? SpecWord.pending.rawValue, body: nil, to: block, at: Self.line(call))
    return 0
  }

  /// - Parameter fact: the fact of the scenario's cell.
  /// - Returns: nil for a scenario that is not selected.
  func add(
    _ name: String, body: Int64?, to block: SpecBlock, at line: Int?, of fact: FactID? = nil
  ) throws -> SpecList.Index? {
    let cell = session.cell ?? block.cell
    let name = Self.name(name, in: block, cell)
    guard selection.line.map({ $0 == line || block.begins(in: $0) }) ?? true,
      selection.includes(scenario: block.names, name, cell: cell, of: fact)
    else { return nil }
    // Most scenarios of a matrix are in a block of it.
    let own = session.cell.map(ExactText.init) == block.cell.map(ExactText.init) ? nil : session.cell
    let index = specs.append(Spec(name: name, body: body, line: line, cell: own))
    block.items.append(.scenario(index))
    return index
  }

  /// Returns the name of a scenario, with its cell if the names alone do not identify it in its matrix.
  private static func name(_ name: String, in block: SpecBlock, _ cell: String?) -> String {
    guard let cell, !(block.names + [name]).contains(where: { ExactText.contains(cell, in: $0) }) else { return name }
    return "\(name) (\(cell))"
  }

  /// Runs the body of a scenario, and releases it.
  /// - Throws: `LuaError`.
  func run(_ body: Int64) throws(LuaError) { try bodies?.callOnce(body) }

  /// Removes the scenarios from index `count`: those of blocks that have ended.
  func forgetSpecs(from count: Int) { specs.truncate(to: count) }

  // MARK: Hooks

  private func addHook(_ word: SpecWord, _ list: ReferenceWritableKeyPath<SpecBlock, [SpecHook]>, _ call: LuaCall)
    throws
  {
    let block = try current(word)
    // A hook may have a name in front, as in busted; it is ignored.
    let index = call.stack.kind(at: 2) == .nil ? 1 : 2
    try checkCallable(word, call, index)
    block[keyPath: list].append(SpecHook(word: word, function: call.stack.reference(to: index), line: Self.line(call)))
  }

  private func addFinalizer(_ call: LuaCall) throws {
    switch phase {
    case .scenario, .finalizer: break
    case .block, .hook, .none: throw notSupported(.finally)
    }
    try checkCallable(.finally, call, 1)
    guard finalizerCount < Self.maximumFinalizers else {
      throw LuaFailure(
        "finally: the scenario has more than \(Self.maximumFinalizers) functions", code: "argument",
        hint: "Clean up everything in one function. It must not pass itself to finally: the cleanup would never end.")
    }
    finalizerCount += 1
    finalizers.append(call.stack.reference(to: 1))
  }

  /// Returns the functions that were passed to `finally` since the last call.
  func takeFinalizers() -> [LuaReference] {
    defer { finalizers = [] }
    return finalizers
  }

  /// Removes the finalizers, at the beginning and the end of a scenario.
  func forgetFinalizers() { (finalizers, finalizerCount) = ([], 0) }

  private func randomize(_ call: LuaCall) throws {
    let block = try current(.randomize)
    isRandomized = true
    let given = call.stack.integer(at: 1) ?? call.stack.integer(at: 2)
    let isWanted = call.count == 0 || call.stack.boolean(at: 1)
    block.orderSeed = isWanted ? given.map { UInt64(bitPattern: $0) } ?? seed : nil
  }

  private func step(_ call: LuaCall) throws {
    switch phase {
    case .scenario, .hook, .finalizer: break
    case .block, .none: throw notSupported(.step)
    }
    guard let name = call.stack.string(at: 1) else {
      throw LuaFailure("step: expected a name first", code: "argument", hint: "step \"Open the menu\"")
    }
    let outer = session.step
    session.beginStep(try checked(name))
    guard call.count > 1 else { return }
    try checkCallable(.step, call, 2)
    _ = try call.callFunction(at: 2)
    session.step = outer
  }

  // MARK: Limits

  private func setTimeout(_ call: LuaCall) throws {
    // NaN is not a number of seconds either.
    guard let seconds = call.stack.number(at: 1), seconds >= 0.001 else {
      throw LuaFailure(
        "timeout: expected a number of seconds, 0.001 or more", code: "argument",
        hint: "timeout(30); timeout(math.huge) sets no limit.")
    }
    guard seconds.isInfinite || seconds <= VirtualTime.longestSpanInSeconds else {
      throw LuaFailure(
        "timeout: \(seconds) seconds are more than a device can simulate", code: "argument",
        hint: "Use timeout(math.huge) for no limit.")
    }
    try set(.timeout, SpecLimits(seconds: seconds))
  }

  private func setBudget(_ call: LuaCall) throws {
    guard let budget = call.stack.integer(at: 1), budget > 0 else {
      throw LuaFailure(
        "budget: expected a number of instructions, 1 or more", code: "argument", hint: "budget(1000000)")
    }
    try set(.budget, SpecLimits(budget: budget))
  }

  private func set(_ word: SpecWord, _ limits: SpecLimits) throws {
    switch phase {
    case .block(let block): block.limits = limits.within(block.limits)
    case .scenario where !session.code.isRunning: onLimits(limits)
    case .scenario, .hook, .finalizer, .none: throw notSupported(word)
    }
  }
}

extension SpecDefinitions {
  /// Implements `fact(id, options, body)`: a block named after the fact, with a scenario for each of its cells.
  func fact(_ call: LuaCall) throws {
    let parent = try current(.fact)
    let fact = try FactScenario(call)
    let line = Self.line(call)
    onFact(fact)
    call.stack.pushFunction { [unowned self] call in
      let block = try current(.fact)
      defer { session.cell = nil }
      for index in 0..<fact.count {
        let name = fact.name(ofCell: index)
        session.cell = name
        call.stack.pushFunction { call in
          try fact.run(cell: index, call)
          return 0
        }
        let body = bodies?.append(functionAt: call.stack.count, on: call.stack)
        call.stack.removeLast()
        _ = try add(name, body: body, to: block, at: line, of: fact.fact.id)
      }
      return 0
    }
    let block = SpecBlock(
      names: parent.names + [fact.fact.id.rawValue], word: .fact, line: line, cell: parent.cell, parent: parent,
      body: call.stack.reference(to: call.stack.count))
    if selection.includes(block: block.names) { parent.items.append(.block(block)) }
  }
}

/// A function that runs around scenarios.
struct SpecHook {
  /// The word that the script used.
  let word: SpecWord
  let function: LuaReference
  let line: Int?
}

/// A `describe` block, or a whole file: the items that its body defined, in their order.
final class SpecBlock {
  enum Item {
    case block(SpecBlock)
    case scenario(SpecList.Index)
    /// Has run; its items are released.
    case done
  }

  /// The names of the blocks around this one, and its own name; empty for a file.
  let names: [String]
  /// The word of the block; nil for the file.
  let word: SpecWord?
  let line: Int?

  /// Returns whether the block or one around it begins on a line.
  func begins(in line: Int) -> Bool { self.line == line || parent?.begins(in: line) ?? false }
  /// The matrix cell for which the block was made.
  let cell: String?
  weak var parent: SpecBlock?
  /// The body; nil before it is given, and after it has run.
  var body: LuaReference?

  var items: [Item] = []
  var beforeEach: [SpecHook] = []
  var afterEach: [SpecHook] = []
  var setups: [SpecHook] = []
  var teardowns: [SpecHook] = []
  var lazySetups: [SpecHook] = []
  var lazyTeardowns: [SpecHook] = []
  /// Whether the lazy setups succeeded; nil before the first scenario.
  var lazySetupSucceeded: Bool?
  /// The seed of the order of the block's items; nil to keep the order in which they were written.
  var orderSeed: UInt64?
  /// The state that `insulate` restores at the end of the block.
  var snapshot: BlockEnvironments.Snapshot?
  /// The limits of each of the block's scenarios.
  var limits = SpecLimits()
  /// The block's globals, once its body runs.
  var globals: BlockEnvironments.Level?

  init(
    names: [String] = [], word: SpecWord? = nil, line: Int? = nil, cell: String? = nil, parent: SpecBlock? = nil,
    body: LuaReference? = nil
  ) {
    (self.names, self.word, self.line, self.cell, self.parent) = (names, word, line, cell, parent)
    self.body = body
  }

  /// This block and those around it, the innermost first.
  var chain: [SpecBlock] { [self] + (parent?.chain ?? []) }

  /// Returns the limits of a scenario in this block.
  /// - Parameter outer: the limits if no block sets any.
  func limits(within outer: SpecLimits) -> SpecLimits { limits.within(parent?.limits(within: outer) ?? outer) }

  /// The number of blocks around this one.
  var depth: Int { (parent?.depth ?? -1) + 1 }
}

/// One `it`, or a `pending`.
struct Spec {
  let name: String
  /// The index of the scenario's function in the list of the file's scenarios; nil if it is pending.
  let body: Int64?
  /// The line of the call that defined the scenario.
  let line: Int?
  /// The matrix cell of the scenario, if it differs from that of the block.
  let cell: String?
}

/// The limits of a scenario; nil values are not set.
struct SpecLimits {
  /// The limit of virtual time in seconds; infinite for no limit.
  var seconds: Double?
  /// The limit of instructions.
  var budget: Int64?

  /// Returns these limits, with the outer ones for values that are not set.
  func within(_ outer: SpecLimits) -> SpecLimits {
    SpecLimits(seconds: seconds ?? outer.seconds, budget: budget ?? outer.budget)
  }

  /// ``seconds`` in the type of devices; nil if unlimited.
  var time: VirtualTime? { seconds.flatMap { try? VirtualTime(seconds: $0) } }
}

/// The scenarios of the running blocks, packed: a block may have hundreds of thousands.
struct SpecList {
  /// The index of a scenario.
  typealias Index = Int32

  private struct Entry {
    var nameEnd: UInt32
    /// The line; -1 if it is unknown.
    var line: Int32
    /// The index of the body; 0 for a pending scenario.
    var body: Int32
    /// The index in ``cells``; −1 if there is none.
    var cell: Int32
  }

  private var entries: [Entry] = []
  private var names: [UInt8] = []
  /// The names of cells. Scenarios of one cell are adjacent and share one entry.
  private var cells: [String] = []

  /// The maximum size of all names, in bytes.
  static let maximumNameBytes = 64 << 20

  var count: Int { entries.count }

  mutating func append(_ spec: Spec) -> Index {
    names.append(contentsOf: spec.name.utf8)
    if let cell = spec.cell, cells.last.map({ ExactText.isSame($0, cell) }) != true { cells.append(cell) }
    entries.append(
      Entry(
        nameEnd: UInt32(names.count), line: Int32(clamping: spec.line ?? -1), body: Int32(clamping: spec.body ?? 0),
        cell: spec.cell == nil ? -1 : Int32(clamping: cells.count - 1)))
    return Index(entries.count - 1)
  }

  mutating func setBody(_ body: Int64, of index: Index) { entries[Int(index)].body = Int32(clamping: body) }

  /// Removes all scenarios from index `count`.
  mutating func truncate(to count: Int) {
    guard count < entries.count else { return }
    names.removeLast(names.count - (count == 0 ? 0 : Int(entries[count - 1].nameEnd)))
    entries.removeLast(entries.count - count)
    if entries.isEmpty { cells = [] }
  }

  subscript(index: Index) -> Spec {
    let entry = entries[Int(index)]
    let start = index == 0 ? 0 : Int(entries[Int(index) - 1].nameEnd)
    return Spec(
      name: String(decoding: names[start..<Int(entry.nameEnd)], as: UTF8.self),
      body: entry.body == 0 ? nil : Int64(entry.body), line: entry.line < 0 ? nil : Int(entry.line),
      cell: entry.cell < 0 ? nil : cells[Int(entry.cell)])
  }
}
