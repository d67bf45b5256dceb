import Events
internal import HomeScreenSimulator
package import LuaAPI
package import LuaEngine
import PropertyLists

/// The result of a scenario, a hook or a block.
struct SpecOutcome {
  let name: [String]
  let line: Int?
  let cell: String?
  let status: ScenarioResult.Status
  var error: LuaError?
  /// Whether this is a scenario that ran, and not a hook or a block.
  var isScenario = false
  /// The name of the step that failed.
  var step: String?
  /// The hook; its word is the end of the name.
  var hook: SpecWord?
  /// An addition to the error's own hint.
  var note: String?
  /// A replacement for the error's hint.
  var hint: String?
}

/// Runs the blocks of a file as busted does: first the body of a block, then the items that it defined, in order.
final class SpecRunner {
  let session: Session
  private let options: RunOptions
  let definitions: SpecDefinitions
  let environments: BlockEnvironments
  /// Called before each scenario and hook with its name.
  let willRun: (_ name: [String]) -> Void
  /// Called when a scenario begins.
  private let willBegin: () -> Void
  private let report: (SpecOutcome) -> Void
  private let note: (String) -> Void
  var onFailure = FailureHooks()
  /// Whether nothing more runs, because of Ctrl-C or a failure that ends the run.
  private(set) var hasEnded = false
  /// Whether the person who looked at a failure ended the run.
  private(set) var wasEnded = false
  /// Whether Ctrl-C ended the run.
  private(set) var isInterrupted = false
  /// The limits of the current scenario.
  private(set) var limits = SpecLimits()
  /// The state of `math.random` after the file's own code.
  private var randomState: [UInt64]?
  /// Whether the watchdog has stopped a script since ``startClock()``.
  private(set) var isOutOfTime = false

  init(
    _ session: Session, options: RunOptions, definitions: SpecDefinitions, willRun: @escaping ([String]) -> Void,
    willBegin: @escaping () -> Void, report: @escaping (SpecOutcome) -> Void, note: @escaping (String) -> Void
  ) {
    (self.session, self.options, self.definitions, self.willRun) = (session, options, definitions, willRun)
    (self.willBegin, self.report, self.note) = (willBegin, report, note)
    environments = BlockEnvironments(in: session)
    definitions.onLimits = { [unowned self] in tighten($0) }
  }

  /// Runs a file.
  /// - Parameter cell: the name of the cell of the settings' matrix; nil for none.
  /// - Throws: `LuaError`, the error of the file's own code.
  func run(file chunk: LuaReference, cell: String?) throws {
    environments.adopt(chunk)
    let file = SpecBlock(cell: cell, body: chunk)
    let globals = environments.makeLevel(in: environments.outermost)
    file.globals = globals
    environments.enter(globals)
    defer { environments.enter(globals) }
    if let error = callBody(of: file) { throw error }
    session.deliverWaitingEvents()
    randomState = session.lua.randomState
    runItems(of: file)
  }

  /// Gives a block or a scenario random numbers that do not depend on what ran before it.
  fileprivate func restartRandom(_ name: [String]) {
    var hash = FNV1a64()
    hash.feed(name.joined(separator: " "))
    var numbers = SplitMix64(seed: hash.value)
    session.lua.randomState = randomState?.map { $0 ^ numbers.next() }
  }

  // MARK: Blocks

  private func run(_ block: SpecBlock, in parent: SpecBlock) {
    guard block.body != nil else {
      return note("\(block.word?.rawValue ?? "") \"\(block.names.joined(separator: " "))\" has no body")
    }
    let outer = parent.globals ?? environments.outermost
    let globals = environments.makeLevel(in: outer)
    block.globals = globals
    do {
      block.snapshot = block.word == .insulate ? try environments.save() : nil
      runInsulated(block, globals, outer: parent.parent?.globals ?? environments.outermost)
      if let snapshot = block.snapshot { try environments.restore(snapshot) }
      // Changes of an `expose` block to `_G` survive the `insulate` block around it.
      if block.word == .expose, parent.snapshot != nil { parent.snapshot = try environments.save() }
    } catch let error {
      deliver(SpecOutcome(name: block.names, line: block.line, cell: block.cell, status: .error, error: error))
    }
  }

  private func runInsulated(_ block: SpecBlock, _ globals: BlockEnvironments.Level, outer: BlockEnvironments.Level) {
    // `expose`: assignments in the body are visible around the block.
    environments.enter(globals, writingTo: block.word == .expose ? outer : nil)
    let firstSpec = definitions.specs.count
    defer { definitions.forgetSpecs(from: firstSpec) }
    if let error = callBody(of: block) {
      return deliver(SpecOutcome(name: block.names, line: block.line, cell: block.cell, status: .error, error: error))
    }
    runItems(of: block)
  }

  private func callBody(of block: SpecBlock) -> LuaError? {
    guard let body = block.body else { return nil }
    block.body = nil
    block.orderSeed = options.shuffleSeed
    willRun(block.names)
    restartRandom(block.names)
    definitions.phase = .block(block)
    session.cell = nil
    defer {
      definitions.phase = .none
      session.cell = nil
    }
    startClock()
    return call(body)
  }

  /// Runs the items of a block after its body, as busted does.
  private func runItems(of block: SpecBlock) {
    if let seed = block.orderSeed { ShuffledOrder(seed: seed).apply(to: &block.items) }
    if options.isListing || runHooks(block.setups, of: block, note: "The scenarios of this block were not run.") {
      for index in block.items.indices {
        let item = block.items[index]
        block.items[index] = .done
        guard !hasEnded, !definitions.isExhausted else { break }
        switch item {
        case .block(let inner): run(inner, in: block)
        case .scenario(let index): run(definitions.specs[index], in: block)
        case .done: break
        }
      }
    }
    guard !options.isListing else { return }
    if block.lazySetupSucceeded != nil { _ = runHooks(block.lazyTeardowns, of: block) }
    _ = runHooks(block.teardowns, of: block)
  }

  // MARK: Scenarios

  private func run(_ spec: Spec, in block: SpecBlock) {
    let name = block.names + [spec.name]
    let cell = spec.cell ?? block.cell
    func outcome(_ status: ScenarioResult.Status, _ error: LuaError? = nil) -> SpecOutcome {
      SpecOutcome(name: name, line: spec.line, cell: cell, status: status, error: error, isScenario: spec.body != nil)
    }
    guard !options.isListing, let body = spec.body else {
      willBegin()
      return deliver(outcome(.pending))
    }
    guard runLazySetups(of: block) else { return }
    start(name)
    defer { session.scenarioName = nil }
    limits = block.limits(within: SpecLimits(seconds: options.timeout))
    session.devices.limitTime(to: limits.time)
    definitions.forgetFinalizers()
    let chain = block.chain
    // The hooks after begin where those before failed, and continue outwards.
    var (hookErrors, innermost): ([HookError], Int) = ([], chain.startIndex)
    startClock()
    for (position, around) in chain.enumerated().reversed() {
      hookErrors = call(around.beforeEach.map { ($0, around) })
      if !hookErrors.isEmpty {
        innermost = position
        break
      }
    }
    var result: SpecOutcome
    if hookErrors.isEmpty {
      result = runBody(body, named: name, in: block, outcome)
    } else {
      // The first error becomes the scenario's result.
      let first = hookErrors.removeFirst()
      result = outcome(.error, first.error)
      result.note = Self.sentences(
        "The error was raised in \(first.hook.word.rawValue); the scenario was not run.", first.note)
    }
    (result.step, session.step) = (result.error == nil ? nil : session.step, nil)
    // Cleanup is not limited.
    session.devices.limitTime(to: nil)
    var isReported = false
    if let error = result.error, error.stop != .interrupt, error.code != "pending" {
      if let inspect = onFailure.inspect {
        let failed = FailedScenario(session, name: name, error: error, environment: environments.variable)
        // Reported before a person looks at it, who may change the state.
        session.deliverWaitingEvents()
        deliver(result)
        isReported = true
        if !inspect(failed) { (hasEnded, wasEnded) = (true, true) }
      }
    }
    startClock()
    hookErrors += call(chain[innermost...].flatMap { around in around.afterEach.map { ($0, around) } })
    if !isReported {
      session.deliverWaitingEvents()
      deliver(result)
    }
    for raised in hookErrors {
      let hook = raised.hook
      deliver(
        SpecOutcome(
          name: raised.block.names + [hook.word.rawValue], line: hook.line, cell: cell, status: .error,
          error: raised.error, hook: hook.word,
          note: Self.sentences("The hook belongs to the scenario “\(name.joined(separator: " "))”.", raised.note)))
    }
  }

  private func start(_ name: [String]) {
    willBegin()
    restartRandom(name)
    session.scenarioName = name.joined(separator: " ")
  }

  private func runBody(
    _ body: Int64, named name: [String], in block: SpecBlock,
    _ outcome: (ScenarioResult.Status, LuaError?) -> SpecOutcome
  ) -> SpecOutcome {
    willRun(name)
    environments.enterScenario(of: block.globals ?? environments.outermost)
    definitions.phase = .scenario
    session.forgetFailedAssert()
    if onFailure.inspect != nil { session.lua.forgetLocals() }
    startClock()
    _ = session.keepSoftFailures(true)
    var error = begin(budget: limits.budget)
    if error == nil { do { try definitions.run(body) } catch let raised { error = raised } }
    // The errors of a finalizer are errors even where an assertion of the scenario would be a failure.
    let (late, left) = runFinalizers()
    definitions.phase = .none
    let soft = session.keepSoftFailures(false)
    if error == nil, let overrun = session.devices.overrun { error = overrun.error }
    if error == nil, let soft {
      // Each soft failure names its step.
      (error, session.step) = (soft, nil)
    }
    switch (error, late) {
    case (nil, nil): return outcome(.passed, nil)
    case (nil, let late?):
      var result = outcome(.error, late)
      result.note = left
      return result
    case (let error?, _):
      if error.code == "pending" {
        var result = outcome(late == nil ? .pending : .error, late ?? error)
        result.note = left
        return result
      }
      var error = error
      if let soft, error.stop == nil, soft.message != error.message {
        let step = session.step.map { "\nin step “\($0)”" } ?? ""
        session.step = nil
        error.failure = error.luaFailure
        error.failure?.message += "\(step)\nBefore it, \(soft.message)"
      }
      if session.isFailedAssert(error) { error.failure = LuaFailure(error.message, code: "assertion") }
      var result = outcome(error.code == "assertion" || error.code == "timeout" ? .failed : .error, error)
      result.note = left
      if error.code == LuaError.Stop.budget.rawValue, let budget = limits.budget,
        budget < session.lua.options.mostBudget
      {
        result.hint = ownBudget(budget)
      }
      return result
    }
  }

  private func ownBudget(_ budget: Int64) -> String {
    "The script sets budget(\(budget)) for the scenario and each of its hooks: raise it."
  }

  /// Applies the limits that the current scenario sets.
  private func tighten(_ new: SpecLimits) {
    if let budget = new.budget {
      let most = session.lua.options.mostBudget
      let used = min(limits.budget ?? session.lua.options.budget, most) - session.lua.remainingBudget
      session.lua.setBudget(max(0, min(budget, most) - used))
    }
    limits = new.within(limits)
    if new.seconds != nil { session.devices.limitTime(to: limits.time) }
  }

  // MARK: Calls

  func call(_ function: LuaReference, budget: Int64? = nil) -> LuaError? {
    if let stopped = begin(budget: budget) { return stopped }
    return run(function)
  }

  func run(_ function: LuaReference) -> LuaError? {
    do {
      try session.lua.call(function)
      return nil
    } catch {
      if error.stop == .deadline { isOutOfTime = true }
      return error
    }
  }

  /// Starts a clock for all code until the next start: otherwise many hooks would take many times the watchdog's limit.
  func startClock() {
    isOutOfTime = false
    Watchdog.arm(seconds: options.watchdog)
  }

  /// Sets the budget of the next code.
  func begin(budget: Int64? = nil) -> LuaError? {
    // A Ctrl-C between two pieces ends the run, and the next one does not start.
    if Interrupt.wasRequested { return LuaError(kind: .stopped, message: "stopped by Ctrl-C", stop: .interrupt) }
    session.arm(budget: budget)
    return nil
  }

  func deliver(_ outcome: SpecOutcome) {
    if outcome.error?.stop == .interrupt { isInterrupted = true }
    let isFailure = outcome.status == .failed || outcome.status == .error
    if isInterrupted || (isFailure && options.endsWithFirstFailure) { hasEnded = true }
    report(outcome)
  }
}

/// The code around scenarios: hooks and finalizers.
extension SpecRunner {
  /// Runs all hooks, also after one that fails.
  /// - Returns: whether none failed.
  @discardableResult
  func runHooks(_ hooks: [SpecHook], of block: SpecBlock, note: String? = nil) -> Bool {
    var succeeded = true
    if let hook = hooks.first { restartRandom(block.names + [hook.word.rawValue]) }
    startClock()
    for (position, hook) in hooks.enumerated() where !isInterrupted && !isOutOfTime {
      guard let error = call(hook, of: block) else { continue }
      succeeded = false
      let left = isOutOfTime ? Self.notRun(hooks.count - position - 1, "hook") : nil
      deliver(
        SpecOutcome(
          name: block.names + [hook.word.rawValue], line: hook.line, cell: block.cell, status: .error, error: error,
          hook: hook.word, note: Self.sentences(left, note)))
    }
    return succeeded
  }

  /// Calls the hooks before or after a scenario, also after one that fails.
  func call(_ hooks: [(hook: SpecHook, block: SpecBlock)]) -> [HookError] {
    var errors: [HookError] = []
    for (position, (hook, block)) in hooks.enumerated() where !isInterrupted && !isOutOfTime {
      guard let error = call(hook, of: block, budget: limits.budget) else { continue }
      errors.append(
        HookError(
          hook: hook, block: block, error: error,
          note: isOutOfTime ? Self.notRun(hooks.count - position - 1, "hook") : nil))
    }
    return errors
  }

  /// The error of a hook before or after a scenario.
  struct HookError {
    let hook: SpecHook
    let block: SpecBlock
    let error: LuaError
    /// The parts that did not run because of the error.
    let note: String?
  }

  private static func notRun(_ count: Int, _ what: String) -> String? {
    switch count {
    case ...0: nil
    case 1: "The \(what) after it was not run."
    default: "The \(count) \(what)s after it were not run."
    }
  }

  static func sentences(_ sentences: String?...) -> String? {
    let all = sentences.compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: " ")
  }

  private func call(_ hook: SpecHook, of block: SpecBlock, budget: Int64? = nil) -> LuaError? {
    willRun(block.names + [hook.word.rawValue])
    environments.enter(block.globals ?? environments.outermost)
    definitions.phase = .hook
    defer { definitions.phase = .none }
    return call(hook.function, budget: budget)
  }

  /// Runs the lazy setups of a block and of those around it, each once, the outermost first.
  func runLazySetups(of block: SpecBlock) -> Bool {
    if let parent = block.parent, !runLazySetups(of: parent) { return false }
    if let known = block.lazySetupSucceeded { return known }
    let succeeded = runHooks(block.lazySetups, of: block, note: "The scenarios of this block were not run.")
    block.lazySetupSucceeded = succeeded
    return succeeded
  }

  // MARK: Finalizers

  /// Runs the finalizers, including those added meanwhile, with one budget and one clock.
  /// - Returns: the first error, and a message about those that could not run.
  func runFinalizers() -> (error: LuaError?, left: String?) {
    var waiting = definitions.takeFinalizers()
    guard !waiting.isEmpty else { return (nil, nil) }
    startClock()
    if let stopped = begin() { return (stopped, Self.notRun(finalizers: waiting.count)) }
    var first: LuaError?
    while !waiting.isEmpty {
      for (position, function) in waiting.enumerated() {
        environments.reenterScenario()
        definitions.phase = .finalizer
        let error = run(function)
        first = first ?? error
        if session.lua.stop != nil {
          let left = waiting.count - position - 1 + definitions.takeFinalizers().count
          return (first, Self.notRun(finalizers: left))
        }
      }
      waiting = definitions.takeFinalizers()
    }
    return (first, nil)
  }

  private static func notRun(finalizers count: Int) -> String? {
    switch count {
    case ...0: nil
    case 1: "One function passed to finally was not run."
    default: "\(count) functions passed to finally were not run."
    }
  }
}

/// The observers of a failed scenario before its cleanup.
package struct FailureHooks {
  /// Lets a person inspect the scenario, and returns whether the run continues. All files then run one after the other
  /// in the process of the run, which their scripts can crash.
  package var inspect: ((FailedScenario) -> Bool)?

  package init() {}
}

/// A failed scenario with its state at that time.
package struct FailedScenario {
  /// The session in which the scenario ran.
  package let session: Session
  /// The names of the blocks around the scenario, and its own.
  package let name: String
  package let error: LuaError
  private let environment: LuaVariable?

  init(_ session: Session, name: [String], error: LuaError, environment: LuaVariable?) {
    self.session = session
    self.name = name.joined(separator: " ")
    (self.error, self.environment) = (error, environment)
  }

  /// Runs `body` with the names of the scenario in scope; see ``Session/inspect(environment:_:)``.
  package func inspect(_ body: () -> Void) { session.inspect(environment: environment, body) }
}
