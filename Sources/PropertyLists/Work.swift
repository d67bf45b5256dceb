internal import CWork

/// Counts work that is proportional to user data: names compared, files read, events written.
///
/// A program that runs other people's scripts charges them for this work. Nothing else depends on the count, and it
/// never depends on time: the same work has the same count on every machine. Each thread counts separately.
public enum Work {
  /// Counts `steps`. One step is the work of some tens of nanoseconds.
  public static func count(_ steps: Int) { hs_work_count(Int64(steps)) }

  /// Returns the count since the last call.
  public static func take() -> Int { Int(hs_work_take()) }

  /// Does work that is not charged: observing a script must not change its budget.
  public static func uncounted<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = hs_work_take()
    defer {
      _ = hs_work_take()
      hs_work_count(before)
    }
    return try body()
  }
}
