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
  var value: JSONTree {
    ids.isEmpty ? .members([]) : Self.value(FactLedger.all.filter { ids.contains($0.id.rawValue) })
  }

  /// These facts by their IDs.
  static func value(_ facts: [Fact]) -> JSONTree {
    .object(
      facts.map { fact in
        var reason: String?
        if case .notModelled(let text) = fact.status { reason = text }
        return (
          fact.id.rawValue,
          .members([
            ("behaviour", .shown(fact.behaviour)), ("versions", .shown(fact.versions)),
            ("confidence", .text(fact.confidence.rawValue)), ("source", .shown(fact.source)),
            ("status", .text(fact.status.word)), ("since", .shown(fact.since)), ("reason", .shown(reason)),
            ("holds", .shown(fact.bounds?.text)), ("section", .shown(fact.area)),
          ])
        )
      })
  }
}
