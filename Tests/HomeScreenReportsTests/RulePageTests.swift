import AppPackages
import HomeScreenReports
import HomeScreenSimulator
import Lint
import TestSupport
import Testing

/// The documentation's pages about rules.
@Suite struct RulePageTests {
  private static let folder = "Sources/Lint/Lint.docc/Rules"

  @Test func pagesAreUpToDate() throws {
    let pages = RulePages.all()
    #expect(
      Files.paths(below: "\(Repository.root)/\(Self.folder)") == pages.map(\.file).sorted(), "run scripts/generate")
    for page in pages {
      #expect(try Repository.text("\(Self.folder)/\(page.file)") == page.text, "run scripts/generate")
    }
  }

  @Test func aPageSaysAllThatIsKnown() throws {
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

  /// `explain` and the page are made from the same parts.
  @Test func bothTextsSayTheSame() {
    for rule in Rules.all.map(\.description) {
      let parts = [rule.summary, rule.before, rule.after].compactMap(\.self) + rule.facts.map(\.rawValue)
      for part in parts.flatMap({ $0.split(separator: "\n") }) {
        #expect(RuleText.plain(rule).contains(part) && RuleText.markdown(rule).contains(part))
      }
    }
  }
}
