import LuaFuzz

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `fuzz lua SECONDS SEED COUNT FILE`: random Lua programs from a seed on, for some seconds or a maximum count. The
/// file contains the running program.
enum LuaFuzzer {
  /// The time limit of a program, in seconds.
  private static let timeLimit: Double = 10
  /// The memory that the process may gain after the first programs, in bytes.
  private static let allowedGrowth = 24 << 20

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 4, let seconds = Int(arguments[0]), let seed = UInt64(arguments[1]),
      let count = Int(arguments[2])
    else {
      print("usage: fuzz lua SECONDS SEED COUNT FILE")
      return 64
    }
    let end = now() + seconds
    do {
      let loop = try FuzzLoop(timeLimit: timeLimit, keepingIn: arguments[3])
      let summary = loop.run(from: seed) {
        $0.programs < count && now() < end
      } found: { finding, seed in
        print("seed \(seed): \(finding)")
        let kept = "\(arguments[3].dropLast(".lua".count))-\(seed).lua"
        if rename(arguments[3], kept) == 0 { print("the program is in \(kept)") }
      }
      let ends = summary.ends.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      print("\(summary.programs) programs; \(ends)")
      let growth = summary.memory.late - summary.memory.early
      print(
        "memory after the first \(FuzzLoop.warmUp): \(summary.memory.early >> 10) KiB, at the end \(growth >> 10) more")
      guard summary.programs < FuzzLoop.warmUp || growth < allowedGrowth else {
        print("it grows")
        return 1
      }
      return summary.findings == 0 ? 0 : 1
    } catch {
      print("\(error)")
      return 1
    }
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
