public import HomeScreenSimulator
public import Platform
import PropertyLists

/// What a run has come to so far, from its events alone: counts, hash and exit code.
public struct RunTally: Sendable {
  /// Of the files that have ended.
  public private(set) var counts = RunCounts()
  /// What all devices did, in the order of the files.
  public private(set) var traceHash = TraceDigest()
  /// The worst that happened.
  public private(set) var exitCode = ExitCode.success

  /// Of the files that run now: those that failed outside of their scenarios.
  private var failedFiles: Set<ExactText> = []

  /// How many scenarios were only named.
  public private(set) var listed = 0

  /// Of a run that has not begun.
  public init() {}

  /// Whether no scenario ran, was pending or was named, and no plain script ran.
  public var isEmpty: Bool { counts.total + counts.scripts + listed == 0 }

  /// Whether Ctrl-C ended something: then nothing more is run.
  public var isInterrupted: Bool { exitCode == .interrupted }

  /// Adds the next event of the run.
  public mutating func add(_ event: RunEvent) {
    switch event {
    case .runStarted, .output, .note, .coverage, .runFinished: break
    case .scenarioListed: listed += 1
    case .fileStarted(let file, _, _): failedFiles.remove(ExactText(file))
    case .pluginFailed: raise(.scriptError)
    case .scenarioFinished(let result):
      switch result.status {
      case .passed, .pending: break
      case .failed, .error: raise(result.problem?.ending?.exitCode ?? .failure)
      }
    case .fileFailed(let file, let problem):
      failedFiles.insert(ExactText(file))
      raise(problem.ending?.exitCode ?? .scriptError)
    case .fileFinished(let file, let counts, let hash):
      self.counts.add(counts, hasFailed: failedFiles.remove(ExactText(file)) != nil)
      if let digest = TraceDigest(hash) { traceHash.combine(digest) }
    }
  }

  /// Whether the events tell why the run ends with a code. They do not where nobody's file is to blame: after a fault of
  /// homescreen's own, or Ctrl-C between two files.
  package func explains(_ code: ExitCode) -> Bool { code == exitCode || code == .nothingMatched }

  /// The last event of the run.
  /// - Parameter code: how the process ends.
  public func finish(_ code: ExitCode) -> RunEvent {
    .runFinished(counts: counts, traceHash: traceHash.description, exitCode: code)
  }

  /// Ctrl-C came while no script ran.
  public mutating func interrupt() { raise(.interrupted) }

  /// Something of homescreen's own went wrong, and no file is to blame.
  public mutating func noteFault() { raise(.internalFault) }

  private mutating func raise(_ code: ExitCode) { exitCode = max(exitCode, code) }
}
