import LuaEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs programs one after another, seed by seed. For a process of its own: Ctrl-C and the watchdog are the process's.
package struct FuzzLoop {
  /// What a run of the loop saw.
  package struct Summary: Sendable {
    /// How many programs ran.
    package var programs = 0
    /// How many of them were findings.
    package var findings = 0
    /// How the programs ended, by the codes of their errors; `results` for those without.
    package var ends: [String: Int] = [:]
    /// Bytes that the process held after the first programs, and at the end.
    package var memory = (early: 0, late: 0)
  }

  /// Seconds that one program may take; one that takes longer is a finding.
  private let patience: Double
  /// The program that runs is kept in this file, so that it is there after a crash.
  private let path: String?
  private let vocabulary: Vocabulary
  private let runner: ProgramRunner

  /// So many programs fill what the process fills once: caches, compiled modules.
  package static let warmUp = 200

  /// - Parameters:
  ///   - patience: seconds that one program may take.
  ///   - path: the file that keeps the program that runs; nil: none.
  package init(patience: Double, keepingIn path: String? = nil) throws {
    self.patience = patience
    self.path = path
    vocabulary = try Vocabulary()
    runner = try ProgramRunner()
  }

  /// Runs the programs from a seed on as long as `goesOn` says.
  /// - Parameter found: gets each finding and its seed.
  package func run(
    from first: UInt64, while goesOn: (Summary) -> Bool, found: (FuzzFinding, UInt64) -> Void
  ) -> Summary {
    var summary = Summary()
    defer { Watchdog.disarm() }
    while goesOn(summary) {
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
    Watchdog.arm(seconds: patience)
    let outcome = try runner.run(program)
    // Now and then: equal programs leave equal traces.
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
