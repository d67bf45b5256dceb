/// How many scenarios ended in which way.
public struct RunCounts: Sendable, Equatable {
  public var passed = 0
  public var failed = 0
  public var errors = 0
  public var pending = 0
  public var files = 0
  /// Files that failed outside of their scenarios.
  public var failedFiles = 0

  public init() {}

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
    files += 1
    if hasFailed { failedFiles += 1 }
  }
}
