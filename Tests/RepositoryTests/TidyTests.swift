import TestSupport
import Testing

/// Existing excess is tolerated but must not grow: lower a limit when its figure falls.
@Suite struct TidyTests {
  private typealias File = (path: String, text: String)

  private static func sources() throws -> [File] {
    try Repository.swiftFiles(under: "Sources").filter { !$0.path.contains("/Tests/") }
  }

  // MARK: Length

  /// The maximum lines of a file.
  private static let fileLimit = 600

  /// The maximum lines of a function, and the longer functions.
  private static let functionLimit = 60
  private static let longFunctions = [
    "homescreen/Commands/REPLCommand.swift": 62,
    "Exploration/ExploreJobs.swift": 112, "Exploration/ExploredApp.swift": 63, "Exploration/Explorer.swift": 65,
    "Scenarios/BustedSettings.swift": 65, "Scenarios/FileRunner.swift": 65, "Scenarios/SpecRunner.swift": 66,
    "homescreen-sources/Sources/SourceReading/Analysis/CompletionWalk.swift": 83,
    "homescreen-sources/Sources/SourceReading/Analysis/Follower+Expressions.swift": 70,
    "homescreen-sources/Sources/SourceReading/Analysis/Follower+Statements.swift": 79,
    "homescreen-sources/Sources/SourceReading/Cache/Packing/Code+Packed.swift": 86,
    "homescreen-sources/Sources/SourceReading/Swift/SwiftReader+Declarations.swift": 67,
  ]

  /// The length of the longest function in a file. The formatter aligns the closing brace with the first letter.
  private static func longestFunction(in text: String) -> Int {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      (indent: line.prefix { $0 == UInt8(ascii: " ") }.count, code: line.drop { $0 == UInt8(ascii: " ") })
    }
    var longest = 0
    for (start, line) in lines.enumerated() {
      let words = line.code.split { " (<?".utf8.contains($0) }
      guard !line.code.starts(with: "//".utf8),
        words.contains(where: { word in ["func", "init", "subscript"].contains { word.elementsEqual($0.utf8) } }),
        let end = lines[start...].dropFirst().firstIndex(where: { next in
          next.indent <= line.indent && next.code.first.map { $0 != UInt8(ascii: ")") } ?? false
        }),
        lines[end].indent == line.indent, lines[end].code.first == UInt8(ascii: "}")
      else { continue }
      longest = max(longest, end - start + 1)
    }
    return longest
  }

  @Test func filesAndFunctionsStayShort() throws {
    var tolerated = Self.longFunctions
    for file in try Self.sources() {
      let lines = file.text.utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(lines <= Self.fileLimit, "\(file.path) has \(lines) lines")
      let longest = Self.longestFunction(in: file.text)
      let limit = tolerated.removeValue(forKey: file.path)
      #expect(longest <= limit ?? Self.functionLimit, "\(file.path) has a function of \(longest) lines")
      if let limit {
        #expect(longest > Self.functionLimit && longest == limit, "\(file.path): lower the limit to \(longest)")
      }
    }
    #expect(tolerated.isEmpty)
  }

  @Test(arguments: [
    ("func a() {\n}\n", 2), ("  init(\n    a: Int\n  ) {\n    b()\n\n  }\n  let c = 1\n}", 6),
    ("func a() { b() }\nc()\n}", 0),
    ("// func a() {\n}", 0), ("protocol A {\n  func a()\n  func b()\n}", 0), ("func a() {", 0), ("", 0),
  ])
  func lengthsAreCounted(text: String, lines: Int) { #expect(Self.longestFunction(in: text) == lines) }

  // MARK: Dead declarations

  /// A protocol of the standard library requires these.
  private static let askedFor: Set<String> = ["appendLiteral"]

  /// The declared names with their lines, and all words of the code.
  private static func names(in text: String) -> (declared: [(name: Substring, line: Int)], words: [Substring]) {
    let keywords: Set<Substring> = ["func", "var", "let", "struct", "enum", "class", "protocol", "typealias"]
    var names: (declared: [(name: Substring, line: Int)], words: [Substring]) = ([], [])
    for (line, content) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    {
      let code =
        zip(content.indices, zip(content, content.dropFirst()))
        .first { $1 == (UInt8(ascii: "/"), UInt8(ascii: "/")) }.map { content[..<$0.0] } ?? content
      let words = code.split { !SwiftSource.isOfName($0) }.map { Substring($0) }
      names.words += words
      for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
        names.declared.append((name, line + 1))
      }
    }
    return names
  }

  /// Declared names that neither these files nor others mention.
  private static func dead(in files: [File], mentionedIn others: [File]) -> [String] {
    var counts: [Substring: Int] = [:]
    let read = files.map { Self.names(in: $0.text) }
    for word in read.flatMap(\.words) + others.flatMap({ Self.names(in: $0.text).words }) {
      counts[word, default: 0] += 1
    }
    return zip(files, read).flatMap { file, names in
      names.declared.filter { counts[$0.name] == 1 && !Self.askedFor.contains(String($0.name)) }
        .map { "\(file.path):\($0.line): \($0.name)" }
    }
  }

  /// Counts all words of the repository, which takes four seconds in a debug build.
  @Test func everyDeclarationIsUsed() throws {
    let tests = try Repository.swiftFiles(under: "Tests")
    let inside = try Repository.packages.flatMap { try Repository.swiftFiles(under: "Sources/\($0)/Tests") }
    #expect(Self.dead(in: try Self.sources(), mentionedIn: tests + inside) == [])
  }

  @Test func deadDeclarationsAreFound() {
    let files = [("a.swift", "struct A {\n  let b = 1 // b\n}\nlet c = A()\n"), ("d.swift", "print(c)\nfunc e() {}")]
    #expect(Self.dead(in: files, mentionedIn: []) == ["a.swift:2: b", "d.swift:2: e"])
    #expect(Self.dead(in: files, mentionedIn: [("f.swift", "e(b)")]) == [])
  }

  // MARK: Articles

  /// First-level headings outside code.
  private static func titles(of article: String) -> [Substring] {
    var isCode = false
    return article.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && line.hasPrefix("# ")
    }
  }

  @Test func pagesHaveOneTitle() throws {
    var pages = try Repository.files(under: "Sources", endings: [".md"])
    pages += try ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map { ($0, try Repository.text($0)) }
    #expect(pages.count > 30)
    for page in pages { #expect(Self.titles(of: page.text).count == 1, "\(page.path)") }
  }

  @Test(arguments: [("# A\n## B\n```sh\n# c\n```\n", 1), ("# A\n# B", 2), ("", 0)])
  func titlesAreCounted(article: String, count: Int) { #expect(Self.titles(of: article).count == count) }
}
