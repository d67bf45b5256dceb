import Events
import HomeScreenSimulator
import PropertyLists

/// Which facts of the model the stories of an app came to, and which not, by the sections of the ledgers: what a search has
/// not seen it cannot have judged.
enum ExplorationFacts {
  private static let maximumSections = 3

  /// A line for each section of which stories came to a part, those with most left first; in short, how many there are.
  static func lines(_ app: ExploredAppReport, isVerbose: Bool) -> [String] {
    guard !app.facts.isEmpty else { return [] }
    let met = Set(app.facts)
    let modelled = FactLedger.all.filter { $0.status == .simulator }
    let sections = Dictionary(grouping: modelled) { ExactText("\($0.ledger)\u{0}\($0.area)") }
    let begun: [(title: String, all: Int, left: [String])] = sections.values.compactMap { facts in
      let left = facts.map(\.id.rawValue).filter { !met.contains($0) }
      guard let first = facts.first, left.count < facts.count, !left.isEmpty else { return nil }
      return (first.area, facts.count, left.sorted { ExactText.precedes($0, $1) })
    }
    // Of those that stories came to most, the rest is near.
    let ordered = begun.sorted {
      let (one, other) = ($0.all - $0.left.count, $1.all - $1.left.count)
      return one == other ? ExactText.precedes($0.title, $1.title) : one > other
    }
    let all = modelled.count
    guard isVerbose else {
      let names = ordered.prefix(maximumSections).map { "\($0.title) (\($0.all - $0.left.count) of \($0.all))" }
      return [
        "stories reached \(met.count) of the \(all) facts of the model"
          + (names.isEmpty ? "" : ", most in: \(names.joined(separator: "; ")). --verbose lists the others")
      ]
    }
    let untouched = sections.values.filter { facts in !facts.contains { met.contains($0.id.rawValue) } }
      .compactMap(\.first?.area).sorted { ExactText.precedes($0, $1) }
    return ["stories reached \(met.count) of the \(all) facts of the model"]
      + ordered.map { "  \($0.title): \($0.left.count) of \($0.all) not reached, \($0.left.joined(separator: ", "))" }
      + (untouched.isEmpty ? [] : ["  none reached in: \(untouched.joined(separator: "; "))"])
  }
}
