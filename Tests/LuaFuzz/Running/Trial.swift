import HomeScreenReports
package import LuaAPI
package import LuaEngine

/// A session from start to end, and the promises of every session: it is usable afterwards, and all its objects are
/// released.
package struct Trial {
  private let expected: String

  /// - Throws: The error of creating a session.
  package init() throws {
    expected = try KnownProgram.expected()
  }

  /// Creates a session, runs `body` in it, checks that it still works, and drops it.
  ///
  /// `body` gets the canaries that track the session's objects, and must not keep references.
  /// - Throws: ``FuzzFinding`` for a broken promise, and errors of `body`.
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

  /// Checks that the session is usable.
  private func check(_ known: KnownProgram) throws(FuzzFinding) {
    let result: String
    do { result = try known.result() } catch { throw FuzzFinding("the session cannot be used again: \(error)") }
    guard result == expected else {
      throw FuzzFinding("the session answers otherwise than before: \(result)\nexpected: \(expected)")
    }
  }
}
