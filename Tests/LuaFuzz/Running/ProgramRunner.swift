import LuaAPI
import LuaEngine

/// Runs programs, each in a session of its own, and looks whether what is promised of sessions held.
public struct ProgramRunner {
  /// What a program left, as text; equal programs leave the same.
  public struct Outcome: Equatable, Sendable {
    public let printed: Int
    /// Its results; the message of its error.
    public let end: String
    /// The code of its error.
    public let code: String?
    public let traceHash: String
    /// Whether something in the program is not deterministic, and was noted.
    public let isNoted: Bool
  }

  private let expected: String

  public init() throws {
    expected = try KnownProgram.expected()
  }

  /// - Throws: ``FuzzFinding``.
  @discardableResult
  public func run(_ program: FuzzProgram) throws(FuzzFinding) -> Outcome {
    let (outcome, canaries) = try runInSession(program)
    // The session is gone: so must be everything that it made.
    let alive = canaries.alive
    guard alive.isEmpty else { throw FuzzFinding("not released: \(alive.joined(separator: ", "))") }
    return outcome
  }

  private func runInSession(_ program: FuzzProgram) throws(FuzzFinding) -> (Outcome, Canaries) {
    let session: Session
    let known: KnownProgram
    do {
      session = try Session(
        at: .bundled("scenarios/seeds"),
        options: LuaOptions(memoryCeiling: program.memoryCeiling, budget: program.budget))
      known = try KnownProgram(in: session)
    } catch { throw FuzzFinding("a new session does not work: \(error)") }
    let canaries = Canaries(in: session.lua)
    canaries.watch(session)
    var printed = 0
    var isNoted = false
    session.output = { text in
      if program.interruptedLine == printed { Interrupt.request() }
      printed += 1 + text.utf8.count
    }
    session.onNote = { _ in isNoted = true }

    let (end, code) = try end(of: program, in: session)
    let hash = session.takeTraceHash().description
    guard session.lua.stack.count == 0 else { throw FuzzFinding("\(session.lua.stack.count) values are on the stack") }
    try check(known)
    return (Outcome(printed: printed, end: end, code: code, traceHash: hash, isNoted: isNoted), canaries)
  }

  /// Runs it; what it ends with, as text.
  private func end(of program: FuzzProgram, in session: Session) throws(FuzzFinding) -> (text: String, code: String?) {
    session.arm()
    if let refusal = program.refusal {
      session.lua.refuseAllocation(refusal.number, forGood: refusal.forGood)
    }
    defer { session.lua.refuseNoAllocation() }
    do throws(LuaError) {
      let results = try session.run(program.text, chunkName: program.chunkName)
      session.lua.refuseNoAllocation()
      session.arm()
      return (results.map { session.inspect($0) }.joined(separator: " "), nil)
    } catch {
      guard error.kind != .syntax else { throw FuzzFinding("the generator wrote no Lua: \(error.message)") }
      guard (error.kind == .stopped) == (error.stop != nil) else { throw FuzzFinding("a stop that is none: \(error)") }
      guard error.stop != .deadline else {
        throw FuzzFinding("too slow: the watchdog stopped it before its budget did")
      }
      return (error.message, error.code)
    }
  }

  /// The state can be used again.
  private func check(_ known: KnownProgram) throws(FuzzFinding) {
    let result: String
    do { result = try known.result() } catch { throw FuzzFinding("the session cannot be used again: \(error)") }
    guard result == expected else {
      throw FuzzFinding("the session answers otherwise than before: \(result)\nexpected: \(expected)")
    }
  }
}
