public import LuaAPI
public import LuaEngine

/// A scenario that has failed, with everything as it was then.
public struct FailedScenario {
  /// The session in which it ran.
  public let session: Session
  /// Its name, with the names of the blocks around it.
  public let name: String
  /// Why it failed.
  public let error: LuaError
  private let environment: LuaVariable?

  init(_ session: Session, name: [String], error: LuaError, environment: LuaVariable?) {
    self.session = session
    self.name = name.joined(separator: " ")
    self.error = error
    self.environment = environment
  }

  /// Runs `body` with the names of the scenario in sight; see ``Session/inspect(environment:_:)``.
  public func inspect(_ body: () -> Void) { session.inspect(environment: environment, body) }
}
