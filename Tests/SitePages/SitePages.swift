import Foundation
import HomeScreenSimulator
import LuaAPI
import Scenarios

/// All reference pages, which join the articles of the repository.
struct SitePages {
  /// The program; the help of each command has a page.
  let program: String
  /// The names of handwritten articles.
  let articles: [String]
  /// The pictures of facts.
  let pictures: [FactID: FactPicture]

  /// The pages, starting with the one that links to all others.
  func all() throws -> [DocumentationPage] {
    let museum = MuseumPages.all()
    // A page names the facts of its exhibit.
    func exhibits(_ fact: FactID) -> [DocumentationPage] {
      museum.filter { page in
        page.text.ranges(of: fact.rawValue).contains { page.text[$0.upperBound...].first?.isNumber != true }
      }
    }
    let facts = FactPages.all(try scenarios(), picture: { pictures[$0] }, exhibits: exhibits)
    let ofSystem = ErrorPages.ofTheSystem(exhibits: exhibits)
    let ofProgram = ErrorPages.ofTheProgram { HelpExample(ofError: $0)?.script }
    let (api, rules, commands) = (APIPages.all(), RulePages.all(), try self.commands())
    let ledgers = facts.filter(FactPages.isIndex)
    let groups: [(title: String, pages: [DocumentationPage])] = [
      ("Errors of iOS", ofSystem), ("Facts about iOS", ledgers),
      ("Reported faults", museum), ("The Lua API", api), ("Commands", commands),
      ("Error codes of homescreen", ofProgram), ("Lint rules", rules.filter { $0.name == RulePages.index }),
    ]
    let topics = groups.map { "### \($0.title)\n\n\(DocumentationPage.list($0.pages))" }
    let guides = Self.guides(articles).map { group in
      "### \(group.title)\n\n" + group.articles.map { "- <doc:\($0)>" }.joined(separator: "\n")
    }
    let root = DocumentationPage(
      Self.root, title: "homescreen",
      abstract: "An iPhone’s Home Screen in one process: icons, quick actions and launches, scripted in Lua.",
      ["@Metadata {\n  @TechnologyRoot\n}", "## Topics"] + guides + topics)
    return [root] + ofSystem + facts + museum + api + commands + ofProgram + rules
  }

  private static let root = "homescreen"
  private static let tutorials = ["DeadIcon", "LostQuickAction"]
  private static let contributorArticles = ["Architecture", "Publishing", "Safety", "Vocabulary"]

  /// Articles by their readers, in the order of the page; without empty groups.
  static func guides(_ articles: [String]) -> [(title: String, articles: [String])] {
    let special = tutorials + contributorArticles
    return [
      (title: "Tutorials", articles: articles.filter { tutorials.contains($0) }),
      (title: "Guides", articles: articles.filter { !special.contains($0) }),
      (title: "For contributors", articles: articles.filter { contributorArticles.contains($0) }),
    ].filter { !$0.articles.isEmpty }
  }

  private func scenarios() throws -> (FactID) -> String? {
    let scripts = Dictionary(try FactScript.all(in: ScenarioFinder.facts).map { ($0.id, $0.text) }) { first, _ in first
    }
    return { scripts[$0] }
  }

  private func commands() throws -> [DocumentationPage] {
    // The lines of the program's help that have a command and a sentence.
    try help([]).matches(of: /\n  ([a-z]+) +([A-Z][a-z].*)/).map { line in
      let name = String(line.1)
      return DocumentationPage(
        "command-\(name)", title: "homescreen \(name)", abstract: "\(line.2).",
        ["## Overview", DocumentationPage.code(try help([name]))])
    }
  }

  private func help(_ words: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["help"] + words
    process.environment = ["COLUMNS": "100"]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .newlines)
  }
}
