import LuaFuzz
import TestSupport
import Testing

/// Random programs over the whole API, always the same ones; `scripts/fuzz lua` runs others for hours.
@Suite struct LuaFuzzTests {
  @Test func everyTypeOfTheAPICanBeMade() throws {
    #expect(try Vocabulary().unknownTypes == [])
  }

  @Test func oneSeedIsOneProgram() throws {
    let vocabulary = try Vocabulary()
    let texts = (0..<50).map { FuzzProgram(seed: $0, vocabulary: vocabulary).text }
    #expect(texts == (0..<50).map { FuzzProgram(seed: $0, vocabulary: vocabulary).text })
    #expect(Set(texts).count == 50)
  }

  @Test func programsEndSoundly() async {
    await #expect(processExitsWith: .success) {
      let loop = try FuzzLoop(patience: 60, keepingIn: "/tmp/net/program.lua")
      _ = loop.run(from: 1) {
        $0.programs < 400
      } found: { finding, seed in
        Issue.record("seed \(seed): \(finding)")
      }
    }
  }
}
