import AppPackages
package import HomeScreenSimulator
package import Platform
import PropertyLists

/// What a run has come to so far, from its events alone: counts, hash and exit code.
package struct RunTally: Sendable {
  /// Of the files that have ended.
  package private(set) var counts = RunCounts()
  /// What all devices did, in the order of the files.
  package private(set) var traceHash = TraceDigest()
  /// The worst that happened.
  package private(set) var exitCode = ExitCode.success

  /// Of the files that run now: those that failed outside of their scenarios.
  private var failedFiles: Set<ExactText> = []

  /// How many scenarios were only named.
  package private(set) var listed = 0

  /// Of a run that has not begun.
  package init() {}

  /// Whether no scenario ran, was pending or was named, and no plain script ran.
  package var isEmpty: Bool { counts.total + counts.scripts + listed == 0 }

  /// Whether Ctrl-C ended something: then nothing more is run.
  package var isInterrupted: Bool { exitCode == .interrupted }

  /// Adds the next event of the run.
  package mutating func add(_ event: RunEvent) {
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
  package func finish(_ code: ExitCode) -> RunEvent {
    .runFinished(counts: counts, traceHash: traceHash.description, exitCode: code)
  }

  /// Ctrl-C came while no script ran.
  package mutating func interrupt() { raise(.interrupted) }

  /// Something of homescreen's own went wrong, and no file is to blame.
  package mutating func noteFault() { raise(.internalFault) }

  private mutating func raise(_ code: ExitCode) { exitCode = max(exitCode, code) }
}

/// What the pictures of failed snapshots may take in a run, however many fail: reports, records and pages hold all that
/// goes through here.
package struct PictureBudget {
  private var bytes: Int

  /// Room for so much SVG.
  package init(bytes: Int = 16 << 20) { self.bytes = bytes }

  /// The event as it is told: where the room does not last for both pictures, a remark stands in their place.
  package mutating func admit(_ event: RunEvent) -> RunEvent {
    switch event {
    case .scenarioFinished(var result):
      guard let problem = result.problem, problem.picture != nil else { return event }
      result.problem = admit(problem)
      return .scenarioFinished(result)
    case .fileFailed(let file, let problem): return .fileFailed(file: file, problem: admit(problem))
    case .pluginFailed(let plugin, let problem): return .pluginFailed(plugin: plugin, problem: admit(problem))
    case .runStarted, .fileStarted, .output, .note, .scenarioListed, .coverage, .fileFinished,
      .runFinished:
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
  /// What an option of the command line can be wrong about.
  private static let ofOptions: Set<SimulatorErrorCode> = [
    .unknownModel, .unknownOSVersion, .modelOutsideVersions, .badLocale,
  ]

  /// How a process ends that could not open an app, or make the device for it.
  package init(opening error: any Error) {
    switch error {
    case let error as AppPackageError: self = error.isInputMissingOrUnreadable ? .noInput : .failure
    case let error as SimulatorError:
      self = Self.ofOptions.contains(error.code) ? .usage : .failure
    default: self = .failure
    }
  }
}

/// What a report of a run may know beside the run itself.
package struct ReportSurroundings: Sendable, Equatable {
  /// Where relative names of files start: an absolute path, or empty where it does not matter.
  package var workingFolder: String
  /// The root of the checkout, an absolute path; nil where none is known.
  package var checkout: String?

  /// Surroundings of which nothing is known, or what is given.
  package init(workingFolder: String = "", checkout: String? = nil) {
    self.workingFolder = workingFolder
    self.checkout = checkout
  }

  /// The name of a file as it counts from the root of the checkout; a file outside of it keeps its name.
  package func pathInCheckout(_ file: String) -> String {
    guard let checkout else { return file }
    let root = Self.parts(checkout)
    let parts = Self.parts(file.utf8.first == UInt8(ascii: "/") ? file : "\(workingFolder)/\(file)")
    guard parts.count > root.count, parts.starts(with: root) else { return file }
    return parts[root.count...].joined(separator: "/")
  }

  /// The names in a path, `.` and `..` worked out.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in FileTreePath.parts(of: path) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
