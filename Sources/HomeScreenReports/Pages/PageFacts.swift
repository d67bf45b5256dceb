import HomeScreenSimulator
import PropertyLists

/// The facts that a page unfolds: those that its other data names, each once.
struct PageFacts {
  private var ids: Set<String> = []

  /// No facts yet.
  init() {}

  /// The page names a fact.
  mutating func add(_ id: String?) {
    if let id { ids.insert(id) }
  }

  /// The page names facts.
  mutating func add(_ facts: [FactID]) {
    for fact in facts { ids.insert(fact.rawValue) }
  }

  /// By their IDs, in the order of the ledgers; what no ledger has is missing.
  var value: PageValue {
    ids.isEmpty ? .object([]) : Self.value(FactLedger.all.filter { ids.contains($0.id.rawValue) })
  }

  /// These facts by their IDs.
  static func value(_ facts: [Fact]) -> PageValue {
    .object(
      facts.map { fact in
        var reason: String?
        if case .notModelled(let text) = fact.status { reason = text }
        return (
          fact.id.rawValue,
          .object([
            ("behaviour", .text(fact.behaviour)), ("versions", .text(fact.versions)),
            ("confidence", .own(fact.confidence.rawValue)), ("source", .text(fact.source)),
            ("status", .own(fact.status.word)), ("since", .text(fact.since)), ("reason", .text(reason)),
            ("holds", .text(fact.bounds?.text)), ("section", .text(fact.area)),
          ])
        )
      })
  }
}
