import Events
import HomeScreenSimulator
import Lint
import TestSupport
import Testing

/// The pages that scripts/site passes to DocC.
@Suite struct SitePagesTests {
  private let folder = TemporaryFolder()

  private func pages(_ articles: [String]) throws -> [String: String] {
    let result = try ChildProcess.run(
      BuiltExecutable.path("SitePages"), [BuiltExecutable.path(), folder.path] + articles)
    #expect(result.exitCode == 0 && result.stderr.isEmpty, "\(result)")
    let names = Files.paths(below: folder.path).filter { $0.hasSuffix(".md") }
    return Dictionary(uniqueKeysWithValues: names.map { (String($0.dropLast(3)), folder.read($0) ?? "") })
  }

  @Test func everythingHasAPage() throws {
    let pages = try pages([])
    let codes = SimulatorErrorCode.allCases.map { "error-\($0.rawValue)" }
    let expected =
      FactLedger.all.map(\.id.rawValue) + Rules.descriptions.map(\.code.rawValue) + codes
      + (try commandNames()).map { "command-\($0)" }
    for name in expected where pages[name] == nil { Issue.record("there is no page \(name)") }
    // No names differ only by letter case: the site’s paths are lowercase.
    #expect(Set(pages.keys.map { $0.lowercased() }).count == pages.count)
    for (name, text) in pages {
      let title = text.prefix { $0 != "\n" }
      #expect(title.hasPrefix("# ") && title.count > 3, "\(name): \(title)")
    }
  }

  /// Links of pages and articles. Articles about modules are not on the site.
  @Test func linksHaveATarget() throws {
    let articles = try Repository.files(under: "Sources", endings: [".md"]).filter {
      !$0.text.hasPrefix("# ``")
    }.compactMap { file in
      file.path.firstMatch(of: /\.docc\/(\w+)\.md$/).map { (name: String($0.1), text: file.text) }
    }
    let pages = try pages(articles.map(\.name))
    #expect(articles.count > 10 && articles.allSatisfy { pages[$0.name] == nil })
    let all = pages.map { (name: $0.key, text: $0.value) } + articles
    let known = Set(all.map(\.name))
    for (name, text) in all {
      for part in text.split(separator: "doc:").dropFirst() where part.contains(where: { $0 == ">" || $0 == ")" }) {
        let target = String(part.prefix { $0 != ">" && $0 != ")" })
        guard target.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }) else { continue }
        #expect(known.contains(target), "\(name) leads to \(target)")
      }
    }
    let root = try #require(pages["homescreen"])
    #expect(articles.filter { !root.contains("\n- <doc:\($0.name)>\n") }.map(\.name) == [])
  }

  @Test func articlesAreListedByReader() throws {
    let page = try pages(["Architecture", "DeadIcon", "Lint", "LostQuickAction", "Safety", "Vocabulary"])["homescreen"]
    let lists = """
      ### Tutorials

      - <doc:DeadIcon>
      - <doc:LostQuickAction>

      ### Guides

      - <doc:Lint>

      ### For contributors

      - <doc:Architecture>
      - <doc:Safety>
      - <doc:Vocabulary>

      """
    #expect(try #require(page).contains(lists))
  }

  /// The error number from a console is searchable.
  @Test func iOSErrorIsFoundByItsNumber() throws {
    let pages = try pages([])
    let page = try #require(pages["NSCocoaErrorDomain-4"])
    for part in ["# NSCocoaErrorDomain 4: The file doesn’t exist.", "`setAlternateIconName`", "iPad", "(doc:ICON-039)"]
    {
      #expect(page.contains(part), "\(page)")
    }
    let fact = try #require(pages["ICON-039"])
    for part in ["| iOS versions | 10.3+ |", "| source |", "fact(\"ICON-039\"", "<doc:NSCocoaErrorDomain-4>"] {
      #expect(fact.contains(part), "\(fact)")
    }
  }
}
