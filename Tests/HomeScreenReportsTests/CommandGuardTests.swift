@testable import HomeScreenReports
import Platform
import Testing

/// Text in which CI services find no command.
@Suite struct CommandGuardTests {
  private func harmless(_ text: String, as form: TextForm = .lines) -> String {
    var commands = CommandGuard()
    return commands.harmless(text, as: form)
  }

  @Test(arguments: [
    ("::error::x", ":\\:error::x"), ("a\n  ::error::x", "a\n  :\\:error::x"), ("a\r::error::x", "a\r:\\:error::x"),
    ("x ##[error]y", "x ##\\[error]y"), ("##vso[task]y", "##vso\\[task]y"), ("###[x", "###\\[x"),
    ("##teamcity[x", "##teamcity\\[x"), ("\u{200B}:\u{200B}:error::x", "\u{200B}:\u{200B}\\:error::x"),
    ("a::b", "a::b"), ("# [x]", "# [x]"), ("## a [x]", "## a \\[x]"), ("[x] #[", "[x] #["), (":", ":"), ("", ""),
  ])
  func hostileLinesAreGuarded(text: String, expected: String) {
    // Punctuation between letters is ignored, so a space does not help.
    #expect(harmless(text) == expected)
  }

  @Test func eachFormatHasItsOwnEscapes() {
    #expect(harmless("[\"##[error]x\"]", as: .json) == "[\"##\\u005berror]x\"]")
    #expect(harmless("<a>\n::error::x##[y</a>", as: .markup) == "<a>\n:&#58;error::x##&#91;y</a>")
    #expect(harmless("::error::ours", as: .commands) == "::error::ours")
    let page = "<script type=x>\"##[a\"</SCRIPT>##[a"
    #expect(harmless(page, as: .markup) == "<script type=x>\"##\\u005ba\"</SCRIPT>##&#91;a")
  }

  @Test func splitTextIsGuardedAsOneText() {
    var commands = CommandGuard()
    let pieces = ["x\n", ":", ":error::y\n", "#", "#", "[z"].map { commands.harmless($0, as: .lines) }
    #expect(pieces.joined() == "x\n:\\:error::y\n##\\[z")
  }

  /// The guard word is never in the patch.
  @Test func patchIsBetweenGuardLines() {
    #expect(harmless("+a\n", as: .diff) == "+a\n")
    let patch = "+ x\n::error::y"
    let lines = harmless(patch, as: .diff).split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines[1] == "+ x" && lines[2] == "::error::y")
    let word = lines[0].dropFirst("::stop-commands::".count)
    #expect(lines[0].hasPrefix("::stop-commands::homescreen-") && lines[3] == "::\(word)::")
    let guessed = harmless("\(patch)\n::\(word)::\n", as: .diff)
    #expect(!guessed.hasPrefix("::stop-commands::\(word)\n"))
    #expect(harmless(patch, as: .diff) == harmless(patch, as: .diff))
  }

  @Test(arguments: [
    ("see http://a.b", "see http:<!-- -->//a.b"), ("WWW.a.b", "WWW<!-- -->.a.b"), ("mailto:x", "mailto:<!-- -->x"),
    ("@octocat", "&#64;<!-- -->octocat"), ("icon@2x.png", "icon&#64;<!-- -->2x.png"), ("#12", "\\#<!-- -->12"),
    ("GH-1", "GH<!-- -->-1"), ("a/b#3", "a/b\\#<!-- -->3"), ("a: b", "a: b"), ("# x", "\\# x"), ("light-1", "light-1"),
  ])
  func markdownHasNoLinks(text: String, expected: String) {
    #expect(MarkdownText.escaped(text) == expected)
  }
}
