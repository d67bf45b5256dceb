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

  @Test func trial() throws {
    let vocabulary = try Vocabulary()
    let runner = try ProgramRunner()
    let program = FuzzProgram(seed: 3, vocabulary: vocabulary)
    print(program.text)
    print(try runner.run(program))
  }
}
