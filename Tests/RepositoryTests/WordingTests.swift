import TestSupport
import Testing

/// Texts are in plain English: the words of the table in `Recipes/Wording.md` must become fewer.
@Suite struct WordingTests {
  /// The words of some files, and those in the table.
  private struct Corpus {
    var words = 0
    var hits: [Glossary.Hit] = []

    /// Hits per 10000 words, rounded up.
    var figure: Int { (hits.count * 10_000 + words - 1) / max(words, 1) }

    mutating func add(_ words: [Prose.Word], _ file: (path: String, text: String), _ glossary: Glossary) {
      self.words += words.count { !$0.text.isEmpty }
      hits += glossary.hits(in: words, of: file.text, file: file.path)
    }
  }

  /// String literals and articles, and doc comments.
  private static let corpora: Result<(texts: Corpus, comments: Corpus), any Error> = Result {
    let glossary = Glossary(guide: try Repository.text("Sources/homescreen/homescreen.docc/Recipes/Wording.md"))
    var (texts, comments) = (Corpus(), Corpus())
    for file in try Self.files("Sources", ".swift") where !file.path.contains("/Tests/") {
      let prose = Prose(swift: file.text)
      texts.add(prose.texts, file, glossary)
      comments.add(prose.comments, file, glossary)
    }
    for file in try Self.files("Sources/CEmbedded/tables", ".txt") where !file.path.hasSuffix("words.txt") {
      texts.add(Prose(markdown: file.text).texts, file, glossary)
    }
    for file in try Self.files("lua", ".lua") where !file.path.hasPrefix("lua/types/") {
      texts.add(Prose(lua: file.text).texts, file, glossary)
    }
    var articles = try Self.files("Sources", ".md").filter {
      $0.path.contains(".docc/") && !$0.path.hasSuffix("/Wording.md")
    }
    articles += try ["README.md", "CHANGELOG.md", "SECURITY.md"].map { ($0, try Repository.text($0)) }
    for file in articles { texts.add(Prose(markdown: file.text).texts, file, glossary) }
    return (texts, comments)
  }

  private static func files(_ folder: String, _ ending: String) throws -> [(path: String, text: String)] {
    try Repository.files(under: folder, endings: [ending]).map { ("\(folder)/\($0.path)", $0.text) }
  }

  private static func limit(_ name: String) throws -> Int {
    let rows = try Repository.text("scripts/limits").split(separator: "\n").map { $0.split(separator: " ") }
    let row = try #require(rows.first { $0.first == name[...] }, "scripts/limits has no row “\(name)”")
    return try #require(Int(row[1]))
  }

  /// A limit far above its figure would let the words return.
  private static func check(_ corpus: Corpus, _ name: String) throws {
    let limit = try limit(name)
    #expect(
      corpus.figure <= limit,
      """
      \(corpus.hits.count) in \(corpus.words) words, \(corpus.figure) in 10000; \(name) in scripts/limits is \(limit):
      \(corpus.hits.map(\.description).joined(separator: "\n"))
      """)
    #expect(corpus.figure + 3 > limit, "lower \(name) in scripts/limits to \(corpus.figure)")
  }

  @Test func usersReadPlainEnglish() throws { try Self.check(Self.corpora.get().texts, "glossary-texts") }

  @Test func commentsArePlainEnglish() throws { try Self.check(Self.corpora.get().comments, "glossary-comments") }

  // MARK: The table

  private static let glossary = Glossary(
    guide:
      "Text\n\n| Instead of | Write |\n| --- | --- |\n| is no, nobody | no one |\n| behind | after |\n\n| a | b |\n")

  @Test(arguments: [
    ("This is no file.", ["is no"]), ("There is no file, it is no longer there.", []),
    ("Nobody, nobody", ["nobody", "nobody"]),
    ("It is, no doubt", []), ("The fact behind it is behind it", ["behind"]), ("a", []), ("", []), ("is", []),
    ("`nobody` calls ``nobody``", []), ("```\nnobody\n```\nbehind", ["behind"]), ("nobody-knows", []),
    ("`open\n\nnobody", ["nobody"]),
  ])
  func wordsOfTheTableAreFound(article: String, phrases: [String]) {
    let hits = Self.glossary.hits(in: Prose(markdown: article).texts, of: article, file: "a.md")
    #expect(hits.map(\.phrase) == phrases)
  }

  @Test func hitHasALocationAndAReplacement() {
    let article = "a\n\nb is\nno file"
    let hits = Self.glossary.hits(in: Prose(markdown: article).texts, of: article, file: "a.md")
    #expect(hits.map(\.description) == ["a.md:3: “is no”; write: no one"])
    #expect(Glossary(guide: "no table").hits(in: Prose(markdown: "nobody").texts, of: "nobody", file: "a.md") == [])
  }

  // MARK: Languages

  private static func sentences(_ words: [Prose.Word]) -> [String] {
    words.split { $0.text.isEmpty }.map { $0.map(\.text).joined(separator: " ") }
  }

  @Test(arguments: [
    ("let a = \"one two\" // three four", ["one two"], []), ("let a = \"one\"", [], []),
    ("/// One two\n/// three.\nlet a = 1", [], ["one two three"]),
    ("a(\"one \\(b(\"two three\", c[\"d\"])) four five\")", ["two three", "one", "four five"], []),
    ("a(#\"one \\(two) three\"#)", [], []), ("a(#\"x \\#(\")\") y z\"#)", ["x", "y z"], []),
    ("let a = \"\"\"\n  one \\\n  two\n  \"\"\"", ["one two"], []),
    ("let a = \"one\\ntwo three\"", ["one", "two three"], []),
    ("/* \"one two\" */ \"three four\"", ["three four"], []), ("\"one two", ["one two"], []), ("/* ", [], []),
    ("\"one two\nlet b = \"three four\"", ["one two", "three four"], []), ("\"\\", [], []), ("#if os(Linux)", [], []),
  ])
  func textsAndCommentsOfSwiftAreFound(code: String, texts: [String], comments: [String]) {
    let prose = Prose(swift: code)
    #expect(Self.sentences(prose.texts) == texts)
    #expect(Self.sentences(prose.comments) == comments)
  }

  @Test(arguments: [
    ("local a = \"one two\" -- three four", ["one two"]),
    ("a('one \\'two\\' three four', 'b')", ["one", "two", "three four"]),
    ("a [[\none two]] --[[ three four ]] \"five six\"", ["one two", "five six"]),
    ("a[b[1]] = [==[one ]] two three]==]", ["one", "two three"]),
    ("--[==[ one two ]] three", []), ("\"one two", ["one two"]), ("[[one two", ["one two"]), ("'\\", []),
  ])
  func textsOfLuaAreFound(code: String, texts: [String]) {
    #expect(Self.sentences(Prose(lua: code).texts) == texts)
  }
}
