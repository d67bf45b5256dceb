internal import Events
import LuaAPI
import LuaEngine
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a worker ended before its files did, in the words of a report.
struct WorkerEnd {
  private let worker: WorkerProcess
  private let end: WorkerProcess.End
  private let options: RunOptions
  private let wasSilent: Bool

  /// - Parameter wasSilent: it was killed because nothing was heard of it for longer than its own watchdog waits.
  init(_ end: WorkerProcess.End, of worker: WorkerProcess, wasSilent: Bool, options: RunOptions) {
    self.end = end
    self.worker = worker
    self.wasSilent = wasSilent
    self.options = options
  }

  /// What is told of the file that the worker had begun with.
  func problem(in file: ScenarioFile) -> Problem {
    var problem = cause
    let prefix = TerminalText.visible(file.name, isOneLine: true) + ": "
    let note = worker.lastNote
    if note.hasPrefix(prefix) { problem.message += ", in “\(note.dropFirst(prefix.count))”" }
    problem.place = worker.lastPlace
    guard var place = problem.place.flatMap({ LuaError.Place(parsing: $0 + ":") }) else { return problem }
    // Lua shortens a long path from the left.
    if place.file.hasPrefix("..."), file.name.hasSuffix(place.file.dropFirst(3)) { place.file = file.name }
    problem.place = place.description
    if let text = try? file.read() {
      problem.sourceLine = SourceLines(file: file.name, text: text).line(place.line, of: place.file)
    }
    return problem
  }

  /// Why it ended, whatever it did then.
  var cause: Problem {
    switch end {
    case .left(ExitCode.watchdog.rawValue):
      let clock = worker.lastClock ?? .processor
      let time = "\(Self.text(clock.seconds(options.watchdog))) s of \(clock == .real ? "real" : "processor") time"
      return Problem(
        .deadline, message: "the watchdog ended the script: it did not respond for \(time)",
        hint: "Look for a call that never returns; --watchdog SECONDS gives more time.")
    case .killed(SIGKILL) where wasSilent && Interrupt.count == 0 && !Interrupt.isTermination:
      let time = "\(Self.text(Watchdog.last(seconds: options.watchdog))) s of real time"
      return Problem(
        .deadline,
        message: "the watchdog ended the script: its process did not run for \(time)",
        hint:
          "Something has stopped it (SIGSTOP), or the system does not let it run; --watchdog SECONDS gives more time.")
    case .left(ExitCode.internalFault.rawValue):
      return Problem(
        .crash, message: "the process that ran the script ran out of memory or hit an internal error",
        hint: "Standard error may say more. The scenarios after it in this file did not run.")
    case .left(ExitCode.interrupted.rawValue):
      return Problem(
        .interrupt, message: "stopped by Ctrl-C: the script did not respond and was ended")
    case .left(let code):
      return Problem(
        .crash, message: "the process that ran the script exited with code \(code)",
        hint: "This is a bug of homescreen: please report it with the script.")
    case .killed(SIGKILL) where Interrupt.isTermination:
      return Problem(
        .interrupt, message: "stopped by SIGTERM: the process was told to end while the script ran")
    case .killed(SIGKILL) where Interrupt.count > 0:
      return Problem(
        .interrupt, message: "stopped by Ctrl-C: the script did not respond and was ended")
    case .killed(SIGKILL):
      return Problem(
        .crash, message: "the process that ran the script was killed from outside (SIGKILL)",
        hint: "A system that is low on memory does that.")
    case .killed(let signal):
      return Problem(
        .crash, message: "the process that ran the script crashed (signal \(signal))",
        hint: "This is a bug of homescreen: please report it with the script.")
    }
  }

  /// 60 and not 60.0.
  private static func text(_ seconds: Double) -> String {
    Int(exactly: seconds).map(String.init) ?? "\(seconds)"
  }
}
