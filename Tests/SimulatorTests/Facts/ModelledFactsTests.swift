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
      #expect(ModelledFacts.status(entry.id) == entry.status)
      #expect(entry.status.isModelled, "\(entry.id) is listed as modelled, and its status says that it is not")
    }
    #expect(ModelledFacts.since("STORE-001") == nil && ModelledFacts.status("STORE-001") == .lint)
  }

  @Test("a fact that is not modelled is in the ledger, once, and in no list of modelled ones")
  func pending() {
    var seen: Set<FactID> = []
    for (id, status) in ModelledFacts.pending {
      #expect(FactLedger.fact(id) != nil, "\(id) is in no ledger")
      #expect(seen.insert(id).inserted, "\(id) is listed twice")
      #expect(ModelledFacts.since(id) == nil, "\(id) is modelled now: take it out of the pending ones")
      #expect(!status.isModelled)
      if case .notModelled(let reason) = status { #expect(!reason.isEmpty) }
    }
  }

  @Test("every fact has a status")
  func allHaveStatus() {
    for fact in FactLedger.all {
      #expect(ModelledFacts.status(fact.id) != nil, "\(fact.id) is in no list: say where it lives, or why it does not")
    }
  }

  @Test("every modelled fact is named where it is implemented")
  func inSources() throws {
    let simulator = try named(in: ["Sources/Simulator", "Sources/AppPackages", "Sources/PropertyLists"])
    let package = try named(in: ["Sources/AppPackages", "Sources/PropertyLists"])
    for entry in ModelledFacts.all {
      let isNamed =
        switch entry.status {
        case .package: package.contains(entry.id.rawValue)
        case .scenario: true
        default: simulator.contains(entry.id.rawValue)
        }
      #expect(isNamed, "\(entry.id) is modelled, but no source names it")
    }
  }

  @Test("every modelled fact is named in a test; what a scenario shows, in a test or a scenario")
  func inTests() throws {
    let tests = try named(in: ["Tests"])
    let scenarios = Repository.factIDs(
      in: try Files.paths(below: Repository.root + "/lua/scenarios").filter { $0.hasSuffix(".lua") }
        .map { try Repository.text("lua/scenarios/\($0)") }.joined(separator: "\n"))
    for entry in ModelledFacts.all {
      var isNamed = tests.contains(entry.id.rawValue)
      if entry.status == .scenario { isNamed = isNamed || scenarios.contains(entry.id.rawValue) }
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

  /// The IDs that the Swift files of folders name, the lists of modelled facts left out.
  private func named(in folders: [String]) throws -> Set<String> {
    let files = try folders.flatMap { try Repository.swiftFiles(under: $0) }
    return Repository.factIDs(
      in: files.filter { !$0.path.contains("ModelledFacts") }.map(\.text).joined(separator: "\n"))
  }
}
