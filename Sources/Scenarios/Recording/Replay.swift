internal import AppPackages
public import Events
internal import Platform

/// A recorded run that is run again: with the machine of its record, whatever this one has.
public final class Replay {
  private let record: Record
  private let machine: RecordedMachine
  private let comparison: EventComparison

  /// A replay that has not begun.
  public init(_ record: Record) {
    self.record = record
    machine = record.machine()
    comparison = EventComparison(with: record.events, isWhole: record.isWhole)
  }

  /// Does what belongs to the run, from finding the scripts on.
  public func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentMachine.$value.withValue(machine, operation: body)
  }

  /// Takes an event of the run.
  public func add(_ event: RunEvent) { comparison.add(event) }

  /// What came of it.
  public func finish() -> EventComparison.Outcome { comparison.finish() }

  /// Files, folders and variables that the run asked for and the record does not have: why it may differ.
  public var missingInputs: [String] { machine.unknownSubjects }
}
