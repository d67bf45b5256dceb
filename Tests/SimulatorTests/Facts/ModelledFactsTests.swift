import Simulator
import TestSupport
import Testing

@Suite("Facts and sources agree")
struct ModelledFactsTests {
  @Test("every modelled fact is in the ledger, once")
  func inLedger() {
    var seen: Set<FactID> = []
    for entry in ModelledFacts.all {
      #expect(FactLedger.fact(entry.id) != nil, "\(entry.id) is in no ledger")
      #expect(seen.insert(entry.id).inserted, "\(entry.id) is listed twice")
      #expect(ModelledFacts.since(entry.id) == entry.since)
    }
    #expect(ModelledFacts.since("STORE-001") == nil)
  }

  @Test("every modelled fact is named where it is implemented")
  func inSources() throws {
    let sources =
      try Repository.swiftFiles(under: "Sources/Simulator") + Repository.swiftFiles(under: "Sources/AppPackages")
    let named = Repository.factIDs(
      in: sources.filter { !$0.path.hasSuffix("ModelledFacts.swift") }.map(\.text).joined(separator: "\n"))
    for entry in ModelledFacts.all {
      let isNamed = named.contains(entry.id.rawValue)
      #expect(isNamed, "\(entry.id) is modelled, but no source names it")
    }
  }

  @Test("every modelled fact is named in a test")
  func inTests() throws {
    let tests = try Repository.swiftFiles(under: "Tests")
    let named = Repository.factIDs(in: tests.map(\.text).joined(separator: "\n"))
    for entry in ModelledFacts.all {
      let isNamed = named.contains(entry.id.rawValue)
      #expect(isNamed, "\(entry.id) is modelled, but no test names it")
    }
  }

  @Test("every fact that a source or test names exists")
  func exist() throws {
    for (path, text) in try Repository.swiftFiles(under: "Sources")
      + Repository.swiftFiles(under: "Tests/SimulatorTests")
    {
      for id in Repository.factIDs(in: text).sorted() where !id.hasSuffix("-999") {
        #expect(FactLedger.fact(FactID(id)) != nil, "\(path) names \(id), which is in no ledger")
      }
    }
  }
}
