import LuaAPI
import LuaEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a worker ended before its files did, in the words of a report.
struct WorkerEnd {
  private let end: WorkerProcess.End
  private let options: RunOptions

  init(_ end: WorkerProcess.End, options: RunOptions) {
    self.end = end
    self.options = options
  }

  /// - Parameter started: whether the worker had begun with the file.
  func problem(in file: ScenarioFile, started: Bool) -> Problem {
    var problem = cause
    guard started else { return problem }
    let note = WorkerProcess.lastNote
    if note.hasPrefix("\(file.name): ") { problem.message += ", in “\(note.dropFirst(file.name.utf8.count + 2))”" }
    problem.place = WorkerProcess.lastPlace
    if let place = problem.place.flatMap({ LuaError.Place(parsing: $0 + ":") }), let text = try? file.read() {
      problem.sourceLine = SourceLines(file: file.name, text: text).line(place.line, of: place.file)
    }
    return problem
  }

  private var cause: Problem {
    switch end {
    case .left(ExitCode.watchdog.rawValue):
      return Problem(
        code: LuaError.Stop.deadline.rawValue,
        message: "the script was ended by the watchdog: it did not answer for \(Self.text(options.watchdog)) s",
        hint: "Look for a call that never returns; --watchdog SECONDS gives more time.")
    case .left(ExitCode.internalFault.rawValue):
      return Problem(
        code: Problem.crashCode,
        message: "the process that ran the script had no memory left, or met a fault of its own",
        hint: "Standard error may tell more. The scenarios that follow in this file did not run.")
    case .left(let code):
      return Problem(
        code: Problem.crashCode, message: "the process that ran the script left with exit code \(code)",
        hint: "This is a fault of homescreen's own: please report it with the script.")
    case .killed(SIGKILL) where Interrupt.wasRequested:
      return Problem(
        code: LuaError.Stop.interrupt.rawValue, message: "stopped by Ctrl-C: the script did not answer and was ended")
    case .killed(SIGKILL):
      return Problem(
        code: Problem.crashCode, message: "the process that ran the script was killed from outside (SIGKILL)",
        hint: "A system that is short of memory does that.")
    case .killed(let signal):
      return Problem(
        code: Problem.crashCode, message: "the process that ran the script crashed (signal \(signal))",
        hint: "This is a fault of homescreen's own: please report it with the script.")
    }
  }

  /// 60 and not 60.0.
  private static func text(_ seconds: Double) -> String {
    Int(exactly: seconds).map(String.init) ?? "\(seconds)"
  }
}
