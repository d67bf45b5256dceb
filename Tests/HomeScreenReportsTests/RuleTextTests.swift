import AppPackages
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Testing

/// The texts of a rule.
@Suite struct RuleTextTests {
  /// `explain` and the page share their parts.
  @Test func bothTextsMatch() {
    for rule in Rules.all.map(\.description) {
      let parts = [rule.summary, rule.before, rule.after].compactMap(\.self) + rule.facts.map(\.rawValue)
      for part in parts.flatMap({ $0.split(separator: "\n") }) {
        #expect(RuleText.plain(rule).contains(part) && RuleText.markdown(rule).contains(part))
      }
    }
  }
}
