public import Events
import Platform
import PropertyLists

/// Compares the events of a run with those of an earlier one, as they come.
///
/// How long things took, and which process ran a file, is no difference.
public final class EventComparison {
  /// What was found.
  public enum Outcome: Sendable {
    /// All events were the same. `isWhole` is false when the earlier run was interrupted, or its record ends early: then
    /// this holds for what came before.
    case same(isWhole: Bool)
    case different(EventDifference)
    /// What was kept of the earlier run cannot be read any more.
    case lost
  }

  private var expected: EventStore.Reader
  /// What the earlier run says next; nil when it is over.
  private var awaited: RunEvent?
  private let isWhole: Bool
  private var difference: EventDifference?
  /// The earlier run was interrupted here.
  private var isOver = false

  /// Begins a comparison with an earlier run.
  ///
  /// - Parameters:
  ///   - expected: the events of the earlier run, all of them by now.
  ///   - isWhole: whether they go to its end.
  public init(with expected: EventStore, isWhole: Bool = true) {
    self.expected = EventStore.Reader(expected)
    self.isWhole = isWhole
    awaited = self.expected.next()
  }

  /// Takes the next event of the run.
  public func add(_ event: RunEvent) {
    guard difference == nil, !isOver, !expected.isDamaged else { return }
    guard let other = awaited else {
      if isWhole { difference = EventDifference(nil, event) } else { isOver = true }
      return
    }
    guard !other.wasInterrupted else {
      isOver = true
      return
    }
    awaited = expected.next()
    if !other.isSame(as: event) { difference = EventDifference(other, event) }
  }

  /// The run is over.
  public func finish() -> Outcome {
    if let difference { return .different(difference) }
    if expected.isDamaged { return .lost }
    if let awaited, !isOver {
      guard awaited.wasInterrupted else { return .different(EventDifference(awaited, nil)) }
      isOver = true
    }
    return .same(isWhole: isWhole && !isOver)
  }
}

extension RunEvent {
  /// Whether the event is there because somebody ended the run.
  fileprivate var wasInterrupted: Bool {
    switch self {
    case .fileFailed(_, let problem): problem.ending == .interrupt
    case .scenarioFinished(let result): result.problem?.ending == .interrupt
    case .runFinished(_, _, let code): code == .interrupted
    case .runStarted, .pluginFailed, .fileStarted, .output, .note, .scenarioListed, .coverage,
      .fileFinished:
      false
    }
  }

  fileprivate func isSame(as other: RunEvent) -> Bool {
    ExactText.isSame(withoutMachine.record.line, other.withoutMachine.record.line)
  }

  /// The event as reports have it.
  public var withoutTrace: RunEvent {
    guard case .scenarioFinished(var result) = self, !result.trace.isEmpty else { return self }
    result.trace = []
    return .scenarioFinished(result)
  }

  /// The event without what no script decides.
  var withoutMachine: RunEvent {
    switch self {
    case .runStarted(var header):
      header.version = ""
      header.schemaVersion = 0
      return .runStarted(header)
    case .fileStarted(let file, let position, _): return .fileStarted(file: file, position: position, worker: 0)
    case .scenarioFinished(var result):
      result.microseconds = 0
      return .scenarioFinished(result)
    case .pluginFailed, .output, .note, .scenarioListed, .coverage, .fileFailed, .fileFinished, .runFinished:
      return self
    }
  }
}
