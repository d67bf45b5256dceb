import Platform
import Testing

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("主屏幕", 6), ("图标 icon", 9), ("ＡＢ", 4), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("かな", 4), ("ｶﾅ", 2), ("。", 2), ("🙂", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1),
    ("a\u{200B}b", 2), ("…", 1), ("—", 1), ("\u{20000}", 2), ("\t", 0),
  ])
  func widthsMatchTheTerminal(text: String, expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test func paddingAlignsChineseText() {
    #expect(DisplayWidth.padded("图标", to: 6) == "图标  ")
    #expect(DisplayWidth.padded("icon", to: 6) == "icon  ")
    #expect(DisplayWidth.padded("too long", to: 3) == "too long")
  }

  @Test(
    arguments: [
      0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60,
    ] as [ClosedRange<UInt32>])
  func everyCharacterOfAWideBlockIsWide(block: ClosedRange<UInt32>) {
    #expect(block.compactMap(Unicode.Scalar.init).filter { DisplayWidth.of(String($0)) != 2 } == [])
  }

  @Test(arguments: [0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x391...0x3A1, 0x410...0x44F] as [ClosedRange<UInt32>])
  func everyCharacterOfANarrowBlockIsNarrow(block: ClosedRange<UInt32>) {
    #expect(block.compactMap(Unicode.Scalar.init).filter { DisplayWidth.of(String($0)) != 1 } == [])
  }

  @Test(arguments: [
    ("one two three", 8, "one two\nthree"), ("one two", 8, "one two"), ("  one two three", 10, "  one two\n  three"),
    ("a much-too-long-word b", 10, "a\nmuch-too-long-word\nb"), ("one\n\ntwo three", 8, "one\n\ntwo\nthree"),
    ("", 10, ""),
    ("主屏幕 主屏幕", 9, "主屏幕\n主屏幕"), (String(repeating: " ", count: 9), 4, String(repeating: " ", count: 9)),
    // Below the last column.
    ("  name   word  the text of a row is long", 40, "  name   word  the text of a row is\n               long"),
    // Below the start, if the last column has no room.
    ("  a-long-name-and-more  the text of a row", 30, "  a-long-name-and-more the\n  text of a row"),
  ])
  func linesAreBrokenBetweenWords(text: String, columns: Int, wrapped: String) {
    #expect(TextLines.wrapped(text, to: columns) == wrapped)
  }

  @Test func longTextIsTruncatedBetweenCharacters() {
    #expect(DisplayWidth.clipped("icon", to: 4) == "icon")
    #expect(DisplayWidth.clipped("icons", to: 4) == "ico…")
    #expect(DisplayWidth.clipped("图标图标", to: 4) == "图…")
    #expect(DisplayWidth.clipped("图标", to: 4) == "图标")
    #expect(DisplayWidth.clipped("", to: 0) == "")
  }

  @Test func cellsAreAligned() {
    #expect(TextRow.text(["a", "图", "rest"], widths: [3, 4]) == "a   图   rest")
    #expect(TextRow.text(["too long", "b"], widths: [3], gap: 2) == "too long  b")
    #expect(TextRow.text([], widths: [3]) == "")
  }
}
