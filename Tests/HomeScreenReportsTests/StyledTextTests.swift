import Platform
import Testing

/// Styled text for a terminal, without other control characters.
@Suite struct StyledTextTests {
  /// Scalars that must be escaped: those that move the cursor, set colours, end a line or change the direction.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x09: false
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: scalar.properties.generalCategory == .control
    }
  }

  @Test func charactersAreShownOrEscaped() {
    for value in 0...0x2FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)ä"
      let visible = TerminalText.visible(text)
      if Self.isObeyed(scalar) {
        let written = scalar == "\r" ? "\\r" : "\\u{\(String(value, radix: 16, uppercase: true))}"
        #expect(visible == "a\(written)ä")
      } else if visible.utf8.count != text.utf8.count {
        Issue.record("U+\(String(value, radix: 16)) became \(visible)")
      }
    }
  }

  @Test(arguments: [
    ("a\nb\tc", "a\nb\tc", "a\\nb\\tc"), ("\r\n", "\\r\n", "\\r\\n"),
    ("\u{1B}[31mred", "\\u{1B}[31mred", "\\u{1B}[31mred"),
    ("\u{9B}2J", "\\u{9B}2J", "\\u{9B}2J"), ("\u{202E}cod.exe", "\\u{202E}cod.exe", "\\u{202E}cod.exe"),
    ("👩\u{200D}🚀 ↯ “x” ½ ا", "👩\u{200D}🚀 ↯ “x” ½ ا", "👩\u{200D}🚀 ↯ “x” ½ ا"), ("", "", ""),
  ])
  func controlCharactersAreVisible(text: String, lines: String, line: String) {
    #expect(TerminalText.visible(text) == lines)
    #expect(TerminalText.visible(text, isOneLine: true) == line)
    #expect(TerminalText.visible(lines) == lines)
  }

  @Test func stylesAreNotPartOfTheText() {
    let foreign = "\u{1B}[1mnight\u{1B}[0m\n"
    let text: StyledText = "\(StyledText("error", .red, .bold)) \(foreign)\(line: foreign)\(StyledText(foreign, .dim))"
    let name = "\\u{1B}[1mnight\\u{1B}[0m"
    #expect(text.rendered(hasStyles: false) == "error \(name)\n\(name)\\n\(name)\n")
    #expect(
      text.rendered(hasStyles: true)
        == "\u{1B}[1;31merror\u{1B}[0m \(name)\n\(name)\\n\u{1B}[2m\(name)\n\u{1B}[0m")
  }

  @Test func emptyTextIsNotStyled() {
    #expect(StyledText("", .red).rendered(hasStyles: true) == "")
    #expect((StyledText("a") + "b" + StyledText("c", .red)).rendered(hasStyles: true) == "ab\u{1B}[31mc\u{1B}[0m")
    var sum: StyledText = "\(1) "
    sum += StyledText("x", .red)
    sum += StyledText("y", .red)
    #expect(sum.rendered(hasStyles: true) == "1 \u{1B}[31mxy\u{1B}[0m")
  }
}
