import LuaFuzz
import TestSupport
import Testing

/// Random programs over the whole API, always the same ones; `scripts/fuzz lua` runs others for hours.
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

  /// In a process of its own: a program that crashes is a failure with a seed, and Ctrl-C and the watchdog belong to
  /// the process.
  @Test func programsEndCleanly() async {
    let folder = TemporaryFolder()
    let path = folder.path + "/program.lua"
    await #expect(processExitsWith: .success) { [path = path as String] in
      do {
        let loop = try FuzzLoop(patience: 60, keepingIn: path)
        let summary = loop.run(from: 1) {
          $0.programs < FuzzLoop.warmUp + Fuzzing.rounds / 4
        } found: { finding, seed in
          Issue.record("seed \(seed): \(finding)\nAgain: scripts/fuzz lua --program \(seed)")
        }
        // A process of its own tells an expectation without its values.
        if summary.ends["results", default: 0] < summary.programs / 5 { Issue.record("most fail: \(summary)") }
        // Code that is not optimised leaves about half a kibibyte where an assertion fails; optimised code does not,
        // as hours of scripts/fuzz show.
        if summary.memory.late - summary.memory.early > (1 << 20) + 2_048 * summary.programs {
          Issue.record("memory grows: \(summary)")
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    // After a crash the last program is the one that did it.
    if let text = folder.read("program.lua"), let line = text.split(separator: "\n").first {
      #expect(line.hasPrefix("-- seed "))
      if line != "-- seed \(FuzzLoop.warmUp + Fuzzing.rounds / 4)" { Issue.record("the last program was \(line)") }
    }
  }
}
