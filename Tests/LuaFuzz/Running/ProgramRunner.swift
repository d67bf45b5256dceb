import HomeScreenSimulator
import LuaAPI
import LuaEngine

/// Runs programs, each in its own session.
package struct ProgramRunner {
  /// The result of a program as text; equal programs have equal outcomes.
  package struct Outcome: Equatable, Sendable {
    /// The number of printed lines.
    package let printed: Int
    /// Its results, or the message of its error.
    package let end: String
    /// The code of its error.
    package let code: String?
    /// The trace hash of its devices.
    package let traceHash: String
    /// Whether nondeterminism was noted in the program.
    package let isNoted: Bool
  }

  private let trial: Trial

  /// - Throws: The error of creating a session.
  package init() throws {
    trial = try Trial()
  }

  /// - Throws: ``FuzzFinding``.
  @discardableResult
  package func run(_ program: FuzzProgram) throws(FuzzFinding) -> Outcome {
    let options = LuaOptions(memoryCeiling: program.memoryCeiling, budget: program.budget)
    return try trial.run(options) { (session, _) throws(FuzzFinding) in
      var printed = 0
      var isNoted = false
      session.output = { text in
        if program.interruptedLine == printed { Interrupt.request() }
        printed += 1
      }
      session.onNote = { _ in isNoted = true }
      let (end, code) = try end(of: program, in: session)
      let hash = session.devices.takeTraceHash().description
      return Outcome(printed: printed, end: end, code: code, traceHash: hash, isNoted: isNoted)
    }
  }

  /// Runs a program and returns its results or error as text.
  private func end(of program: FuzzProgram, in session: Session) throws(FuzzFinding) -> (text: String, code: String?) {
    session.arm(takesBackInterrupt: true)
    if let refusal = program.refusal {
      session.lua.refuseAllocation(refusal.number, forGood: refusal.forGood)
    }
    defer { session.lua.refuseNoAllocation() }
    do throws(LuaError) {
      let results = try session.run(program.text, chunkName: program.chunkName)
      session.lua.refuseNoAllocation()
      session.arm(takesBackInterrupt: true)
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
}
