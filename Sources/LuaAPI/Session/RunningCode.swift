import LuaEngine
import Simulator

/// The app whose code runs at the moment.
struct RunningCode {
  let application: Application
  let app: InstalledApp
}

extension Session {
  /// Runs a piece of the app's code: inside, UIKit's names mean this process.
  func enter<Result>(_ application: Application, of app: InstalledApp, _ body: () throws -> Result) rethrows -> Result {
    processes.append(RunningCode(application: application, app: app))
    defer { processes.removeLast() }
    return try body()
  }

  /// The process that UIKit's name `name` means here.
  /// - Throws: ``LuaFailure`` outside of an app's code.
  func process(for name: String) throws -> RunningCode {
    if let process = processes.last { return process }
    throw LuaFailure(
      "\(name) is a name of the app's own code, and no app's code is running here", code: "outside-the-app",
      hint: "Write app:run(function() … \(name) … end); app:run needs a launched app.")
  }

  /// Runs `body` in the process that UIKit's name `name` means: the one whose code runs, or in the REPL the app in
  /// front.
  func inProcess<Result>(for name: String, _ body: (RunningCode) throws -> Result) throws -> Result {
    if processes.isEmpty, usesAppInFront, let front = currentDevice?.front {
      return try front.run { application in
        try enter(application, of: front) { try body(RunningCode(application: application, app: front)) }
      }
    }
    return try body(try process(for: name))
  }
}
