import LuaFuzz
import TestSupport
import Testing

/// Reproducible random programs over the whole API; `scripts/fuzz lua` runs others for hours.
@Suite struct LuaFuzzTests {
  @Test func everyTypeOfTheAPICanBeMade() throws {
    #expect(try Vocabulary().unknownTypes == [])
  }

  @Test func seedDeterminesTheProgram() throws {
    let vocabulary = try Vocabulary()
    let texts = (0..<50).map { FuzzProgram(seed: $0, vocabulary: vocabulary).text }
    #expect(texts == (0..<50).map { FuzzProgram(seed: $0, vocabulary: vocabulary).text })
    #expect(Set(texts).count == 50)
  }

  /// In a separate process: a crash is a failure with a seed, and Ctrl-C and the watchdog belong to the process.
  ///
  /// `scripts/fuzz lua` checks the memory: Swift Testing keeps a backtrace of each error that Swift throws, and a deep
  /// recursion leaves megabytes of them.
  @Test func programsEndCleanly() async {
    let folder = TemporaryFolder()
    let path = folder.path + "/program.lua"
    await #expect(processExitsWith: .success) { [path = path as String] in
      do {
        let loop = try FuzzLoop(timeLimit: 60, keepingIn: path)
        let summary = loop.run(from: 1) {
          $0.programs < FuzzLoop.warmUp + Fuzzing.rounds / 4
        } found: { finding, seed in
          Issue.record("seed \(seed): \(finding)\nAgain: scripts/fuzz lua --program \(seed)")
        }
        // A separate process reports failed expectations without values.
        if summary.ends["results", default: 0] < summary.programs / 5 { Issue.record("most fail: \(summary)") }
      } catch {
        Issue.record("\(error)")
      }
    }
    // After a crash the last program is the culprit.
    if let text = folder.read("program.lua"), let line = text.split(separator: "\n").first {
      #expect(line.hasPrefix("-- seed "))
      if line != "-- seed \(FuzzLoop.warmUp + Fuzzing.rounds / 4)" { Issue.record("the last program was \(line)") }
    }
  }
}
