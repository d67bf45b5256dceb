/// Walks through one function for ``CompletionPaths``.
final class CompletionWalk {
  struct State {
    var counts: CallCounts
    /// Whether an enclosing branch was entered on paths that differed before.
    var isCorrelated = false
    var last: UInt32?
  }

  /// Returns how often a function calls one of its parameters.
  private let counts: (_ parameter: Int, _ routine: Int) -> CallCounts
  private let program: Program
  private let scope: Scope
  /// The names of the handler.
  var names: Set<String>
  /// The closures and local functions of this function, by name.
  var closures: [String: Closure] = [:]
  private var deferred: [[Statement]] = []
  /// The counts at each `break` that ends the current loop or `switch`.
  private var breaks: [CallCounts] = []
  /// The counts at each `throw` to the current `catch`.
  private var throwing: [CallCounts] = []

  private(set) var exits: CallCounts = []
  private(set) var missing: UInt32?
  private(set) var calls: [UInt32] = []
  private(set) var pair: (UInt32, UInt32)?
  private(set) var isPassedOn = false
  /// The values that the handler is called with.
  private(set) var values: [Expression] = []

  init(
    _ program: Program, _ number: Int, names: Set<String>,
    counts: @escaping (_ parameter: Int, _ routine: Int) -> CallCounts
  ) {
    self.program = program
    self.counts = counts
    scope = program.scope(of: number)
    self.names = names
  }

  /// Walks through a whole body, whose end is an exit, too.
  func runAll(_ body: [Statement], end: UInt32) {
    if let state = run(body, State(counts: .none)) { leave(state, at: end) }
  }

  private func leave(_ state: State, at offset: UInt32) {
    var state = state
    let open = deferred
    deferred = []
    for body in open.reversed() { if let next = run(body, state) { state = next } }
    deferred = open
    let counts = state.isCorrelated ? state.counts.doubted : state.counts
    if counts.contains(.none), missing == nil { missing = offset }
    exits.formUnion(counts)
  }

  // MARK: Statements

  /// - Returns: nil if nothing after these statements is reached.
  private func run(_ body: [Statement], _ state: State) -> State? {
    var state = state
    let count = deferred.count
    defer { deferred.removeLast(deferred.count - count) }
    for statement in body {
      guard let next = run(statement, state) else { return nil }
      state = next
    }
    while deferred.count > count {
      let body = deferred.removeLast()
      state = run(body, state) ?? state
    }
    return state
  }

  private func run(_ statement: Statement, _ before: State) -> State? {
    var state = before
    switch statement.form {
    case .expression(let expression):
      if case .call(let callee, _) = expression.form, case .name(let name) = callee.form,
        Vocabulary.endings.contains(name)
      {
        return nil
      }
      if case .block(let body) = expression.form { return run(body, state) }
      return evaluated(expression, state)
    case .declare(let pattern, _, let value, _):
      guard let value else { return state }
      if let name = pattern.names.first, pattern.names.count == 1 {
        if case .closure(let closure) = value.form {
          closures[name] = closure
          return state
        }
        if isHandler(value) {
          names.insert(name)
          return state
        }
      }
      return evaluated(value, state)
    case .function(let function):
      closures[function.name] = Closure(parameters: function.parameters.map(\.name), body: function.body ?? [])
      return state
    case .condition(let conditions, let then, let otherwise):
      let isAboutHandler = asksForHandler(conditions)
      for condition in conditions { state = evaluated(condition, state) }
      var inside = state
      inside.isCorrelated = state.isCorrelated || state.counts.isMixed
      let yes = run(then, inside)
      if isAboutHandler { return yes.flatMap { joined([$0], state) } }
      let no = run(otherwise, inside)
      return joined([yes, no].compactMap { $0 }, state)
    case .ensure(let conditions, let otherwise):
      for condition in conditions { state = evaluated(condition, state) }
      if asksForHandler(conditions) { return state }
      var inside = state
      inside.isCorrelated = state.isCorrelated || state.counts.isMixed || isAboutSelf(conditions)
      _ = run(otherwise, inside)
      return state
    case .choose(let subject, let cases): return choose(subject, cases, state)
    case .loop(let loop): return run(loop, state)
    case .perform(let body, let catches):
      guard !catches.isEmpty else { return run(body, state) }
      throwing.append([])
      let end = run(body, state)
      let thrown = throwing.removeLast()
      var ends = [end].compactMap { $0 }
      if !thrown.isEmpty {
        for clause in catches {
          if let next = run(clause.body, State(counts: thrown, isCorrelated: state.isCorrelated)) { ends.append(next) }
        }
      }
      return joined(ends, state, isTold: false)
    case .later(let body):
      deferred.append(body)
      return state
    case .leave(let value):
      if let value { state = evaluated(value, state) }
      leave(state, at: statement.offset)
      return nil
    case .raise(let value):
      state = evaluated(value, state)
      if throwing.isEmpty {
        leave(state, at: statement.offset)
      } else {
        throwing[throwing.count - 1].formUnion(state.counts)
      }
      return nil
    case .jump(.through): return state
    case .jump:
      if breaks.isEmpty { return state }
      breaks[breaks.count - 1].formUnion(state.counts)
      return nil
    case .compiled(let branches, let isComplete):
      var ends = branches.compactMap { run($0.body, state) }
      if !isComplete { ends.append(state) }
      return joined(ends, state, isTold: false)
    }
  }

  private func choose(_ subject: Expression, _ cases: [Case], _ before: State) -> State? {
    let state = evaluated(subject, before)
    var inside = state
    inside.isCorrelated = state.isCorrelated || state.counts.isMixed
    breaks.append([])
    var ends: [State] = []
    var carried: State?
    for item in cases {
      var start = inside
      if let carried { start.counts.formUnion(carried.counts) }
      let end = run(item.body, start)
      carried = nil
      if case .jump(.through) = item.body.last?.form { carried = end } else if let end { ends.append(end) }
    }
    let broken = breaks.removeLast()
    if !broken.isEmpty { ends.append(State(counts: broken)) }
    return joined(ends, state)
  }

  private func run(_ loop: Loop, _ before: State) -> State? {
    var state = before
    if let sequence = loop.sequence { state = evaluated(sequence, state) }
    for condition in loop.conditions { state = evaluated(condition, state) }
    breaks.append([])
    var inside = state
    inside.isCorrelated = true
    let end = run(loop.body, inside)
    let broken = breaks.removeLast()
    var after = state
    // The number of iterations is unknown.
    if let end, end.counts != state.counts { after.counts.formUnion(.unknown) }
    if loop.isRepeat, let end { after.counts = end.counts }
    after.counts.formUnion(broken)
    return after
  }

  /// Merges branches.
  ///
  /// - Parameter isTold: whether the condition that distinguishes them may be tested again.
  private func joined(_ ends: [State], _ before: State, isTold: Bool = true) -> State? {
    guard let first = ends.first else { return nil }
    var state = State(counts: [], isCorrelated: before.isCorrelated, last: before.last)
    for end in ends { state.counts.formUnion(end.counts) }
    state.last = ends.compactMap(\.last).max() ?? first.last
    if isTold, before.counts.isMixed, state.counts != before.counts { state.counts = state.counts.doubted }
    return state
  }

  // MARK: Expressions

  private func evaluated(_ condition: Condition, _ state: State) -> State {
    var state = state
    if case .bind(let name, let value) = condition, let value, isHandler(value) {
      names.insert(name)
      return state
    }
    if case .holds(let expression) = condition, asksForHandler(expression) { return state }
    condition.parts { state = evaluated($0, state) }
    return state
  }

  private func evaluated(_ expression: Expression, _ state: State) -> State {
    var state = state
    switch expression.form {
    case .name(let name):
      if names.contains(name) { handOn(&state, at: expression.offset) }
      return state
    case .call(let callee, let arguments): return called(expression, callee, arguments, state)
    case .closure(let closure):
      if mentions(closure.body) { handOn(&state, at: expression.offset) }
      return state
    case .attempt(let inner, let word):
      if word == "try", !throwing.isEmpty { throwing[throwing.count - 1].formUnion(state.counts) }
      return evaluated(inner, state)
    case .choice(let condition, let left, let right):
      state = evaluated(condition, state)
      return joined([evaluated(left, state), evaluated(right, state)], state) ?? state
    case .binary(let sign, let left, let right) where ["&&", "||", "??"].contains(sign):
      state = evaluated(left, state)
      return joined([evaluated(right, state), state], state) ?? state
    case .block(let body): return run(body, state) ?? state
    default:
      var inner: [Expression] = []
      expression.parts({ inner.append($0) }, statements: { _ in })
      for part in inner { state = evaluated(part, state) }
      return state
    }
  }

  private func called(_ whole: Expression, _ callee: Expression, _ arguments: [Argument], _ before: State) -> State {
    var state = before
    if isHandler(callee) || callee.base.map({ isHandler($0) }) ?? false {
      for argument in arguments { state = evaluated(argument.value, state) }
      values += arguments.prefix(1).map(\.value.bare)
      count(.once, &state, at: whole.offset)
      return state
    }
    if case .name(let name) = callee.form, let closure = closures[name] {
      for argument in arguments { state = evaluated(argument.value, state) }
      closures[name] = nil
      apply(outcome(of: closure), &state, at: whole.offset)
      closures[name] = closure
      return state
    }
    if let base = callee.base { state = evaluated(base, state) }
    for (index, argument) in arguments.enumerated() {
      if isHandler(argument.value) {
        give(argument: index, callee, arguments, times: .once, &state, at: argument.value.offset)
      } else if let closure = closure(of: argument.value) {
        guard mentions(closure.body) else { continue }
        let counts = outcome(of: closure)
        if arguments.contains(where: \.isRepetition) {
          // A later call may do what this one does not.
          handOn(&state, at: argument.value.offset)
        } else if Vocabulary.callsLater(callee)
          || ["assumeIsolated", "sync", "withAnimation"].contains(callee.lastName ?? "")
        {
          apply(counts, &state, at: argument.value.offset)
        } else {
          give(argument: index, callee, arguments, times: counts, &state, at: argument.value.offset)
        }
      } else {
        state = evaluated(argument.value, state)
      }
    }
    return state
  }

  /// Handles a call that passes the handler, or a closure that calls it, to a function.
  private func give(
    argument: Int, _ callee: Expression, _ arguments: [Argument], times: CallCounts, _ state: inout State,
    at offset: UInt32
  ) {
    if let target = program.target(of: callee, arguments, in: scope, byNameAlone: true),
      let binding = program.binding(of: arguments, to: target),
      let parameter = binding.firstIndex(of: argument)
    {
      let inside = counts(parameter, target)
      if inside == .once { return apply(times, &state, at: offset) }
      if inside == .none { return note(offset) }
      if inside == [.none, .once], times == .once { return apply([.none, .once], &state, at: offset) }
      if inside.contains(.twice), times == .once { return apply(inside, &state, at: offset) }
    }
    handOn(&state, at: offset)
  }

  private func outcome(of closure: Closure) -> CallCounts {
    let outer = (exits, missing, deferred, breaks, throwing)
    (exits, missing, deferred, breaks, throwing) = ([], nil, [], [], [])
    // A parameter of the same name hides the handler.
    let hidden = names
    names.subtract(closure.parameters)
    runAll(closure.body, end: closure.body.last?.offset ?? 0)
    names = hidden
    let counts = exits
    let lost = missing
    (exits, missing, deferred, breaks, throwing) = outer
    if missing == nil, counts.contains(.none), counts != .none { missing = lost }
    return counts.isEmpty ? .unknown : counts
  }

  private func apply(_ counts: CallCounts, _ state: inout State, at offset: UInt32) {
    if counts == .once { return count(.once, &state, at: offset) }
    state.counts = state.counts.followed(by: counts, isCorrelated: state.isCorrelated)
  }

  private func count(_ counts: CallCounts, _ state: inout State, at offset: UInt32) {
    note(offset)
    let had = state.counts.contains(.twice)
    state.counts = state.counts.followed(by: counts, isCorrelated: state.isCorrelated)
    if state.counts.contains(.twice), !had, pair == nil, let last = state.last { pair = (last, offset) }
    state.last = offset
  }

  private func handOn(_ state: inout State, at offset: UInt32) {
    isPassedOn = true
    note(offset)
    state.counts = state.counts.followed(by: .unknown, isCorrelated: state.isCorrelated)
  }

  private func note(_ offset: UInt32) { if !calls.contains(offset) { calls.append(offset) } }
}

extension Argument {
  /// Whether the argument lets a timer fire more than once.
  fileprivate var isRepetition: Bool {
    if label != "repeats" { return false }
    if case .truth(false) = value.form { return false }
    return true
  }
}
