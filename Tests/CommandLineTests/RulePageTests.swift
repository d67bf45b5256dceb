import AppPackages
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import TestSupport
import Testing

@testable import SitePages

/// The documentation pages of rules.
@Suite struct RulePageTests {
  @Test func everyRuleHasALinkedPage() throws {
    let pages = RulePages.all()
    let codes = Rules.descriptions.map(\.code.rawValue)
    #expect(codes.count > 100 && Set(codes).count == codes.count)
    #expect(pages.map(\.name) == codes.sorted() + [RulePages.index])
    let links = try #require(pages.last).text.matches(of: /<doc:([^>]*)>/).map { String($0.1) }
    #expect(links == codes.sorted())
  }

  /// The page of each rule shows its examples unchanged, and its text contains no HTML.
  @Test(arguments: Rules.descriptions.map(\.code))
  func pageShowsItsRule(code: RuleCode) throws {
    let rule = try #require(Rules.description(of: code))
    let page = try #require(RulePages.all([rule]).first).text
    #expect(page.hasPrefix("# \(code)\n\n\(DocumentationPage.paragraph(rule.summary)).\n"))
    #expect(page.contains("**\(rule.summary)**") && page.contains("\n\n\(rule.explanation)\n"))
    for fact in rule.facts { #expect(page.contains("- \(fact) ("), "\(fact)") }
    let blocks = page.matches(of: /\n```\n((?s).*?)\n```\n/).map { String($0.1) }
    #expect(blocks == [rule.before, rule.after].compactMap(\.self))
    let text = page.replacing(/```(?s).*?```/, with: "").replacing(/`[^`\n]*`/, with: "").replacing("\\<", with: "")
    #expect(!text.contains("<"), "\(text)")
  }

  @Test func pageHasAllDetails() throws {
    let rule = RuleDescription(
      "test-rule", .warning, "Something | is odd", explanation: "It is odd, and people see it.", facts: ["ICON-111"],
      before: "<key>Odd</key>", after: "<key>Even</key>", fix: .unsafe)
    let pages = RulePages.all([rule])
    #expect(pages.map(\.file) == ["test-rule.md", "AllRules.md"])
    let fact = try #require(FactLedger.fact("ICON-111"))
    for part in [
      "# test-rule\n\nSomething | is odd.\n", "warning", "It is odd, and people see it.", "ICON-111", fact.behaviour,
      fact.confidence.rawValue, fact.versions, "<key>Odd</key>", "<key>Even</key>", "--unsafe-fixes",
      RuleText.markdown(rule),
    ] {
      #expect(pages[0].text.contains(part), "\(part)")
    }
    #expect(pages[1].text.contains("| <doc:test-rule> | warning | `--fix --unsafe-fixes` | Something \\| is odd |\n"))
  }
}
