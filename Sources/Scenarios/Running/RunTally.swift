public import LuaAPI
import LuaEngine
public import Reports

/// What a run has come to so far, from its events alone: counts, hash and exit code.
public struct RunTally: Sendable {
  public private(set) var counts = RunCounts()
  public private(set) var traceHash = TraceDigest()
  /// The worst that happened.
  public private(set) var exitCode = ExitCode.success

  /// Whether the file that runs now failed outside of its scenarios.
  private var fileFailed = false

  public init() {}

  /// Whether Ctrl-C ended something: then nothing more is run.
  public var isInterrupted: Bool { exitCode == .interrupted }

  /// Adds the next event of the run.
  public mutating func add(_ event: RunEvent) {
    switch event {
    case .runStarted, .output, .note, .runFinished: break
    case .fileStarted: fileFailed = false
    case .pluginFailed: raise(.scriptError)
    case .scenarioFinished(let result):
      switch result.status {
      case .passed, .pending: break
      case .failed, .error: raise(Self.exitCode(of: result.problem, else: .failure))
      }
    case .fileFailed(_, let problem):
      fileFailed = true
      raise(Self.exitCode(of: problem, else: .scriptError))
    case .fileFinished(_, let counts, let hash):
      self.counts.add(counts, hasFailed: fileFailed)
      if let digest = TraceDigest(hash) { traceHash.combine(digest) }
    }
  }

  /// Ctrl-C came while no script ran.
  public mutating func interrupt() { raise(.interrupted) }

  /// Something of homescreen's own went wrong, and no file is to blame.
  mutating func noteFault() { raise(.internalFault) }

  private mutating func raise(_ code: ExitCode) { exitCode = max(exitCode, code) }

  private static func exitCode(of problem: Problem?, else code: ExitCode) -> ExitCode {
    switch problem?.code {
    case LuaError.Stop.interrupt.rawValue: .interrupted
    case LuaError.Stop.deadline.rawValue: .watchdog
    case Problem.crashCode: .internalFault
    case Problem.missingScriptCode: .noInput
    default: code
    }
  }

  /// The exit code of a run that has ended.
  func exitCode(of files: [ScenarioFile], _ options: RunOptions) -> ExitCode {
    if exitCode == .success, files.isEmpty || (counts.total == 0 && options.isFiltered) { return .nothingMatched }
    return exitCode
  }
}
