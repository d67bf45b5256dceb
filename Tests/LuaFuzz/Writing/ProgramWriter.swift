/// Writes a random program, statement by statement.
///
/// Values that appear while the program runs are kept by their kind in a pool (``Preamble``) for later statements:
/// results of calls, arguments of callbacks and caught errors are reused, also long after their app, device or
/// coroutine has ended.
struct ProgramWriter {
  let vocabulary: Vocabulary
  var choices: Choices
  /// The number of open functions around the current position.
  var depth = 0
  /// The number of statements left; nested ones become simple at zero.
  var fuel: Int

  typealias Form = @Sendable (inout ProgramWriter) -> String

  /// The kinds of statements and their weights.
  private static let forms: [(weight: Int, element: Form)] = [
    (30, { $0.callStatement() }), (8, { $0.example() }), (6, { $0.assignment() }), (10, { $0.operation() }),
    (7, { $0.metatable() }), (8, { $0.coroutine() }), (6, { $0.weakTable() }), (8, { $0.raised() }),
    (7, { $0.method() }), (10, { $0.libraryCall() }), (6, { $0.loop() }), (3, { $0.collection() }),
  ]

  /// The code around a statement.
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

  /// A statement with the code around it.
  mutating func statement() -> String {
    fuel -= 1
    let inner = choices.pick(weighted: Self.forms)(&self)
    // An uncaught error ends the program: rare at the top, or most programs would be short.
    let isBare = choices.chance(depth == 0 ? 2 : 15)
    // Without the semicolon a parenthesised statement would be a call of the previous one.
    return "\(isBare ? inner : choices.pick(weighted: Self.covers)(inner));"
  }

  /// The body of a function, on separate lines.
  mutating func body(atMost count: Int = 3) -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth < 4 else { return " keep(\(anything())) " }
    var lines: [String] = []
    for _ in 0...choices.below(count) where fuel > 0 { lines.append(statement()) }
    let margin = String(repeating: "  ", count: depth)
    return "\n" + lines.map { margin + $0 + "\n" }.joined() + String(margin.dropLast(2))
  }

  /// A function that keeps its arguments and usually does something.
  mutating func function(_ arguments: String = "...") -> String {
    let kept = arguments.isEmpty ? "" : "keep(\(arguments)) "
    let result = choices.chance(40) ? "return \(simple()) " : ""
    return "function(\(arguments)) \(kept)\(choices.chance(60) ? body() : "")\(result)end"
  }
}
