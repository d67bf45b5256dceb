import AppSources

/// Counts the calls of a completion handler on all paths through a method: branches, early returns, `defer`, closures,
/// functions that receive it.
struct CompletionPaths {
  let program: Program
  /// The functions being followed, to stop at recursion.
  private var open: Set<Int>

  init(_ program: Program, open: Set<Int> = []) {
    self.program = program
    self.open = open
  }

  /// Returns how a method uses the handler that is one of its parameters.
  func use(of parameter: Int, in number: Int) -> CompletionUse {
    let walk = walk(parameter, number)
    let file = program.routines[number].file
    var use = use(walk, number)
    let literals = walk.values.compactMap { if case .truth(let flag) = $0.form { flag } else { nil } }
    if let computed = walk.values.first(where: { if case .truth = $0.form { false } else { true } }) {
      use.value = ReturnedValue(.computed, at: program.place(computed.offset, in: file))
    } else if !walk.isPassedOn, let first = walk.values.first, Set(literals).count == 1 {
      use.value = ReturnedValue(literals[0] ? .yes : .no, at: program.place(first.offset, in: file))
    }
    return use
  }

  private func use(_ walk: CompletionWalk, _ number: Int) -> CompletionUse {
    let file = program.routines[number].file
    func place(_ offset: UInt32) -> SourcePlace { program.place(offset, in: file) }
    var calls = walk.calls.map(place)
    let missing = walk.missing.map(place)
    let counts = walk.exits
    // A loop makes the number of calls uncertain, but not if there is none.
    if !counts.isEmpty, !walk.mentions(program.routines[number].body) { return CompletionUse(.none, missing: missing) }
    if counts.contains(.twice) {
      if let (first, second) = walk.pair {
        let both = [place(first), place(second)]
        calls = both + calls.filter { !both.contains($0) }
      }
      return CompletionUse(.twice, calls: calls)
    }
    if counts == .once { return CompletionUse(.all, calls: calls) }
    if counts == .none || counts.isEmpty {
      return CompletionUse(counts.isEmpty ? .unknown : .none, calls: calls, missing: missing)
    }
    if counts.contains(.none) { return CompletionUse(.some, calls: calls, missing: missing) }
    return CompletionUse(walk.isPassedOn ? .passedOn : .unknown, calls: calls)
  }

  /// Returns how often a function calls one of its parameters.
  func counts(of parameter: Int, in number: Int) -> CallCounts {
    guard !open.contains(number), open.count < 6 else { return .unknown }
    let exits = walk(parameter, number).exits
    return exits.isEmpty ? .unknown : exits
  }

  private func walk(_ parameter: Int, _ number: Int) -> CompletionWalk {
    let function = program.routines[number].function
    let deeper = CompletionPaths(program, open: open.union([number]))
    let walk = CompletionWalk(program, number, names: [function.parameters[parameter].name]) {
      deeper.counts(of: $0, in: $1)
    }
    walk.runAll(function.body ?? [], end: function.end)
    return walk
  }
}
