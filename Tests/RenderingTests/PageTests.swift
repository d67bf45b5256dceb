import Rendering
import Testing

@Suite struct PageTests {
  /// From FIPS 180-4, and of lengths around a block.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func hashesMatchTheStandard(text: String, hash: String) {
    let digits = SHA256.hash(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == hash)
  }

  @Test func pageAllowsOnlyItsOwnStyle() {
    let page = StaticPage(title: "<b>", style: "p { color: red }", script: "let a = '</script>'", body: "<p>x</p>")
      .markup
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(page.contains("<title>&lt;b&gt;</title>"))
    #expect(page.ranges(of: "</script>").count == 1)
    #expect(!page.contains("unsafe-inline"))
  }

  @Test func textIsEscaped() {
    #expect(StaticPage.text("<img src=x onerror=\"a\">&'") == "&lt;img src=x onerror=&quot;a&quot;&gt;&amp;'")
    #expect(StaticPage.text("a\u{202E}b\u{0}c\n") == "a\u{FFFD}b\u{FFFD}c ")
    #expect(StaticPage.text(String(repeating: "x", count: 10_000), limit: 10) == "xxxxxxxxxx…")
  }
}
