internal import LuaAPI
internal import LuaEngine
internal import Platform

/// The history of the session, and moving back in it.
extension REPL {
  /// Shows each line with its number, as in errors, and the time on the device's clock when it began.
  func showHistory() { for line in lines { if let text = Self.historyText(line) { output("\(text)") } } }

  // Not inlined: the optimiser of Swift 6.3 fails on the inlined switch in the loop.
  @inline(never)
  private static func historyText(_ line: REPLLine) -> String? {
    var text = "(time passes)"
    if case .preparation = line.kind { return nil }
    if case .code(let chunk) = line.kind {
      text = chunk.text.split(whereSeparator: \.isNewline).joined(separator: "\n               ")
    }
    if let limit = line.commandLimit { text += " -- the first \(limit == 1 ? "command" : "\(limit) commands") only" }
    let number = line.firstNumber.map { "\($0)" } ?? ""
    return "\(number.leftPadded(to: 3)) \("\(line.start)".leftPadded(to: 7)) s  \(text)"
  }

  /// Returns a new session in which these lines have run, without showing them.
  /// - Parameter look: called after each line with its result.
  /// - Throws: a stop (Ctrl-C), or the error of making a session.
  func replay(
    _ lines: [REPLLine],
    _ look: (_ session: Session, _ number: Int, _ outcome: Result<[LuaReference], LuaError>?) -> Void = { _, _, _ in }
  ) throws -> Session {
    isReplaying = true
    defer { isReplaying = false }
    let fresh = try makeSession(lines[0].commandLimit)
    fresh.output = { _ in }
    fresh.onNote = { _ in }
    fresh.beginPlaying()
    useBudget(in: fresh)
    for (number, line) in lines.enumerated() {
      if number == preparedAt { try fresh.devices.prepare() }
      look(fresh, number, try rerun(line, number, in: fresh))
    }
    if lines.count == preparedAt { try fresh.devices.prepare() }
    return fresh
  }

  /// Runs a line again; its results have been shown before.
  private func rerun(_ line: REPLLine, _ number: Int, in session: Session) throws -> Result<[LuaReference], LuaError>? {
    guard !line.isLeftOut else { return nil }
    switch line.kind {
    case .preparation: return nil
    case .code(let chunk):
      session.devices.beginLine(number, commands: line.commandLimit)
      defer { _ = session.devices.log?.takeRequest() }
      do throws(LuaError) {
        return .success(try perform(chunk, known: line.form, in: session))
      } catch {
        if error.stop == .interrupt || error.stop == .deadline { throw error }
        // It failed the first time too, fails on another system, or the rewind ends in it.
        return .failure(error)
      }
    case .wait(let wait):
      session.devices.beginLine(number)
      session.devices.log?.add(wait)
      return nil
    }
  }

}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}

/// Moving back and forth in a session: lines are dropped, and the others run again in a new session.
extension REPL {
  /// Undoes the last lines.
  func undo(_ count: Int) -> ExitCode? {
    let count = min(count, lines.count - 1)
    guard count > 0 else { return answer("there is nothing to undo") }
    let dropped = lines.suffix(count)
    let back = travel(to: Array(lines.dropLast(count)))
    guard back.hasArrived else { return back.exit }
    undone += dropped.reversed().map { UndoneLine(line: $0, replaced: 0) }
    return answer("undid \(Self.summary(of: Array(dropped))); \(here)")
  }

  /// Redoes the lines that were undone last.
  func redo(_ count: Int) -> ExitCode? {
    let again = undone.suffix(count).reversed()
    guard !again.isEmpty else { return answer("there is nothing to redo") }
    var goal = lines
    for entry in again {
      goal.removeLast(entry.replaced)
      goal.append(entry.line)
    }
    let travel = travel(to: goal)
    guard travel.hasArrived else { return travel.exit }
    undone.removeLast(again.count)
    return answer("redid \(Self.summary(of: again.map(\.line))); \(here)")
  }

  /// Goes to the argument of `:rewind`; nil for the moment before the first line.
  func rewind(to target: String?) -> ExitCode? {
    guard let target else {
      guard lines.count > 1 else { return answer("nothing has happened yet") }
      return undo(lines.count - 1)
    }
    let request =
      target.hasPrefix("#")
      ? Int(target.dropFirst()).flatMap(session.rewindRequest(toEvent:))
      : Double(target).flatMap(session.rewindRequest(toTime:))
    guard let request else {
      guard target.hasPrefix("#") else {
        return refuse("use :rewind TIME, such as :rewind 0.5 or, for an event, :rewind #12")
      }
      let count = session.eventCount
      return refuse("no event \(target): the trace has \(count == 0 ? "none" : "#1 to #\(count)")")
    }
    if case let now = session.devices.time, let time = Double(target), time > now {
      return refuse(":rewind only goes back, and the device is at \(now) s; :at \(target) goes forward")
    }
    return guardedTravel { rewind(request) }
  }

  /// Goes back to the state that `device:rewind` or a word requested.
  func rewind(_ request: RewindRequest) -> ExitCode? {
    guard let log = session.devices.log, let plan = ReplayPlan(request, log) else {
      return answer("nothing has happened since then")
    }
    let kept = lines(of: plan)
    let dropped = lines.dropFirst(plan.wholeLines)
    let back = arrive(at: kept)
    guard back.hasArrived else { return back.exit }
    undone += dropped.enumerated().reversed().map {
      UndoneLine(line: $1, replaced: $0 == 0 ? kept.count - plan.wholeLines : 0)
    }
    if let new = session.devices.log, !new.repeats(log, device: request) {
      errors("note: the replay differs from what happened before; did a file that the session reads change?")
    }
    return answer("back at \(session.devices.log?.time(of: request) ?? 0) s, line \(nextLine) comes next")
  }

  /// Returns the lines that lead to the state of a plan.
  private func lines(of plan: ReplayPlan) -> [REPLLine] {
    var kept = Array(lines.prefix(plan.wholeLines))
    if plan.commandsOfNextLine > 0 || plan.wholeLines == 0 {
      var cut = lines[plan.wholeLines]
      cut.commandLimit = min(cut.commandLimit ?? .max, plan.commandsOfNextLine)
      kept.append(cut)
    }
    if let wait = plan.wait { kept.append(REPLLine(kind: .wait(wait), start: lines[plan.wholeLines].start)) }
    return kept
  }

  /// Goes to a time, back or forward, or back to an event.
  func go(toTime target: String, _ firstLine: Int) -> ExitCode? {
    if target.hasPrefix("#") { return rewind(to: target) }
    guard let time = Double(target), time >= 0, time <= Self.latestTime else {
      return refuse("use :at TIME, such as :at 2.5, in seconds up to \(Int(Self.latestTime))")
    }
    let now = session.devices.time
    if time < now { return rewind(to: target) }
    if time == now { return answer("the device is already at \(now) s") }
    return pass((time * 1_000 - now * 1_000).rounded() / 1_000, firstLine)
  }

  /// The latest time in seconds: more than thirty years, which the clock of a device represents without loss.
  private static let latestTime = 1e9

  /// Advances to the next pending work, `count` times.
  func step(_ count: Int, _ firstLine: Int) -> ExitCode? {
    for _ in 0..<count {
      guard let next = session.nextWork else {
        output("nothing is waiting: time passes only when you do something")
        return nil
      }
      output("\(line: "\(next.text), \(next.seconds == 0 ? "at once" : "after \(next.seconds) s")")")
      if let exit = pass(next.seconds, firstLine) { return exit }
      if lines.last?.hasFailed == true { return nil }
    }
    return nil
  }

  /// Advances the clock as a line of the session, so that it can be saved and redone.
  private func pass(_ seconds: Double, _ firstLine: Int) -> ExitCode? {
    guard session.deviceIsAtHand else { return refuse("“device” is not a device; device = Device {} creates one") }
    return runAndShow(SourceChunk(text: "device:advance(\(seconds))", firstLine: firstLine, isComplete: true))
  }

  // MARK: Other systems

  /// Runs the session on another system, and shows the differences.
  func replay(on system: REPLSystem) -> ExitCode? {
    let before = (system: self.system, story: session.story)
    self.system = system
    let travel = travel(to: lines)
    guard travel.hasArrived else {
      self.system = before.system
      return travel.exit
    }
    if let refusal = session.refusedInstallation { errors("note: \(line: refusal)") }
    if session.hasOwnDevice {
      errors("note: a line of the session makes the \(line: session.deviceName); change its model or os in that line")
    }
    guard let difference = before.story.firstDifference(from: session.story) else {
      output("the session has the same events on \(line: session.deviceName)")
      return nil
    }
    output("the first event that differs is #\(difference.number):")
    for side in [difference.earlier, difference.later] {
      output("  \(line: side.device): \(line: side.event ?? "nothing happens")")
    }
    return nil
  }

  // MARK: Travelling

  enum Travel {
    case arrived
    /// Nothing has changed; the session ends if there is an exit code.
    case stayed(ExitCode?)

    var hasArrived: Bool { if case .arrived = self { true } else { false } }
    var exit: ExitCode? { if case .stayed(let code) = self { code } else { nil } }
  }

  /// Replaces the session with one in which these lines have run.
  func travel(to goal: [REPLLine]) -> Travel { guardedTravel { arrive(at: goal) } }

  private func arrive(at goal: [REPLLine]) -> Travel {
    do {
      let example = session.example
      var goal = goal
      session = try replay(goal) { _, number, outcome in
        // On another system, other lines fail.
        if let outcome, goal[number].commandLimit == nil { goal[number].hasFailed = (try? outcome.get()) == nil }
      }
      lines = goal
      session.example = example
      connect()
      let stopped = goal.filter(\.isLeftOut).compactMap(\.firstNumber)
      if source.isInteractive, !stopped.isEmpty {
        let names = stopped.map(String.init).joined(separator: ", ")
        errors(
          stopped.count == 1
            ? "note: line \(names) was stopped and does not run again"
            : "note: lines \(names) were stopped and do not run again")
      }
      return .arrived
    } catch let error as LuaError where error.stop != nil {
      errors("the replay was stopped, and nothing has changed")
      return .stayed(fail(error))
    } catch {
      errors("the session cannot be run again, and nothing has changed:")
      for line in "\(error)".split(separator: "\n") { errors("  \(line: String(line))") }
      return .stayed(failed(.failure))
    }
  }

  /// Runs Lua code that is not a line of the session.
  func guardedTravel<Outcome>(_ body: () -> Outcome) -> Outcome {
    guarded {
      defer { if source.isInteractive { session.arm(takesBackInterrupt: true) } }
      return body()
    }
  }

  /// The position in the session, for a person.
  private var here: String { "at \(session.devices.time) s, line \(nextLine) comes next" }

  func answer(_ text: String) -> ExitCode? {
    if source.isInteractive { errors("\(line: text)") }
    return nil
  }

  private static func summary(of lines: [REPLLine]) -> String {
    guard lines.count == 1 else { return "\(lines.count) lines" }
    switch lines[0].kind {
    case .preparation: return "the beginning"
    case .wait: return "a wait"
    case .code(let chunk):
      let first = chunk.text.prefix { !$0.isNewline }
      return "“\(first.count > 50 ? first.prefix(50) + "…" : first)”"
    }
  }
}

/// The results of a line in a repeated run, as assertions in Lua.
struct SeenLine {
  /// The replacement of the line; nil if it showed nothing.
  let instead: ((_ expression: String) -> [String])?
  /// Assertions after the line, about its changes.
  let changes: [String]
  /// Whether the line changed something or called the app's code.
  let hasEffect: Bool

  init(
    _ outcome: Result<[LuaReference], LuaError>?, changes: [(expression: String, value: LuaValue)], callsApp: Bool,
    in session: Session
  ) {
    self.changes = changes.map { Self.assertion($0.value, $0.expression, in: session) }
    hasEffect = callsApp || !changes.isEmpty
    switch outcome {
    case nil, .failure: instead = nil
    case .success(let results):
      let values = results.map { Self.value(of: $0, in: session) }
      instead = values.isEmpty ? nil : { Self.assertions($0, values, in: session) }
    }
  }

  private static func value(of result: LuaReference, in session: Session) -> LuaValue {
    let stack = session.lua.stack
    stack.push(result)
    defer { stack.removeLast() }
    return stack.value(at: -1)
  }

  private static func assertions(_ expression: String, _ values: [LuaValue], in session: Session) -> [String] {
    guard values.count > 1 else { return [assertion(values[0], expression, in: session)] }
    return ["do", "  local results = table.pack(\(expression))"]
      + values.enumerated().map { "  " + assertion($1, "results[\($0 + 1)]", in: session) } + ["end"]
  }

  private static func assertion(_ value: LuaValue, _ expression: String, in session: Session) -> String {
    switch value {
    case .nil: return "assert.is_nil(\(expression))"
    case .boolean(let flag): return "assert.is_\(flag)(\(expression))"
    case .integer, .number, .string, .bytes:
      return LuaLiteral.text(of: value).map { "assert.equal(\($0), \(expression))" }
        ?? "assert.is_\(value.typeName)(\(expression))"
    case .table:
      return LuaLiteral.text(of: value).map { "assert.same(\($0), \(expression))" } ?? "assert.is_table(\(expression))"
    case .object:
      // Compares the shown text; the contents of the object change with time.
      let text = try? session.lua.describe(value)
      return text.map { "assert.equal(\($0.quotedForLua), tostring(\(expression)))" }
        ?? "assert.is_userdata(\(expression))"
    case .function: return "assert.is_function(\(expression))"
    case .other(_, let typeName): return "assert.is_\(typeName)(\(expression))"
    }
  }
}

/// Plain values as Lua literals.
enum LuaLiteral {
  /// The maximum number of values in a table.
  private static let maximumValues = 200
  private static let maximumDepth = 8

  /// Returns nil for functions, objects, NaN, and very large tables.
  static func text(of value: LuaValue) -> String? {
    var rest = maximumValues
    return text(of: value, depth: 0, &rest)
  }

  private static func text(of value: LuaValue, depth: Int, _ rest: inout Int) -> String? {
    rest -= 1
    guard rest >= 0, depth <= maximumDepth else { return nil }
    switch value {
    case .nil: return "nil"
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return number == .min ? "math.mininteger" : "\(number)"
    case .number(let number):
      guard !number.isNaN else { return nil }
      guard number.isFinite else { return number > 0 ? "math.huge" : "-math.huge" }
      return "\(number)"
    case .string(let text): return text.quotedForLua
    case .bytes(let bytes): return "\"\(bytes.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())\""
    case .table(let table): return text(of: table, depth: depth + 1, &rest)
    case .object, .function, .other: return nil
    }
  }

  private static func text(of table: LuaTable, depth: Int, _ rest: inout Int) -> String? {
    var parts: [String] = []
    for value in table.array {
      guard let text = text(of: value, depth: depth, &rest) else { return nil }
      parts.append(text)
    }
    for (key, value) in table.fields {
      guard let text = text(of: value, depth: depth, &rest) else { return nil }
      switch key {
      case .string(let name): parts.append("\(LuaWords.isName(name) ? name : "[\(name.quotedForLua)]") = \(text)")
      case .integer(let number): parts.append("[\(number)] = \(text)")
      case .other: return nil
      }
    }
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }
}
