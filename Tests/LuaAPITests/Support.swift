import HomeScreenReports
import LuaAPI
import LuaEngine

/// A session next to the built-in scenarios, with its output.
final class TestSession {
  let session: Session
  private(set) var printed: [String] = []
  private(set) var notes: [String] = []

  init(at location: ScriptLocation = .bundled("scenarios/seeds"), options: LuaOptions = LuaOptions()) throws {
    session = try Session(at: location, options: options, services: ReportServices())
    session.output = { [unowned self] in printed.append($0) }
    session.onNote = { [unowned self] in notes.append($0) }
  }

  @discardableResult
  func run(_ source: String) throws -> [LuaValue] {
    session.lua.arm()
    return try session.run(source, chunkName: "@test.lua")
  }

  /// The error of a script.
  func error(_ source: String) -> LuaError? {
    session.lua.arm()
    do {
      try session.run(source, chunkName: "@test.lua")
      return nil
    } catch {
      return error
    }
  }
}
