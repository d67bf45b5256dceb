package import Events
package import HomeScreenSimulator
import Platform

/// The facts that `homescreen facts` lists, and how the program uses each.
package struct FactListing: Sendable {
  /// The listed facts, in the order of the ledger.
  package let facts: [Fact]
  private let trials: [FactID: FactTrial]

  /// Selects facts from the ledgers.
  ///
  /// - Parameters:
  ///   - area: the prefix of their IDs, case-insensitive; nil for all.
  ///   - words: the words that their IDs or texts contain, case-insensitive.
  ///   - onlyModelled: leaves out the facts that the program does not model.
  ///   - trials: the scenarios of facts, for ``statusText``.
  package init(area: String? = nil, words: [String] = [], onlyModelled: Bool = false, trials: [FactTrial] = []) {
    self.trials = Dictionary(trials.map { ($0.id, $0) }) { first, _ in first }
    // An ID means only that fact, although others mention it.
    let own = words.count == 1 ? FactLedger.fact(named: words[0].uppercased()) : nil
    facts = (own.map { [$0] } ?? FactLedger.all).filter { fact in
      let text = "\(fact.id.rawValue) \(fact.behaviour)".lowercased()
      guard words.allSatisfy({ text.contains($0.lowercased()) }) else { return false }
      if let area, !fact.id.rawValue.hasPrefix(area.uppercased()) { return false }
      return !onlyModelled || fact.since != nil
    }
  }

  /// One line per fact: ID, whether and since when it is modelled, confidence, versions, behaviour; then the counts.
  package var text: String {
    guard !facts.isEmpty else { return "" }
    var lines = facts.map { fact in
      let modelled = fact.since.map { "✓ \($0)" } ?? "–"
      return TextRow.text(
        [fact.id.rawValue, modelled, fact.confidence.rawValue, fact.versions, fact.behaviour], widths: [10, 7, 10, 15],
        gap: 2)
    }
    let modelled = facts.count { $0.since != nil }
    lines.append("\(Counted.text(facts.count, "fact")), \(modelled) modelled. homescreen explain ID shows more.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line per fact: ID, where it is used, since when, the number of cells its scenario covers, and the behaviour or
  /// the reason it is not modelled; then the counts.
  package var statusText: String {
    guard !facts.isEmpty else { return "" }
    var counts: [String: Int] = [:]
    var lines = facts.map { fact in
      let word = fact.status.word
      counts[word, default: 0] += 1
      var text = fact.behaviour
      if case .notModelled(let reason) = fact.status { text = "(\(reason)) " + text }
      return TextRow.text(
        [fact.id.rawValue, word, fact.since ?? "–", cells(of: fact), text], widths: [10, 12, 5, 15], gap: 2)
    }
    let summary = FactStatus.words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    lines.append("\(Counted.text(facts.count, "fact")): \(summary.joined(separator: ", ")).")
    let shown = facts.filter(\.status.hasScenario)
    let tried = shown.compactMap { trials[$0.id] }
    if !shown.isEmpty {
      lines.append(
        "\(tried.count) of \(Counted.text(shown.count, "testable fact")) have a scenario: \(tried.summary). "
          + "\(tried.count(where: \.isForMac)) could be replayed on a Mac.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns `6 cells`, `4+2 cells` with the cells outside the bounds, or `no scenario`.
  private func cells(of fact: Fact) -> String {
    guard fact.status.hasScenario else { return "–" }
    guard let cells = trials[fact.id]?.cells else { return "no scenario" }
    return cells.outside == 0 ? "\(cells.inside) cells" : "\(cells.inside)+\(cells.outside) cells"
  }
}
