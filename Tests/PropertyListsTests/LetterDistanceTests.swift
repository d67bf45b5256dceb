import PropertyLists
import Testing

@Suite struct LetterDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "ab", 2), ("ab", "", 2), ("icon", "icon", 0), ("icon", "icno", 1), ("icon", "ico", 1),
    ("icon", "nicon", 1), ("icon", "ikon", 1), ("abcd", "badc", 2), ("é", "e", 1), ("icon", "paint", nil),
  ])
  func countsDifferencesUpToALimit(first: String, second: String, distance: Int?) {
    #expect(LetterDistance.between(first, second, atMost: 2) == distance)
    #expect(LetterDistance.between(second, first, atMost: 2) == distance)
  }
}
