internal import CWork

/// Counts what is done in proportion to somebody's data: names compared, files looked at, events written.
///
/// A program that runs other people's scripts charges them for it. Nothing else depends on the count, and it never
/// depends on time: the same work is the same number on every machine. Each thread has a count of its own.
public enum Work {
  /// Counts `steps`. One is the work of some tens of nanoseconds.
  public static func count(_ steps: Int) { hs_work_count(Int64(steps)) }

  /// What was counted since the last call.
  public static func take() -> Int { Int(hs_work_take()) }

  /// Does what nobody is charged for: whether somebody looks on must change no script's budget.
  public static func uncounted<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = hs_work_take()
    defer {
      _ = hs_work_take()
      hs_work_count(before)
    }
    return try body()
  }
}
