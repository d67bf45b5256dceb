import Events
import LuaAPI
import LuaEngine

/// What runs around scenarios: hooks, and what `finally` was given.
extension SpecRunner {
  /// Runs all, also after one that fails.
  /// - Returns: whether none failed.
  @discardableResult
  func runHooks(_ hooks: [SpecHook], of block: SpecBlock, note: String? = nil) -> Bool {
    var succeeded = true
    startClock()
    for (position, hook) in hooks.enumerated() where !isInterrupted && !isOutOfTime {
      guard let error = call(hook, of: block) else { continue }
      succeeded = false
      let left = isOutOfTime ? Self.notRun(hooks.count - position - 1, "hook") : nil
      tell(
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

  /// What a hook before or after a scenario raised.
  struct HookError {
    let hook: SpecHook
    let block: SpecBlock
    let error: LuaError
    /// What was not run because of it.
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

  /// The lazy setups of a block and of those around it, each once, the outermost first.
  func runLazySetups(of block: SpecBlock) -> Bool {
    if let parent = block.parent, !runLazySetups(of: parent) { return false }
    if let known = block.lazySetupSucceeded { return known }
    let succeeded = runHooks(block.lazySetups, of: block, note: "The scenarios of this block were not run.")
    block.lazySetupSucceeded = succeeded
    return succeeded
  }

  // MARK: Finalizers

  /// Runs what `finally` asked for, also what was requested meanwhile: all with one budget and one time.
  /// - Returns: the first error, and how to say what could not be run.
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
    case 1: "One function of finally was not run."
    default: "\(count) functions of finally were not run."
    }
  }
}
