import Events
import Platform

/// What reports for people say of a problem, line by line: what, where, how the script came there, what happened before,
/// what to do.
enum ProblemText {
  /// How many lines are shown of a stack.
  private static let stackLines = 8

  /// All there is to say of a problem, for a report that indents it.
  static func lines(_ problem: Problem) -> [StyledText] {
    var lines = TextLines.of(problem.message).map { StyledText($0) }
    lines += place(of: problem)
    // The line of the place, and functions of the library inside it, say nothing new.
    let here = problem.traceback.firstIndex { line in problem.place.map { line.hasPrefix($0 + ":") } ?? true } ?? -1
    for line in problem.traceback.dropFirst(here + 1).prefix(stackLines) { lines.append(quiet("   ", line)) }
    for line in problem.appStack.prefix(stackLines) { lines.append(quiet("   ", line)) }
    if !problem.lastEvents.isEmpty {
      lines.append(StyledText("last events", .dim))
      for line in problem.lastEvents { lines.append(quiet("   ", line)) }
    }
    if let hint = problem.hint { lines.append("\(StyledText("hint", .yellow)) \(line: hint)") }
    if let fact = problem.fact { lines.append("\(StyledText("fact", .yellow)) homescreen explain \(line: fact)") }
    return lines
  }

  /// What a failure needs beside its problem to be found again: trace, seed, cell, and the command.
  static func lines(_ header: RunHeader?, _ failure: MatrixFailure) -> [StyledText] {
    let result = failure.result
    var lines: [StyledText] = []
    if let text = cells(failure) { lines += text }
    lines.append(StyledText(facts(header, result).map { "\($0.name) \($0.value)" }.joined(separator: ", "), .dim))
    lines.append(command(RepeatCommand.text(header, result)))
    return lines
  }

  /// The command that repeats a file.
  static func command(_ header: RunHeader?, file: String) -> StyledText {
    command(RepeatCommand.text(header, file: file))
  }

  private static func command(_ text: String) -> StyledText { "\(StyledText("repeat", .yellow)) \(line: text)" }

  /// What names a failure in each format: the hash of its trace and the seed.
  static func facts(_ header: RunHeader?, _ result: ScenarioResult) -> [(name: String, value: String)] {
    [("trace", result.traceHash)] + (header.map { [("seed", String($0.seed))] } ?? [])
  }

  /// How many cells are named.
  private static let maximumCells = 24

  private static func cells(_ failure: MatrixFailure) -> [StyledText]? {
    guard let first = failure.cells.first else { return nil }
    if failure.cells.count == 1 { return ["\(StyledText("cell", .yellow)) \(line: first)"] }
    var lines: [StyledText] = ["\(StyledText("cells", .yellow)) the same in \(failure.cells.count):"]
    for cell in failure.cells.prefix(maximumCells) { lines.append("   \(line: cell)") }
    if failure.cells.count > maximumCells { lines.append("   … and \(failure.cells.count - maximumCells) more") }
    return lines
  }

  private static func place(of problem: Problem) -> [StyledText] {
    guard let place = problem.place else { return [] }
    guard let excerpt = problem.excerpt, !excerpt.lines.isEmpty else {
      let code: StyledText =
        problem.sourceLine.map { ":  \(StyledText(TerminalText.visible($0, isOneLine: true), .dim))" } ?? ""
      return ["at \(line: place)\(code)"]
    }
    let failing = ProblemPlace(place)?.line
    let width = String(excerpt.firstLine + excerpt.lines.count - 1).utf8.count
    var lines: [StyledText] = ["at \(line: place):"]
    // Blank lines around say nothing.
    func isBlank(_ line: (number: Int, text: String)) -> Bool {
      line.number != failing && line.text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
    var shown = Array(zip(excerpt.firstLine..., excerpt.lines).map { (number: $0, text: $1) }.drop(while: isBlank))
    while shown.last.map(isBlank) == true { shown.removeLast() }
    for (number, text) in shown {
      let digits = String(number)
      let margin = String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
      let code = TerminalText.visible(TextLines.withoutReturn(text))
      lines.append(
        number == failing
          ? "\(StyledText(">", .red)) \(margin) | \(code)" : "  \(StyledText("\(margin) | \(code)", .dim))")
    }
    return lines
  }

  private static func quiet(_ indent: String, _ line: String) -> StyledText {
    StyledText(indent + TerminalText.visible(line, isOneLine: true), .dim)
  }
}
