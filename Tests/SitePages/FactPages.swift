import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint

/// A page for each fact of iOS, and one for each ledger with its facts.
enum FactPages {
  /// The pages of ledgers and facts, ledgers first.
  ///
  /// - Parameters:
  ///   - scenario: The script of a fact, or nil.
  ///   - picture: The picture of a fact, or nil if nothing is visible.
  ///   - exhibits: The pages about problems that it causes.
  static func all(
    _ scenario: (FactID) -> String?, picture: (FactID) -> FactPicture?, exhibits: (FactID) -> [DocumentationPage]
  ) -> [DocumentationPage] {
    let ledgers = FactLedger.all.map(\.ledger).uniqued()
    return ledgers.map(index)
      + FactLedger.all.map { page($0, scenario($0.id), picture($0.id), exhibits($0.id)) }
  }

  /// Whether a page is that of a ledger.
  static func isIndex(_ page: DocumentationPage) -> Bool { page.name.hasPrefix(prefix) }

  private static let prefix = "Facts-"

  private static func index(_ ledger: String) -> DocumentationPage {
    let facts = FactLedger.all.filter { $0.ledger == ledger }
    let name = ledger.replacing("-", with: " ")
    let sections = facts.map(\.area).uniqued().map { area in
      let rows = facts.filter { $0.area == area }.map { fact in
        "| [\(fact.id)](doc:\(fact.id)) | \(DocumentationPage.cell(DocumentationPage.paragraph(fact.behaviour))) "
          + "| \(DocumentationPage.cell(fact.versions)) | \(fact.confidence.rawValue) |"
      }
      return "## \(area)\n\n| fact | what iOS does | iOS versions | confidence |\n|---|---|---|---|\n"
        + rows.joined(separator: "\n")
    }
    return DocumentationPage(
      prefix + ledger, title: "Facts about \(name)",
      abstract: "\(facts.count) facts about \(name), each with its versions and its source.", sections)
  }

  private static func page(
    _ fact: Fact, _ scenario: String?, _ picture: FactPicture?, _ exhibits: [DocumentationPage]
  ) -> DocumentationPage {
    var rows = [
      ("iOS versions", DocumentationPage.paragraph(fact.versions)), ("confidence", fact.confidence.rawValue),
      ("source", DocumentationPage.paragraph(fact.source)), ("in this program", Knowledge.modelling(of: fact)),
    ]
    if let bounds = fact.bounds { rows.insert(("holds", bounds.text), at: 1) }
    let rules = Rules.descriptions.filter { $0.facts.contains(fact.id) }.map { "<doc:\($0.code)>" }
    if !rules.isEmpty { rows.append(("lint", rules.joined(separator: ", "))) }
    let errors = ErrorReference.all(in: fact.behaviour).filter { !$0.facts.isEmpty }.map { "<doc:\($0.page)>" }
    if !errors.isEmpty { rows.append(("errors", errors.joined(separator: ", "))) }
    var sections = [
      "## Overview\n\n| | |\n|---|---|\n"
        + rows.map { "| \($0.0) | \(DocumentationPage.cell($0.1)) |" }.joined(separator: "\n"),
      "`homescreen explain \(fact.id)` shows the same. Its area: <doc:\(prefix + fact.ledger)>, “\(fact.area)”.",
    ]
    if !exhibits.isEmpty {
      sections.append("## Reported faults\n\n\(DocumentationPage.list(exhibits))")
    }
    if let picture {
      sections.append(
        "## On the screen\n\nAt the end of its scenario, \(DocumentationPage.paragraph(picture.cell)):\n\n"
          + DocumentationPage.picture(picture.file, picture.words))
    }
    if let scenario {
      sections.append(
        "## Scenario\n\n`homescreen facts --run \(fact.id)` runs it in each cell of versions and devices around its bounds.\n\n"
          + DocumentationPage.code(scenario, "lua"))
    }
    return DocumentationPage(
      fact.id.rawValue, title: "\(fact.id): \(fact.behaviour)", abstract: fact.behaviour, sections)
  }
}

extension Sequence<String> {
  /// The elements without repetitions, in order.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
