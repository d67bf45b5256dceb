internal import CLuaSupport
import CWork

/// A safe, deterministic Lua state.
///
/// It lives on the thread that made it (it is not `Sendable`). Everything that enters Lua is protected: scripts that
/// fail, loop or eat memory come back as a thrown ``LuaError``; Swift frames are never crossed by a Lua error. What
/// counts as a bug of this class is written down in <doc:Safety>.
///
/// ```swift
/// let lua = try LuaState()
/// let function = try lua.load("return 1 + 1", chunkName: "=example")
/// let results = try lua.call(function)            // [.integer(2)]
/// ```
public final class LuaState {
  /// The C state; internal to the engine.
  let thread: OpaquePointer
  /// What the state was set up with.
  public var options: LuaOptions
  /// Where printed text goes and the time comes from.
  public weak var host: (any LuaHost)? {
    didSet { hs_start_clock(thread) }
  }
  /// What the embedding keeps for this state; functions find it through ``LuaCall/state``.
  public var session: AnyObject?
  /// Hears of every Swift object that the state takes over or that keeps a value of it; for tests.
  package var objectObserver: ((AnyObject) -> Void)? {
    didSet { LuaObjectObserver.isWantedFromNowOn() }
  }
  /// The types that objects of this state have; C knows them by address.
  var types: [LuaType] = []
  /// What functions of the API are called, by their address; they live as long as the state.
  private var boundNames: [UnsafeRawPointer: String] = [:]
  /// Those functions, so that none is freed and its address used again.
  private var namedFunctions: [LuaReference] = []
  /// Says what is in a table that a script has raised.
  public var contentOfTable: ((LuaReference) -> String?)?
  /// Hears of each failure that a Swift function raises.
  public var onFailure: ((LuaFailure) -> Void)?
  /// Hears of the text of each file that is compiled.
  public var onSource: ((_ file: String, _ text: ContiguousArray<UInt8>) -> Void)?
  /// The lines that can run, of each chunk whose lines are noted; nil where none are.
  var watchedLines: [String: Set<Int>]?
  /// What references to its values share with it.
  let stateHandle: LuaStateHandle

  /// A state with the deterministic library.
  /// - Throws: ``LuaError`` when there is no memory for it.
  public init(_ options: LuaOptions = LuaOptions()) throws(LuaError) {
    var callbacks = LuaCallbacks.table
    guard let thread = hs_new(&callbacks, options.seed) else {
      throw LuaError(kind: .memory, message: "out of memory for a Lua state")
    }
    self.thread = thread
    self.options = options
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

  /// The state that `thread` belongs to.
  static func of(_ thread: OpaquePointer) -> LuaState {
    // The context is set before any Lua code can run, and the state outlives its C state.
    Unmanaged<LuaState>.fromOpaque(hs_context(thread)).takeUnretainedValue()
  }

  // MARK: Limits

  /// Counts the memory ceiling anew from what is in use now; called once the host has set up its globals.
  public func armCeiling() {
    hs_set_ceiling(thread, options.memoryCeiling, options.hostHeadroom)
  }

  /// Gives what runs next a fresh budget, and takes back a stop.
  /// - Parameter takesBackInterrupt: whether a Ctrl-C is taken back, too; else one that comes at this moment stops what
  ///   runs next.
  public func arm(budget: Int64? = nil, takesBackInterrupt: Bool = false) {
    hs_arm(thread, budget ?? options.budget, takesBackInterrupt)
  }

  /// What is left of the budget, in units.
  public var remainingBudget: Int64 { hs_budget_left(thread) }

  /// Why the script was stopped since the last ``arm(budget:takesBackInterrupt:)``, if it was.
  public var stop: LuaError.Stop? { LuaError.Stop(hs_stop(thread)) }

  /// Bytes that the state uses.
  public var memoryInUse: Int { hs_memory_in_use(thread) }

  /// Tells the collector of memory that objects of the state have taken since they came to Lua, in bytes: it collects
  /// when much has come together.
  public func weigh(_ bytes: Int) {
    if bytes > 0 { hs_weigh(hs_running(thread), bytes) }
  }

  /// Between two pieces of work: collects when much garbage has come together. From then on the collector waits for these
  /// calls, as long as there is memory, so that what is garbage is the same each time the same is done.
  public func collectBetween() {
    drainReleased()
    hs_collect_between(thread)
    drainReleased()
  }

  // MARK: Entering Lua

  /// Calls a function and leaves its one result on the stack, uncopied.
  public func call(_ function: LuaReference, keepingResultOf arguments: [any LuaPushable]) throws(LuaError) {
    drainReleased()
    let stack = self.stack
    try stack.reserve(arguments.count + 8)
    stack.push(function)
    for argument in arguments { argument.push(onto: stack) }
    try stack.call(argumentCount: arguments.count, resultCount: 1)
  }

  /// Calls a function and gives its results.
  /// - Throws: ``LuaError``: what the script raised, or why it was stopped.
  @discardableResult
  public func call(_ function: LuaReference, _ arguments: any LuaPushable...) throws(LuaError) -> [LuaValue] {
    try call(function, arguments: arguments)
  }

  /// Calls a function and gives its results.
  @discardableResult
  public func call(_ function: LuaReference, arguments: [any LuaPushable]) throws(LuaError) -> [LuaValue] {
    try call(
      function: {
        $0.push(function)
        return true
      }, arguments: arguments)
  }

  /// Calls a function and gives its results as they are: tables are not copied.
  /// - Throws: ``LuaError``: what the script raised, or why it was stopped.
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

  /// Calls what `function` pushes; does nothing when it pushes nothing.
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

  /// The value of a global that is set, or nil.
  public func global(_ name: String) -> LuaReference {
    let stack = self.stack
    stack.pushGlobals()
    stack.pushRaw(name, of: -1)
    defer { stack.removeLast(2) }
    return stack.reference(to: -1)
  }

  /// Text of a value as `tostring` gives it (metamethods run, protected).
  public func describe(_ value: some LuaPushable) throws(LuaError) -> String {
    let stack = self.stack
    value.push(onto: stack)
    defer { stack.removeLast() }
    return try stack.describe(at: -1)
  }

  /// The stack of the thread that runs now, for code that moves values itself.
  public var stack: LuaStack { LuaStack(hs_running(thread)) }

  /// A table with the globals that are set now and copies of the libraries: what a script later does to its own
  /// `string` or `pairs` is not seen by code that runs in it.
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

  /// Makes a table the environment (`_ENV`) of a chunk that was loaded and not yet run.
  public func setEnvironment(_ environment: LuaReference, of chunk: LuaReference) {
    let stack = self.stack
    stack.push(chunk)
    stack.push(environment)
    if lua_setupvalue(stack.thread, -2, 1) == nil { stack.removeLast() }
    stack.removeLast()
  }

  // MARK: Names of functions, for help

  /// Keeps the name of a function that the state never frees.
  public func remember(functionAt index: Int, as name: String, on stack: LuaStack) {
    guard let address = lua_topointer(stack.thread, Int32(index)), boundNames[address] == nil else { return }
    boundNames[address] = name
    namedFunctions.append(stack.reference(to: index))
  }

  /// The name of the function at `index`, if it has one.
  public func boundName(at index: Int, on stack: LuaStack) -> String? {
    lua_topointer(stack.thread, Int32(index)).flatMap { boundNames[$0] }
  }

  // MARK: Maintenance

  /// Frees what references gave back. References are released at any time, also inside Lua's collector, so their
  /// slots wait here until no Lua code is under way.
  func drainReleased() {
    guard !stateHandle.releasedSlots.isEmpty || !stateHandle.releasedAnchorSlots.isEmpty else { return }
    // Freeing can run the collector, whose releases note more slots: they go into new lists.
    let slots = stateHandle.releasedSlots
    let anchorSlots = stateHandle.releasedAnchorSlots
    stateHandle.releasedSlots = []
    stateHandle.releasedAnchorSlots = []
    for slot in slots { luaL_unref(thread, hs_registry_index, slot) }
    for (anchor, slot) in anchorSlots { hs_anchor_free(thread, anchor, slot) }
  }

  /// How many released slots wait at most while Lua code goes on calling out and never in.
  private static let maximumWaitingSlots = 256

  /// Called before a slot is taken, so that slots cannot pile up.
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

/// How a ``LuaState`` is set up. The defaults fit a scenario script.
public struct LuaOptions: Sendable {
  /// Bytes that scripts may allocate; more gives Lua's `not enough memory`.
  public var memoryCeiling: Int
  /// Bytes that the process may take beside them, mostly for what Swift keeps for scripts.
  public var hostHeadroom: Int
  /// Units one entry into Lua may use: a VM instruction or one step of a library function each.
  public var budget: Int64
  /// What scripts and settings may raise the budget to.
  public var mostBudget: Int64
  /// Seed of `math.random`.
  public var seed: UInt64

  /// 256 MiB.
  public static let defaultMemoryCeiling = 256 << 20
  /// 768 MiB: with the ceiling of scripts, one GiB.
  public static let defaultHostHeadroom = 768 << 20
  /// 50 million units: an endless loop ends in a fraction of a second.
  public static let defaultBudget: Int64 = 50_000_000
  /// A billion units.
  public static let defaultMostBudget: Int64 = 1_000_000_000

  /// 1.
  public static let defaultSeed: UInt64 = 1

  /// Options that differ from those of a scenario script in what is given.
  /// - Parameter budget: also the most that scripts may raise it to; nil: the defaults.
  public init(
    memoryCeiling: Int = LuaOptions.defaultMemoryCeiling,
    budget: Int64? = nil,
    hostHeadroom: Int = LuaOptions.defaultHostHeadroom,
    seed: UInt64 = LuaOptions.defaultSeed
  ) {
    self.memoryCeiling = memoryCeiling
    self.budget = budget ?? Self.defaultBudget
    mostBudget = budget ?? Self.defaultMostBudget
    self.hostHeadroom = hostHeadroom
    self.seed = seed
  }
}

/// What a state takes from the world outside: where `print` and `io.write` go, which time it is, who hears of what is not
/// deterministic. A state without one prints nothing and stands at the epoch.
public protocol LuaHost: AnyObject {
  /// One call of `print` (no line end).
  func print(_ text: String)
  /// Bytes that `io.write` was given; a line may come in pieces.
  func write(_ bytes: UnsafeRawBufferPointer)
  /// The virtual clock in milliseconds since 1970, behind `os.time`, `os.date` and `os.clock`.
  var millisecondsSince1970: Int64 { get }
  /// The script depends on something that is not deterministic; `text` says what, in one sentence.
  func note(_ text: String)
}

/// What a state shares with the references to its values, which may outlive it. A `weak` reference to the state would do the
/// same, and make every use of the state slow from then on.
final class LuaStateHandle {
  /// The C state; nil when it has been closed.
  private var thread: OpaquePointer?
  /// Registry slots of references that were released; freed at the next safe moment.
  var releasedSlots: [Int32] = []
  /// The same for anchors: (anchor, slot).
  var releasedAnchorSlots: [(anchor: Int32, slot: Int32)] = []

  init(_ thread: OpaquePointer) { self.thread = thread }

  /// The state; nil when it has gone.
  var state: LuaState? { thread.map(LuaState.of) }

  /// The state goes away.
  func cut() { thread = nil }
}

extension LuaState {
  /// From now on so many units of the budget are left.
  public func setBudget(_ units: Int64) { hs_set_budget(thread, units) }

  /// Runs `body` with at most `units` of what is left of the budget. What it uses is taken from the budget.
  ///
  /// Code that wants more is stopped like a script at the end of its budget: no pcall and no coroutine of its own
  /// outlives that. Unlike there, the caller goes on, as long as the budget itself is not used up.
  /// - Returns: the outcome of `body`, and whether it was stopped for want of more units. Then the outcome means
  ///   nothing; most often it is the ``LuaError`` of the stop.
  @inlinable
  public func withAllowance<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, isUsedUp: Bool) {
    // Inlinable: where it is called the type of the outcome is known; else each call would look it up.
    var outcome: Result<Outcome, any Error>?
    let isUsedUp = spend(atMost: units) { outcome = Result { try body() } }
    // The body has run.
    return (outcome ?? .failure(CancellationError()), isUsedUp)
  }

  /// Runs `body` with at most `units` of what is left of the budget.
  /// - Returns: whether it was stopped for want of more units.
  @usableFromInline
  func spend(atMost units: Int64, _ body: () -> Void) -> Bool {
    var allowance = hs_begin_allowance(thread, units)
    body()
    return hs_end_allowance(thread, &allowance)
  }

  /// Runs `body` with a budget of its own, beside the one in force, which stays as it is.
  ///
  /// Code that wants more is stopped as in ``withAllowance(_:_:)``, and the caller goes on. A Ctrl-C or deadline stops
  /// both.
  /// - Returns: the outcome of `body`, the units that it used, and whether it was stopped for want of more; then the
  ///   outcome means nothing.
  public func withOwnBudget<Outcome>(
    _ units: Int64, _ body: () throws -> Outcome
  ) -> (outcome: Result<Outcome, any Error>, used: Int64, isUsedUp: Bool) {
    let before = hs_budget_left(thread)
    // One more than the allowance, because an allowance of everything is no limit of its own.
    hs_set_budget(thread, units + 1)
    let (outcome, isUsedUp) = withAllowance(units, body)
    let used = units + 1 - hs_budget_left(thread)
    hs_set_budget(thread, before)
    return (outcome, max(0, used), isUsedUp)
  }
}

extension LuaState {
  /// Calls `object:name(…)` and gives its results.
  /// - Throws: ``LuaError``, also when the object has no such method.
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
  /// Bytes that the whole process has allocated; 0 where the system does not tell.
  package static var processMemory: Int { hs_process_memory() }
}

/// Want of memory at a chosen moment, for tests.
extension LuaState {
  /// Counts what scripts allocate from now on and refuses the allocation with this number; 1 is the next one, 0 is
  /// none. Lua's second attempt, after a collection, is refused as well.
  /// - Parameter forGood: all that follow are refused, too.
  package func refuseAllocation(_ number: Int, forGood: Bool = false) {
    hs_refuse_allocation(thread, Int64(number), forGood)
  }

  /// Ends the counting and refusing.
  package func refuseNoAllocation() { hs_refuse_nothing(thread) }

  /// How many allocations were counted.
  package var countedAllocations: Int { Int(hs_counted_allocations(thread)) }
}

extension LuaState {
  /// Runs `body`; the random numbers that come afterwards are those that would have come without it.
  ///
  /// For what only looks: code of the script's that shows a value may draw numbers, and what is looked at must not
  /// decide what the script draws next.
  public func keepingRandomState<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    var random = hs_random()
    let isKept = hs_get_random(thread, &random)
    defer { if isKept { hs_set_random(thread, &random) } }
    return try body()
  }
}
