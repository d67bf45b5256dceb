import Simulator
import Testing

/// What the program knows of iOS and does not behave by: each says so, and why.
@Suite struct KnownLimitsTests {
  @Test(arguments: [
    ("ICON-143", "beta"), ("LAUNCH-051", "debugger"), ("LAUNCH-057", "macOS"), ("QUICK-095", "folders"),
    ("QUICK-100", "Catalyst"), ("QUICK-102", "UI test"),
  ])
  func factsThatAreNotModelledSayWhy(id: String, word: String) throws {
    guard case .notModelled(let reason)? = ModelledFacts.status(FactID(id)) else {
      Issue.record("\(id) has another status: \(String(describing: ModelledFacts.status(FactID(id))))")
      return
    }
    #expect(reason.contains(word))
    #expect(ModelledFacts.since(FactID(id)) == nil)
  }

  @Test(arguments: ["ICON-139", "QUICK-027", "STORE-001"])
  func factsForRulesWaitForThem(id: String) {
    #expect(ModelledFacts.status(FactID(id)) == .lint)
    #expect(ModelledFacts.since(FactID(id)) == nil)
  }
}
