internal import CLuaSupport
import CWork

/// A safe, deterministic Lua state.
///
/// A state belongs to the thread that created it (it is not `Sendable`). Every entry into Lua is protected: a script
/// that fails, loops or exhausts memory results in a thrown ``LuaError``, and a Lua error never crosses Swift frames.
/// <doc:Safety> defines what counts as a bug of this class.
///
/// ```swift
/// let lua = try LuaState()
/// let function = try lua.load("return 1 + 1", chunkName: "=example")
/// let results = try lua.call(function)            // [.integer(2)]
/// ```
public final class LuaState {
  /// The C state, internal to the engine.
  let thread: OpaquePointer
  /// The options of the state.
  public var options: LuaOptions
  /// The destination of printed text and the source of the time.
  public weak var host: (any LuaHost)? {
    didSet { hs_start_clock(thread) }
  }
  /// An object that the host keeps for this state. Functions access it through ``LuaCall/state``.
  public var session: AnyObject?
  /// Called for every Swift object that the state takes over or that keeps a value of the state; for tests.
  package var objectObserver: ((AnyObject) -> Void)? { didSet { LuaObjectObserver.isWantedFromNowOn() } }
  /// The types of this state's objects. C refers to them by address.
  var types: [LuaType] = []
  /// The names of API functions by address. The functions live as long as the state.
  private var boundNames: [UnsafeRawPointer: String] = [:]
  /// References to the functions in ``boundNames``, so that no address is reused.
  private var namedFunctions: [LuaReference] = []
  /// Describes the content of a table that a script raised.
  public var contentOfTable: ((LuaReference) -> String?)?
  /// Called with the text of each file that is compiled.
  public var onSource: ((_ file: String, _ text: ContiguousArray<UInt8>) -> Void)?
  /// The state that is shared with references.
  let stateHandle: LuaStateHandle

  /// Creates a state with the deterministic library.
  /// - Throws: ``LuaError`` if memory is exhausted.
  public init(_ options: LuaOptions = LuaOptions()) throws(LuaError) {
    var callbacks = LuaCallbacks.table
    guard let thread = hs_new(&callbacks, options.seed) else {
      throw LuaError(kind: .memory, message: "not enough memory for a Lua state")
    }
    (self.thread, self.options) = (thread, options)
    stateHandle = LuaStateHandle(thread)
    hs_set_context(thread, Unmanaged.passUnretained(self).toOpaque())
    installFailureMembers()
    hs_set_ceiling(thread, options.memoryCeiling, options.hostHeadroom)
    hs_arm_first(thread, options.budget)
  }

  deinit {
    stateHandle.cut()
    hs_close(thread)
  }

  /// Returns the state of a `thread`.
  static func of(_ thread: OpaquePointer) -> LuaState {
    // The context is set before any Lua code can run, and the state outlives its C state.
    Unmanaged<LuaState>.fromOpaque(hs_context(thread)).takeUnretainedValue()
  }

  // MARK: Limits

  /// Starts the memory ceiling at the current usage. Call this after the host has set its globals.
  public func armCeiling() { hs_set_ceiling(thread, options.memoryCeiling, options.hostHeadroom) }

  /// Resets the budget for the next code, and clears a stop.
  /// - Parameter takesBackInterrupt: whether to clear a Ctrl-C too. If false, a Ctrl-C that arrives now stops the next
  ///   code.
  public func arm(budget: Int64? = nil, takesBackInterrupt: Bool = false) {
    hs_arm(thread, budget ?? options.budget, takesBackInterrupt)
  }

  /// The remaining budget, in units.
  public var remainingBudget: Int64 { hs_budget_left(thread) }

  /// The reason for a stop since the last ``arm(budget:takesBackInterrupt:)``, if any.
  public var stop: LuaError.Stop? { LuaError.Stop(hs_stop(thread)) }

  /// The number of bytes that the state uses.
  public var memoryInUse: Int { hs_memory_in_use(thread) }

  /// Reports to the collector the bytes that objects have allocated since they were pushed. Collects garbage if the
  /// amount is large.
  public func weigh(_ bytes: Int) { if bytes > 0 { hs_weigh(hs_running(thread), bytes) } }

  /// Collects between two pieces of work if there is much garbage. After the first call, the collector runs only in
  /// these calls while memory suffices, so that repeated work produces the same garbage.
  public func collectBetween() {
    drainReleased()
    hs_collect_between(thread)
    drainReleased()
  }

  // MARK: Entering Lua

  /// Calls a function, and leaves its one result on the stack without copying it.
  public func call(_ function: LuaReference, keepingResultOf arguments: [any LuaPushable]) throws(LuaError) {
    drainReleased()
    let stack = self.stack
    try stack.reserve(arguments.count + 8)
    stack.push(function)
    for argument in arguments { argument.push(onto: stack) }
    try stack.call(argumentCount: arguments.count, resultCount: 1)
  }

  /// Calls a function and returns its results.
  /// - Throws: ``LuaError``, raised by the script or caused by a stop.
  @discardableResult
  public func call(_ function: LuaReference, _ arguments: any LuaPushable...) throws(LuaError) -> [LuaValue] {
    try call(function, arguments: arguments)
  }

  /// Calls a function and returns its results.
  @discardableResult
  public func call(_ function: LuaReference, arguments: [any LuaPushable]) throws(LuaError) -> [LuaValue] {
    try call(
      function: {
        $0.push(function)
        return true
      }, arguments: arguments)
  }

  /// Calls a function and returns references to its results, without copying tables.
  /// - Throws: ``LuaError``, raised by the script or caused by a stop.
  public func results(
    of function: LuaReference, _ arguments: [any LuaPushable] = []
  ) throws(LuaError) -> [LuaReference] {
    try call(
      function: {
        $0.push(function)
        return true
      }, arguments
    ) { $0.reference(to: $1) }
  }

  /// Calls the function that `function` pushes; does nothing if it pushes none.
  func call(function: (LuaStack) -> Bool, arguments: [any LuaPushable]) throws(LuaError) -> [LuaValue] {
    try call(function: function, arguments) { $0.value(at: $1) }
  }

  private func call<Result>(
    function: (LuaStack) -> Bool, _ arguments: [any LuaPushable], result: (LuaStack, _ index: Int) -> Result
  ) throws(LuaError) -> [Result] {
    drainReleased()
    let stack = self.stack
    let top = stack.count
    try stack.reserve(arguments.count + 8)
    guard function(stack) else { return [] }
    for argument in arguments { argument.push(onto: stack) }
    try stack.call(argumentCount: arguments.count, resultCount: Int(LUA_MULTRET))
    defer { stack.removeLast(stack.count - top) }
    hs_work_count(Int64(stack.count - top))
    var results: [Result] = []
    for index in stride(from: top + 1, through: stack.count, by: 1) { results.append(result(stack, index)) }
    return results
  }

  /// Sets a global without running metamethods.
  public func setGlobal(_ name: String, to value: some LuaPushable) {
    let stack = self.stack
    stack.pushGlobals()
    value.push(onto: stack)
    stack.setRaw(name, in: -2)
    stack.removeLast()
  }

  /// Returns the value of a global, or nil.
  public func global(_ name: String) -> LuaReference {
    let stack = self.stack
    stack.pushGlobals()
    stack.pushRaw(name, of: -1)
    defer { stack.removeLast(2) }
    return stack.reference(to: -1)
  }

  /// Returns the text of a value, as in `tostring`. Metamethods run in protected mode.
  public func describe(_ value: some LuaPushable) throws(LuaError) -> String {
    let stack = self.stack
    value.push(onto: stack)
    defer { stack.removeLast() }
    return try stack.describe(at: -1)
  }

  /// The stack of the running thread, for code that moves values directly.
  public var stack: LuaStack { LuaStack(hs_running(thread)) }

  /// Returns a table with the current globals and copies of the libraries. Code that runs in it does not see later
  /// changes to the script's `string` or `pairs`.
  public func copyEnvironment() -> LuaReference {
    let stack = self.stack
    stack.pushTable(fieldCapacity: 32)
    stack.pushGlobals()
    stack.copyFields(of: -1, to: -2) { key in
      guard key != "_G", stack.kind(at: -1) == .table else { return }
      stack.pushTable(fieldCapacity: 32)
      stack.copyFields(of: -2, to: -1) { _ in }
      stack.remove(at: -2)
    }
    stack.removeLast()
    let environment = stack.reference(to: -1)
    stack.removeLast()
    return environment
  }

  /// Sets a table as the environment (`_ENV`) of a chunk that has not run yet.
  public func setEnvironment(_ environment: LuaReference, of chunk: LuaReference) {
    let stack = self.stack
    stack.push(chunk)
    stack.push(environment)
    if lua_setupvalue(stack.thread, -2, 1) == nil { stack.removeLast() }
    stack.removeLast()
  }

  // MARK: Names of functions, for help

  /// Records the name of a function that the state never frees.
  public func remember(functionAt index: Int, as name: String, on stack: LuaStack) {
    guard let address = lua_topointer(stack.thread, Int32(index)), boundNames[address] == nil else { return }
    boundNames[address] = name
    namedFunctions.append(stack.reference(to: index))
  }

  /// Returns the name of the function at `index`, if it has one.
  public func boundName(at index: Int, on stack: LuaStack) -> String? {
    lua_topointer(stack.thread, Int32(index)).flatMap { boundNames[$0] }
  }

  // MARK: Maintenance

  /// Frees the slots of released references. A release can happen inside Lua's collector, so slots wait here until no
  /// Lua code is running.
  func drainReleased() {
    guard !stateHandle.releasedSlots.isEmpty || !stateHandle.releasedAnchorSlots.isEmpty else { return }
    // Freeing can run the collector. The slots that it releases go into new lists.
    let slots = stateHandle.releasedSlots
    let anchorSlots = stateHandle.releasedAnchorSlots
    stateHandle.releasedSlots = []
    stateHandle.releasedAnchorSlots = []
    for slot in slots { luaL_unref(thread, hs_registry_index, slot) }
    for (anchor, slot) in anchorSlots { hs_anchor_free(thread, anchor, slot) }
  }

  /// The maximum number of released slots that wait to be freed. Normally they are freed when the host calls Lua; this
  /// limits them while Lua only calls the host.
  private static let maximumWaitingSlots = 256

  /// Frees the waiting slots if there are many. Called before a slot is taken.
  func drainIfMany() {
    if stateHandle.releasedSlots.count + stateHandle.releasedAnchorSlots.count > Self.maximumWaitingSlots {
      drainReleased()
    }
  }

  /// Pops the error value on top of the stack.
  func takeError(status: Int32, isOfDescription: Bool = false) -> LuaError {
    LuaError.pop(from: self, on: stack, status: status, isOfDescription: isOfDescription)
  }
}

/// The options of a ``LuaState``. The defaults suit a scenario script.
public struct LuaOptions: Sendable {
  /// The number of bytes that scripts may allocate, before Lua's `not enough memory`.
  public var memoryCeiling: Int
  /// The number of additional bytes that the process may use, mostly for Swift objects of scripts.
  public var hostHeadroom: Int
  /// The units for one entry into Lua: each VM instruction or step of a library function is one unit.
  public var budget: Int64
  /// The maximum budget that scripts and settings may set.
  public var mostBudget: Int64
  /// The seed of `math.random`.
  public var seed: UInt64

  /// 256 MiB.
  public static let defaultMemoryCeiling = 256 << 20
  /// 768 MiB. With the memory ceiling of scripts, this is one GiB.
  public static let defaultHostHeadroom = 768 << 20
  /// 50 million units, so that an endless loop ends within a fraction of a second.
  public static let defaultBudget: Int64 = 50_000_000
  /// One billion units.
  public static let defaultMostBudget: Int64 = 1_000_000_000

  /// The default seed, 1.
  public static let defaultSeed: UInt64 = 1

  /// Creates options with the defaults of a scenario script.
  /// - Parameter budget: also the maximum that scripts may set; nil for the defaults.
  public init(
    memoryCeiling: Int = LuaOptions.defaultMemoryCeiling,
    budget: Int64? = nil,
    hostHeadroom: Int = LuaOptions.defaultHostHeadroom,
    seed: UInt64 = LuaOptions.defaultSeed
  ) {
    self.memoryCeiling = memoryCeiling
    self.budget = budget ?? Self.defaultBudget
    mostBudget = budget ?? Self.defaultMostBudget
    (self.hostHeadroom, self.seed) = (hostHeadroom, seed)
  }
}

/// The outside world of a state: the destination of `print` and `io.write`, the time, and notes on nondeterminism. A
/// state without a host prints nothing, and its clock stays at the epoch.
public protocol LuaHost: AnyObject {
  /// Prints the text of one call of `print`, without a line ending.
  func print(_ text: String)
  /// Writes the bytes of `io.write`. A line may arrive in pieces.
  func write(_ bytes: UnsafeRawBufferPointer)
  /// The virtual clock of `os.time`, `os.date` and `os.clock`, in milliseconds since 1970.
  var millisecondsSince1970: Int64 { get }
  /// Reports that the script depends on something nondeterministic; `text` is a sentence.
  func note(_ text: String)
}

/// The data that a state shares with references, which may outlive it. A `weak` reference to the state would also work,
/// but would slow down every later use of the state.
final class LuaStateHandle {
  /// The C state; nil after it is closed.
  private var thread: OpaquePointer?
  /// The registry slots of released references, to be freed at the next safe moment.
  var releasedSlots: [Int32] = []
  /// The slots of released anchored references.
  var releasedAnchorSlots: [(anchor: Int32, slot: Int32)] = []

  init(_ thread: OpaquePointer) { self.thread = thread }

  /// The state; nil after it is released.
  var state: LuaState? { thread.map(LuaState.of) }

  /// Ends the connection when the state is released.
  func cut() { thread = nil }
}

extension LuaState {
  /// Sets the remaining budget.
  public func setBudget(_ units: Int64) { hs_set_budget(thread, units) }

  /// Runs `body` with at most `units` of the remaining budget, from which its use is deducted.
  ///
  /// Code that exceeds the limit is stopped like a script without a budget, despite `pcall` and coroutines. But the
  /// caller continues, unless the whole budget is used up.
  /// - Returns: the outcome of `body`, and whether it exceeded its limit. In that case, ignore the outcome, which is
  ///   usually the ``LuaError`` of the stop.
  @inlinable
  public func withAllowance<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, isUsedUp: Bool) {
    // Inlinable, so that the type of the outcome is known to the caller and not looked up at run time.
    var outcome: Result<Outcome, any Error>?
    let isUsedUp = spend(atMost: units) { outcome = Result { try body() } }
    // `body` has run.
    return (outcome ?? .failure(CancellationError()), isUsedUp)
  }

  /// Runs `body` with at most `units` of the remaining budget.
  /// - Returns: whether it exceeded the limit.
  @usableFromInline
  func spend(atMost units: Int64, _ body: () -> Void) -> Bool {
    var allowance = hs_begin_allowance(thread, units)
    body()
    return hs_end_allowance(thread, &allowance)
  }

  /// Runs `body` with a separate budget. The current budget does not change.
  ///
  /// Code that exceeds the limit is stopped as in ``withAllowance(_:_:)``, and the caller continues. A Ctrl-C or
  /// deadline stops both.
  /// - Returns: the outcome of `body`, the units that it used, and whether it exceeded the limit. In that case, ignore
  ///   the outcome.
  public func withOwnBudget<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, used: Int64, isUsedUp: Bool) {
    let before = hs_budget_left(thread)
    // One unit more than the allowance, because an allowance of the whole budget is not a separate limit.
    hs_set_budget(thread, units + 1)
    let (outcome, isUsedUp) = withAllowance(units, body)
    let used = units + 1 - hs_budget_left(thread)
    hs_set_budget(thread, before)
    return (outcome, max(0, used), isUsedUp)
  }
}

extension LuaState {
  /// Calls `object:name(…)` and returns its results.
  /// - Throws: ``LuaError``, also if the object does not have the method.
  @discardableResult
  public func call(
    method name: String, of object: some LuaPushable, arguments: [any LuaPushable] = []
  ) throws(LuaError) -> [LuaValue] {
    drainReleased()
    let stack = self.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    try stack.reserve(arguments.count + 2)
    object.push(onto: stack)
    try stack.pushMember(name, of: -1)
    stack.swapLast()
    for argument in arguments { argument.push(onto: stack) }
    try stack.call(argumentCount: arguments.count + 1, resultCount: Int(LUA_MULTRET))
    var results: [LuaValue] = []
    for index in stride(from: top + 1, through: stack.count, by: 1) { results.append(stack.value(at: index)) }
    return results
  }
}

extension LuaState {
  /// The number of bytes that the whole process has allocated; 0 if the system does not report it.
  package static var processMemory: Int { hs_process_memory() }
}

/// Simulated allocation failures, for tests.
extension LuaState {
  /// Starts counting the allocations of scripts, and refuses the one with this number; 1 is the next, 0 means none.
  /// Lua's retry after a collection is refused too.
  /// - Parameter forGood: whether all later allocations are refused too.
  package func refuseAllocation(_ number: Int, forGood: Bool = false) {
    hs_refuse_allocation(thread, Int64(number), forGood)
  }

  /// Stops counting and refusing.
  package func refuseNoAllocation() { hs_refuse_nothing(thread) }

  package var countedAllocations: Int { Int(hs_counted_allocations(thread)) }
}

extension LuaState {
  /// Runs `body` without affecting the random numbers that the script draws later.
  ///
  /// Use this for inspection: code of the script that displays a value may draw random numbers, and must not change
  /// those that the script draws next.
  public func keepingRandomState<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let kept = randomState
    defer { randomState = kept }
    return try body()
  }

  /// The state of `math.random`, four numbers; nil without the library.
  public var randomState: [UInt64]? {
    get {
      var random = hs_random()
      guard hs_get_random(thread, &random) else { return nil }
      return [random.words.0, random.words.1, random.words.2, random.words.3]
    }
    set {
      guard let words = newValue, words.count == 4 else { return }
      var random = hs_random(words: (words[0], words[1], words[2], words[3]))
      hs_set_random(thread, &random)
    }
  }
}
