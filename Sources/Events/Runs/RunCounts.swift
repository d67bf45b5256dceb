/// How many scenarios ended in which way.
public struct RunCounts: Sendable, Equatable {
  /// Scenarios that passed.
  public var passed = 0
  /// Scenarios with an assertion that did not hold.
  public var failed = 0
  /// Scenarios that raised an error.
  public var errors = 0
  /// Scenarios that are still to be written.
  public var pending = 0
  /// Files that were run.
  public var files = 0
  /// Files that failed outside of their scenarios.
  public var failedFiles = 0
  /// Files that ran as plain scripts: they hold code, and no scenario, block or hook. None is counted where only some
  /// scenarios were asked for.
  public var scripts = 0

  /// Nothing has ended yet.
  public init() {}

  /// All scenarios, however they ended.
  public var total: Int { passed + failed + errors + pending }

  /// Adds a scenario.
  public mutating func count(_ status: ScenarioResult.Status) {
    switch status {
    case .passed: passed += 1
    case .failed: failed += 1
    case .error: errors += 1
    case .pending: pending += 1
    }
  }

  /// Adds the counts of one more file.
  public mutating func add(_ file: RunCounts, hasFailed: Bool) {
    passed += file.passed
    failed += file.failed
    errors += file.errors
    pending += file.pending
    scripts += file.scripts
    files += 1
    if hasFailed { failedFiles += 1 }
  }

  /// Those of scenarios and scripts, of a file or of a run.
  package mutating func fields(_ field: inout RecordFields) {
    field("passed", &passed)
    field("failed", &failed)
    field("errors", &errors)
    field("pending", &pending)
    field("scripts", &scripts, unless: 0)
  }
}
