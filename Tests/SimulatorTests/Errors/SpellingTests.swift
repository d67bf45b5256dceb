import Simulator
import Testing

/// "Did you mean": what is near to a word.
@Suite struct SpellingTests {
  @Test(arguments: [
    ("nigth", ["day", "night"], ["night"]), ("NIGHT", ["night"], ["night"]), ("tao", ["tap"], ["tap"]),
    ("so", ["os"], []), ("OS", ["os"], ["os"]), ("x", ["a", "x"], ["x"]), ("x", ["y"], []), ("", ["a"], []),
    ("budgt", ["gadget", "budget"], ["budget"]), ("abc", ["xyz"], []),
  ])
  func aThirdOfTheLettersMayDiffer(word: String, candidates: [String], near: [String]) {
    #expect(Spelling.nearest(to: word, in: candidates, atMost: 3) == near)
    #expect(Vocabulary(candidates).nearest(to: word, atMost: 3) == near)
  }
}
