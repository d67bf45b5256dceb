public import LuaAPI
public import LuaEngine

/// Who looks at a scenario that has failed, before anything cleans up.
public struct FailureHooks {
  /// Shows it, in the process that runs it, and changes nothing.
  public var show: ((FailedScenario) -> Void)?
  /// Lets a person look into it, and says whether the run goes on. All files run in the process of the run then, one after
  /// the other, and that process does not outlive all that they may do.
  public var inspect: ((FailedScenario) -> Bool)?

  /// No one looks at it.
  public init() {}
}

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
