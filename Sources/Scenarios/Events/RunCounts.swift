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

  mutating func count(_ status: ScenarioResult.Status) {
    switch status {
    case .passed: passed += 1
    case .failed: failed += 1
    case .error: errors += 1
    case .pending: pending += 1
    }
  }

  mutating func add(_ other: RunCounts) {
    passed += other.passed
    failed += other.failed
    errors += other.errors
    pending += other.pending
    files += other.files
    failedFiles += other.failedFiles
  }
}
