/// Writes one program: statement after statement, by chance.
///
/// Values that come up while the program runs are kept by their kind in a pool (``Preamble``), from where later
/// statements take them: so what a call gives, a callback gets or a handler catches is used again, also long after the
/// app, device or coroutine that it belongs to has ended.
struct ProgramWriter {
  let vocabulary: Vocabulary
  var choices: Choices
  /// How many functions are open around the place that is being written.
  var depth = 0
  /// How many statements may still be written; nested ones become simple when it is used up.
  var fuel: Int

  typealias Form = @Sendable (inout ProgramWriter) -> String

  /// What statements there are, and how often each comes.
  private static let forms: [(weight: Int, element: Form)] = [
    (30, { $0.callStatement() }), (8, { $0.example() }), (6, { $0.assignment() }), (10, { $0.operation() }),
    (7, { $0.metatable() }), (8, { $0.coroutine() }), (6, { $0.weakTable() }), (8, { $0.raised() }),
    (7, { $0.method() }), (10, { $0.libraryCall() }), (6, { $0.loop() }), (3, { $0.collection() }),
  ]

  /// What may stand around a statement.
  private static let covers: [(weight: Int, element: @Sendable (String) -> String)] = [
    (40, { "try(function() \($0) end)" }), (25, { "inside(function() \($0) end)" }),
    (4, { "xpcall(function() \($0) end, keep)" }),
    (4, { "try(function() keep(any(\"device\", 0):record(function() \($0) end)) end)" }),
    (4, { "keep(coroutine.wrap(function() \($0) end)())" }),
    (4, { "inside(function() keep(Task(function() \($0) end)) end)" }),
    (3, { "do local held <close> = closing(function() \($0) end) end" }),
    (2, { "inside(function() DispatchQueue.main:async(function() \($0) end) end)" }),
    (2, { "keep(function(...) keep(...) \($0) end)" }),
  ]

  /// The whole program.
  mutating func program() -> String {
    var lines = [Preamble.text, setting()]
    while fuel > 0 { lines.append(statement()) }
    lines.append(choices.chance(20) ? "error(\(anything()))" : "return \(anything()), \(anything())")
    return lines.joined(separator: "\n") + "\n"
  }

  /// One statement with what stands around it.
  mutating func statement() -> String {
    fuel -= 1
    let inner = choices.pick(weighted: Self.forms)(&self)
    // An error that nothing catches ends the program: at the top seldom, or most would be short.
    let isBare = choices.chance(depth == 0 ? 2 : 15)
    // Without the semicolon a statement in brackets would be a call of the one before.
    return "\(isBare ? inner : choices.pick(weighted: Self.covers)(inner));"
  }

  /// The body of a function, on lines of its own.
  mutating func body(atMost count: Int = 3) -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 4 else { return " keep(\(anything())) " }
    var lines: [String] = []
    for _ in 0...choices.below(count) where fuel > 0 { lines.append(statement()) }
    let margin = String(repeating: "  ", count: depth)
    return "\n" + lines.map { margin + $0 + "\n" }.joined() + String(margin.dropLast(2))
  }

  /// A function that keeps what it gets and mostly does something.
  mutating func function(_ arguments: String = "...") -> String {
    let kept = arguments.isEmpty ? "" : "keep(\(arguments)) "
    let result = choices.chance(40) ? "return \(simple()) " : ""
    return "function(\(arguments)) \(kept)\(choices.chance(60) ? body() : "")\(result)end"
  }
}
