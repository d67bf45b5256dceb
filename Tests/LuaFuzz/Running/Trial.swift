import HomeScreenReports
package import LuaAPI
package import LuaEngine

/// One session from its beginning to its end, with what is promised of every session: whatever runs in it, it can be
/// used again, and all that it made is released when it is gone.
package struct Trial {
  private let expected: String

  /// - Throws: what keeps a session from being made.
  package init() throws {
    expected = try KnownProgram.expected()
  }

  /// Makes a session, runs `body` in it, looks whether the session still works, and drops it.
  ///
  /// `body` gets the canaries that follow the session's objects, and must not keep anything of it.
  /// - Throws: ``FuzzFinding`` for a promise that was broken, and what `body` throws.
  @discardableResult
  package func run<Outcome>(
    _ options: LuaOptions = LuaOptions(), _ body: (Session, Canaries) throws(FuzzFinding) -> Outcome
  ) throws(FuzzFinding) -> Outcome {
    let (outcome, canaries) = try runInSession(options, body)
    let alive = canaries.alive
    guard alive.isEmpty else { throw FuzzFinding("not released: \(alive.joined(separator: ", "))") }
    return outcome
  }

  private func runInSession<Outcome>(
    _ options: LuaOptions, _ body: (Session, Canaries) throws(FuzzFinding) -> Outcome
  ) throws(FuzzFinding) -> (Outcome, Canaries) {
    let session: Session
    let canaries: Canaries
    let known: KnownProgram
    do {
      session = try Session(at: .bundled("scenarios/seeds"), options: options, services: ReportServices())
      canaries = Canaries(in: session.lua)
      canaries.watch(session)
      known = try KnownProgram(in: session)
    } catch {
      throw FuzzFinding("a new session does not work: \(error)")
    }
    let outcome = try body(session, canaries)
    guard session.lua.stack.count == 0 else { throw FuzzFinding("\(session.lua.stack.count) values are on the stack") }
    try check(known)
    return (outcome, canaries)
  }

  /// The session can be used again.
  private func check(_ known: KnownProgram) throws(FuzzFinding) {
    let result: String
    do { result = try known.result() } catch { throw FuzzFinding("the session cannot be used again: \(error)") }
    guard result == expected else {
      throw FuzzFinding("the session answers otherwise than before: \(result)\nexpected: \(expected)")
    }
  }
}
