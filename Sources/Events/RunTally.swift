import AppPackages
package import HomeScreenSimulator
package import Platform
import PropertyLists

/// The counts, hash and exit code of a run so far, computed from its events.
package struct RunTally: Sendable {
  /// The counts of the files that have ended.
  package private(set) var counts = RunCounts()
  /// The combined trace of all devices, in the order of the files.
  package private(set) var traceHash = TraceDigest()
  /// The exit code of the worst event.
  package private(set) var exitCode = ExitCode.success

  /// The running files that failed outside their scenarios.
  private var failedFiles: Set<ExactText> = []

  /// The number of listed scenarios.
  package private(set) var listed = 0

  package init() {}

  /// Whether no scenario ran, was pending or was listed, and no plain script ran.
  package var isEmpty: Bool { counts.total + counts.scripts + listed == 0 }

  /// Whether Ctrl-C ended something, so that nothing more runs.
  package var isInterrupted: Bool { exitCode == .interrupted }

  package mutating func add(_ event: RunEvent) {
    switch event {
    case .runStarted, .output, .note, .runFinished: break
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

  /// Whether the events explain an exit code. They do not if no file caused it: after an internal fault of homescreen,
  /// or Ctrl-C between two files.
  package func explains(_ code: ExitCode) -> Bool { code == exitCode || code == .nothingMatched }

  /// Returns the last event of the run.
  /// - Parameter code: the exit code of the process.
  package func finish(_ code: ExitCode) -> RunEvent {
    .runFinished(counts: counts, traceHash: traceHash.description, exitCode: code)
  }

  /// Records Ctrl-C while no script was running.
  package mutating func interrupt() { raise(.interrupted) }

  /// Records an internal fault of homescreen that no file caused.
  package mutating func noteFault() { raise(.internalFault) }

  private mutating func raise(_ code: ExitCode) { exitCode = max(exitCode, code) }
}

/// A size limit for the pictures of failed snapshots in a run, because reports, records and pages store them.
package struct PictureBudget {
  private var bytes: Int

  /// Creates a budget of this many bytes of SVG.
  package init(bytes: Int = 16 << 20) { self.bytes = bytes }

  /// Returns the event to report. If its pictures exceed the budget, a remark replaces them.
  package mutating func admit(_ event: RunEvent) -> RunEvent {
    switch event {
    case .scenarioFinished(var result):
      guard let problem = result.problem, problem.picture != nil else { return event }
      result.problem = admit(problem)
      return .scenarioFinished(result)
    case .fileFailed(let file, let problem): return .fileFailed(file: file, problem: admit(problem))
    case .pluginFailed(let plugin, let problem): return .pluginFailed(plugin: plugin, problem: admit(problem))
    case .runStarted, .fileStarted, .output, .note, .scenarioListed, .fileFinished, .runFinished:
      return event
    }
  }

  private mutating func admit(_ problem: Problem) -> Problem {
    guard var picture = problem.picture else { return problem }
    let size = picture.actual.utf8.count + (picture.expected?.utf8.count ?? 0)
    guard size > bytes else {
      bytes -= size
      return problem
    }
    picture.actual = ""
    picture.expected = nil
    picture.remark = "left out: the pictures of the failures are too large; run this scenario alone to see them"
    var problem = problem
    problem.picture = picture
    return problem
  }
}

extension ExitCode {
  /// The errors that an option of the command line can cause.
  private static let ofOptions: Set<SimulatorErrorCode> = [
    .unknownModel, .unknownOSVersion, .modelOutsideVersions, .badLocale,
  ]

  /// Creates the exit code for an app that cannot be opened, or a device that cannot be made for it.
  package init(opening error: any Error) {
    switch error {
    case let error as AppPackageError: self = error.isInputMissingOrUnreadable ? .noInput : .failure
    case let error as SimulatorError:
      self = Self.ofOptions.contains(error.code) ? .usage : .failure
    default: self = .failure
    }
  }
}

/// The environment of a run's report.
package struct ReportSurroundings: Sendable, Equatable {
  /// The base of relative file names: an absolute path, or empty if it is not needed.
  package var workingFolder: String
  /// The root of the checkout, as an absolute path; nil if it is unknown.
  package var checkout: String?

  /// Creates surroundings; by default, everything is unknown.
  package init(workingFolder: String = "", checkout: String? = nil) {
    (self.workingFolder, self.checkout) = (workingFolder, checkout)
  }

  /// Returns a file name relative to the root of the checkout. A file outside the checkout keeps its name.
  package func pathInCheckout(_ file: String) -> String {
    guard let checkout else { return file }
    let root = Self.parts(checkout)
    let parts = Self.parts(file.utf8.first == UInt8(ascii: "/") ? file : "\(workingFolder)/\(file)")
    guard parts.count > root.count, parts.starts(with: root) else { return file }
    return parts[root.count...].joined(separator: "/")
  }

  /// Returns the components of a path, with `.` and `..` resolved.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in FileTreePath.parts(of: path) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
