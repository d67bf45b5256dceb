import HomeScreenSimulator
import PropertyLists
import Testing

/// "Did you mean": the words nearest to a word.
@Suite struct SpellingTests {
  @Test(arguments: [
    ("nigth", ["day", "night"], ["night"]), ("NIGHT", ["night"], ["night"]), ("tao", ["tap"], ["tap"]),
    ("so", ["os"], ["os"]), ("小狗", ["小猫"], ["小猫"]), ("OS", ["os"], ["os"]), ("", ["a"], []),
    ("budgt", ["gadget", "budget"], ["budget"]), ("abc", ["xyz"], []), ("App-Nigth", ["App-Night"], ["App-Night"]),
    ("AppIcon-Spooky", ["AppIcon-StPaddy"], []), ("com.example.add", ["com.example.addnote"], ["com.example.addnote"]),
  ])
  func oneThirdOfTheLettersMayDiffer(word: String, candidates: [String], near: [String]) {
    #expect(Spelling.nearest(to: word, in: candidates, atMost: 3) == near)
    #expect(Vocabulary(candidates).nearest(to: word, atMost: 3) == near)
  }
}
