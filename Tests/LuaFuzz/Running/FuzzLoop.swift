import LuaEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs programs seed by seed. Use it in a separate process, which Ctrl-C and the watchdog belong to.
package struct FuzzLoop {
  /// The result of a run of the loop.
  package struct Summary: Sendable {
    /// The number of programs.
    package var programs = 0
    /// The number of findings.
    package var findings = 0
    /// The number of programs by the code of their error; `results` without an error.
    package var ends: [String: Int] = [:]
    /// The process memory in bytes after the first programs and at the end.
    package var memory = (early: 0, late: 0)
  }

  /// The time limit of a program in seconds; exceeding it is a finding.
  private let timeLimit: Double
  /// The file that contains the running program, for use after a crash.
  private let path: String?
  private let vocabulary: Vocabulary
  private let runner: ProgramRunner

  /// The number of programs that fill caches and compiled modules.
  package static let warmUp = 200

  /// - Parameters:
  ///   - timeLimit: The time limit of a program in seconds.
  ///   - path: The file for the running program, or nil.
  package init(timeLimit: Double, keepingIn path: String? = nil) throws {
    self.timeLimit = timeLimit
    self.path = path
    vocabulary = try Vocabulary()
    runner = try ProgramRunner()
  }

  /// Runs the programs from a seed on while `shouldContinue` returns true.
  /// - Parameter found: Receives each finding and its seed.
  package func run(
    from first: UInt64, while shouldContinue: (Summary) -> Bool, found: (FuzzFinding, UInt64) -> Void
  ) -> Summary {
    var summary = Summary()
    defer { Watchdog.disarm() }
    while shouldContinue(summary) {
      let seed = first + UInt64(summary.programs)
      do {
        summary.ends[try run(seed), default: 0] += 1
      } catch {
        summary.findings += 1
        found(error, seed)
      }
      summary.programs += 1
      if summary.programs == Self.warmUp { summary.memory.early = ProcessMemory.inUse }
    }
    summary.memory.late = ProcessMemory.inUse
    return summary
  }

  private func run(_ seed: UInt64) throws(FuzzFinding) -> String {
    let program = FuzzProgram(seed: seed, vocabulary: vocabulary)
    keep(program)
    Watchdog.note("the program with the seed \(seed)")
    Watchdog.arm(seconds: timeLimit)
    let outcome = try runner.run(program)
    // Occasionally: equal programs leave equal traces.
    if seed % 8 == 0, !outcome.isNoted {
      let second = try runner.run(program)
      guard second == outcome else { throw FuzzFinding("two runs differ:\n\(outcome)\n\(second)") }
    }
    return outcome.code ?? "results"
  }

  private func keep(_ program: FuzzProgram) {
    guard let path, let file = fopen(path, "w") else { return }
    fputs("-- seed \(program.seed)\n\(program.text)", file)
    fclose(file)
  }
}
