import HomeScreenSimulator
import Testing

/// Facts of iOS that are not modelled: each has a reason.
@Suite struct KnownLimitsTests {
  @Test(arguments: [
    ("ICON-143", "beta"), ("LAUNCH-051", "debugger"), ("LAUNCH-057", "macOS"),
    ("QUICK-100", "Catalyst"), ("QUICK-102", "UI test"),
  ])
  func unmodelledFactsHaveAReason(id: String, word: String) throws {
    let fact = try #require(FactLedger.fact(FactID(id)))
    guard case .notModelled(let reason) = fact.status else {
      Issue.record("\(id) has another status: \(fact.status)")
      return
    }
    #expect(reason.contains(word))
    #expect(fact.since == nil)
  }

  @Test(arguments: ["ICON-139"])
  func factsForFutureRulesAreLintToCome(id: String) {
    #expect(FactLedger.fact(FactID(id))?.status == .lintToCome)
    #expect(FactLedger.fact(FactID(id))?.since == nil)
  }
}
