/// What happens in a run, in order. Every report is made from this stream and from nothing else.
public enum RunEvent: Sendable {
  /// The first one. `schemaVersion` changes when the meaning of a field does.
  case runStarted(version: String, schemaVersion: Int, seed: UInt64)
  /// A part of a plugin, or of the project's settings, cannot be used. Each problem is told once in a run.
  case pluginFailed(plugin: String, problem: Problem)
  case fileStarted(file: String)
  /// A line that the script printed.
  case output(file: String, text: String)
  /// Something in the script depends on what is not deterministic.
  case note(file: String, text: String)
  case scenarioFinished(ScenarioResult)
  /// The file could not be run, or failed outside of its scenarios.
  case fileFailed(file: String, problem: Problem)
  case fileFinished(file: String, counts: RunCounts, traceHash: String)
  case runFinished(counts: RunCounts, traceHash: String)

  /// The version of the stream's fields and their meaning.
  public static let schemaVersion = 1

  /// What kind of event it is; the raw values are the words of JSON lines and of plugins' reporters.
  public enum Name: String, Sendable, CaseIterable {
    case runStarted, pluginFailed, fileStarted, output, note, scenarioFinished, fileFailed, fileFinished, runFinished
  }

  /// What kind of event it is.
  public var name: Name {
    switch self {
    case .runStarted: .runStarted
    case .pluginFailed: .pluginFailed
    case .fileStarted: .fileStarted
    case .output: .output
    case .note: .note
    case .scenarioFinished: .scenarioFinished
    case .fileFailed: .fileFailed
    case .fileFinished: .fileFinished
    case .runFinished: .runFinished
    }
  }
}

/// A report over the events of a run.
public protocol EventReport: AnyObject {
  /// Takes the next event. They come in order, each once; the last one is `runFinished`.
  func add(_ event: RunEvent)
}
