/// What happens in a run, in order. Every report is made from this stream and from nothing else.
public enum RunEvent: Sendable {
  /// The first one.
  case runStarted(RunHeader)
  /// A part of a plugin, or of the project's settings, cannot be used. Each problem is told once in a run.
  case pluginFailed(plugin: String, problem: Problem)
  /// `position` counts the files of the whole run from 0, in every shard alike; `worker` counts the processes that ran
  /// files from 1.
  case fileStarted(file: String, position: Int, worker: Int)
  /// A line that the script printed.
  case output(file: String, text: String)
  /// Something in the script depends on what is not deterministic.
  case note(file: String, text: String)
  /// A scenario of a run that only names them.
  case scenarioListed(ListedScenario)
  case scenarioFinished(ScenarioResult)
  /// What a file exercised, in a run that measures it.
  case coverage(FileCoverage)
  /// The file could not be run, or failed outside of its scenarios.
  case fileFailed(file: String, problem: Problem)
  case fileFinished(file: String, counts: RunCounts, traceHash: String)
  /// The last one; `exitCode` is how the process ends.
  case runFinished(counts: RunCounts, traceHash: String, exitCode: ExitCode)

  /// What kind of event it is; the raw values are the words of JSON lines and of plugins' reporters.
  public enum Name: String, Sendable, CaseIterable {
    case runStarted, pluginFailed, fileStarted, output, note, scenarioListed, scenarioFinished, coverage, fileFailed,
      fileFinished, runFinished
  }

  /// The file that it is about, as messages name it; nil for what is about the run as a whole.
  public var file: String? {
    switch self {
    case .runStarted, .pluginFailed, .runFinished: nil
    case .fileStarted(let file, _, _), .output(let file, _), .note(let file, _), .fileFailed(let file, _),
      .fileFinished(let file, _, _):
      file
    case .scenarioListed(let scenario): scenario.file
    case .scenarioFinished(let result): result.file
    case .coverage(let coverage): coverage.file
    }
  }

  /// What kind of event it is.
  public var name: Name {
    switch self {
    case .runStarted: .runStarted
    case .pluginFailed: .pluginFailed
    case .fileStarted: .fileStarted
    case .output: .output
    case .note: .note
    case .scenarioListed: .scenarioListed
    case .scenarioFinished: .scenarioFinished
    case .coverage: .coverage
    case .fileFailed: .fileFailed
    case .fileFinished: .fileFinished
    case .runFinished: .runFinished
    }
  }
}

/// A scenario that was found and not run.
public struct ListedScenario: Sendable, Equatable {
  /// The file that it stands in, as messages name it.
  public var file: String
  /// The names of the `describe` blocks around it and its own.
  public var name: [String]
  /// Where `it` stands.
  public var line: Int?
  /// The cell of the `matrix` that it was made for.
  public var cell: String?

  /// A scenario of this file and name.
  public init(file: String, name: [String], line: Int?, cell: String?) {
    self.file = file
    self.name = name
    self.line = line
    self.cell = cell
  }
}

/// What the events of a run tell of.
enum EventOrigin {
  /// Scripts: what fails is repeated by a command, with the run's seed, and comes to the same trace.
  case scenarios
  /// What was seen of apps. Whoever has the report knows the command that made it, and chance has no part in it.
  case apps
}

/// A report over the events of a run.
public protocol EventReport: AnyObject {
  /// Takes the next event. They come in order, each once; the last one is `runFinished`.
  func add(_ event: RunEvent)
}
