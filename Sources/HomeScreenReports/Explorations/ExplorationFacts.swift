import HomeScreenSimulator
import PropertyLists

/// Which facts of the model the stories of an app came to, and which not, by the sections of the ledgers: what a search has
/// not seen it cannot have judged.
enum ExplorationFacts {
  private static let maximumSections = 12, maximumFacts = 5

  /// A line for each section of which stories came to a part, those with most left first.
  static func lines(_ app: ExploredAppReport) -> [String] {
    guard !app.facts.isEmpty else { return [] }
    let met = Set(app.facts)
    let modelled = FactLedger.all.filter { $0.status == .simulator }
    let sections = Dictionary(grouping: modelled) { ExactText("\($0.ledger)\u{0}\($0.area)") }
    let begun: [(title: String, all: Int, left: [String])] = sections.values.compactMap { facts in
      let left = facts.map(\.id.rawValue).filter { !met.contains($0) }
      guard let first = facts.first, left.count < facts.count, !left.isEmpty else { return nil }
      return (first.area, facts.count, left.sorted { ExactText.precedes($0, $1) })
    }
    let ordered = begun.sorted {
      $0.left.count == $1.left.count ? ExactText.precedes($0.title, $1.title) : $0.left.count > $1.left.count
    }
    let untouched = sections.count - sections.values.count { $0.contains { met.contains($0.id.rawValue) } }
    var lines = ["stories came to \(met.count) facts; of \(untouched) sections of the ledgers to none"]
    for section in ordered.prefix(maximumSections) {
      let more = section.left.count - maximumFacts
      lines.append(
        "  \(section.title): not to \(section.left.count) of \(section.all), "
          + section.left.prefix(maximumFacts).joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
    }
    if ordered.count > maximumSections {
      lines.append("  and of \(ordered.count - maximumSections) more sections not to all")
    }
    return lines
  }
}
