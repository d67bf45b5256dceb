import Testing

@testable import Console

@Suite struct CompletionListTests {
  @Test(arguments: [
    (["device"], "device"), (["device", "describe"], "de"), (["名字", "名称"], "名"), (["a", "b"], ""), ([], ""),
    // é as one scalar and as two is the same character to readers and to Swift.
    (["\u{E9}a", "\u{E9}b"], "\u{E9}"),
  ])
  func commonPrefixIsFound(texts: [String], expected: String) {
    #expect(CompletionList.commonPrefix(texts.map { Completion($0, replacing: 0) }) == expected)
  }

  @Test func completionsOfDifferentPartsShareNoPrefix() {
    let completions = [Completion("aa", replacing: 0), Completion("aab", replacing: 1)]
    #expect(CompletionList.commonPrefix(completions) == "")
  }

  @Test func listHasAlignedColumns() {
    let completions = ["aa", "名字", "c", "d"].map { Completion($0, replacing: 0) }
    #expect(CompletionList.lines(completions, columns: 12) == "aa    c\n名字  d\n")
    #expect(CompletionList.lines(completions, columns: 1) == "aa\n名字\nc\nd\n")
  }

  @Test func longListsAreTruncatedWithANote() {
    let many = (0..<250).map { Completion("w\($0)", replacing: 0) }
    #expect(CompletionList.lines(many, columns: 80).hasSuffix("… and 50 more\n"))
  }

  @Test func displaysCannotMoveTheCursor() {
    let list = CompletionList.lines([Completion("x", display: "a\u{1B}[2Jb\n", replacing: 0)], columns: 80)
    #expect(list == "a\\u{1B}[2Jb\\n\n")
  }
}
