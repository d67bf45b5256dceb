import LuaEngine
import Simulator

/// The app whose code runs at the moment.
struct RunningCode {
  let application: Application
  let app: InstalledApp
  /// What of it was called, for messages.
  let name: String
}

extension Session {
  /// One call of an app's code may use this part of the script's budget: a tenth. Then the app hangs.
  static let appCodeShare: Int64 = 10

  /// Runs a piece of the app's code: inside, UIKit's names mean this process.
  ///
  /// - Parameter name: what was called, for messages: a slot, `app:run`.
  /// - Throws: ``AppCodeHangs`` when the code does not end, ``AppCodeError`` for an error of Lua's, a ``LuaError`` when
  ///   the script as a whole is stopped, and what else escapes `body`.
  func enter<Outcome>(
    _ application: Application, of app: InstalledApp, as name: String, _ body: () throws -> Outcome
  ) throws -> Outcome {
    processes.append(RunningCode(application: application, app: app, name: name))
    defer { processes.removeLast() }
    let (outcome, isUsedUp) = lua.withAllowance(lua.options.budget / Session.appCodeShare, body)
    switch outcome {
    case .success(let value) where !isUsedUp: return value
    case .failure(let error as LuaError) where !isUsedUp && error.stop == nil:
      noteEscape(of: error, on: app.device)
      throw AppCodeError(error, anchor: application.luaAnchor, on: lua.stack)
    case .failure(let error) where !isUsedUp:
      noteEscape(of: error, on: app.device)
      throw error
    case .failure(let error): throw hang(of: application, app, at: (error as? LuaError)?.place)
    case .success: throw hang(of: application, app, at: nil)
    }
  }

  private func hang(of application: Application, _ app: InstalledApp, at place: LuaError.Place?) -> AppCodeHangs {
    let hang = AppCodeHangs(bundleIdentifier: application.bundleIdentifier, place: place)
    noteEscape(of: hang, on: app.device)
    return hang
  }

  /// The process that UIKit's name `name` means here.
  /// - Throws: ``LuaFailure`` outside of an app's code.
  func process(for name: String) throws -> RunningCode {
    if let process = processes.last { return process }
    throw LuaFailure(
      "\(name) is a name of the app's own code, and no app's code is running here", code: "outside-the-app",
      hint: "Write app:run(function() … \(name) … end); app:run needs a launched app.")
  }

  /// The process that UIKit's name `name` means, which may be the one in front in the REPL; for values that need no
  /// more of it.
  /// - Throws: ``LuaFailure`` outside of an app's code.
  func process(orFrontFor name: String) throws -> Application {
    try inProcess(for: name) { $0.application }
  }

  /// Runs `body` in the process that UIKit's name `name` means: the one whose code runs, or in the REPL the app in
  /// front.
  func inProcess<Result>(for name: String, _ body: (RunningCode) throws -> Result) throws -> Result {
    if processes.isEmpty, usesAppInFront, let front = currentDevice?.front {
      usesOfAppInFront += 1
      return try front.run { application in
        try enter(application, of: front, as: name) {
          try body(RunningCode(application: application, app: front, name: name))
        }
      }
    }
    return try body(try process(for: name))
  }
}
