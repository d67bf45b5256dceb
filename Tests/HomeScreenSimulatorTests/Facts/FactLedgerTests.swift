import HomeScreenSimulator
import Testing

/// The fact ledger.
@Suite struct FactLedgerTests {
  @Test func ledgerHasEveryRowWithItsSection() throws {
    #expect(FactLedger.all.count > 390)
    let fact = try #require(FactLedger.fact("ICON-039"))
    #expect(fact.area == "Errors")
    #expect(fact.ledger == "alternate-icons")
    #expect(fact.versions == "10.3+")
    #expect(fact.confidence == .observed)
    #expect(fact.behaviour.contains("iconName not found in CFBundleAlternateIcons entry"))
    #expect(fact.source.hasPrefix("pointfreeco/isowords#78"))
    #expect(FactLedger.fact("LAUNCH-001")?.area == "Callback order, all situations")
    #expect(FactLedger.fact("QUICK-001")?.ledger == "quick-actions")
    #expect(FactLedger.fact("STORE-001")?.ledger == "store-validation")
  }

  @Test func idsAreUniqueAndTextsAreNotEmpty() {
    var seen: Set<FactID> = []
    for fact in FactLedger.all {
      #expect(seen.insert(fact.id).inserted, "\(fact.id) is there twice")
      #expect(!fact.behaviour.isEmpty && !fact.versions.isEmpty && !fact.source.isEmpty && !fact.area.isEmpty)
      #expect((fact.source == "—") == (fact.confidence == .assumed), "\(fact.id): only assumptions have no source")
    }
  }

  @Test(arguments: [
    ("ICON-039", "ICON-039"), ("icon-39", "ICON-039"), ("ICON 39", "ICON-039"), ("launch1", "LAUNCH-001"),
  ])
  func typedIDsAreUnderstood(typed: String, expected: String) {
    #expect(FactLedger.fact(named: typed)?.id == FactID(expected))
    #expect(FactLedger.suggestions(for: typed) == [FactID(expected)])
  }

  @Test func nearIDsAreSuggested() {
    #expect(FactLedger.suggestions(for: "IOCN-39").first == "ICON-039")
    #expect(FactLedger.suggestions(for: "ICO-039").contains("ICON-039"))
    #expect(FactLedger.suggestions(for: "39").contains("ICON-039"))
    #expect(FactLedger.suggestions(for: "39").contains("LAUNCH-039"))
    #expect(FactLedger.fact(named: "ICON-999") == nil)
    #expect(FactLedger.suggestions(for: "").isEmpty)
    #expect(FactLedger.suggestions(for: String(repeating: "x", count: 100_000)).isEmpty)
    #expect(FactLedger.suggestions(for: "ICON-99999999999999999999").count <= 5)
    #expect(FactLedger.suggestions(for: "-1").isEmpty)
  }
}
