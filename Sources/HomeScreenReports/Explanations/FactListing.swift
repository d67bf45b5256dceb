package import Events
package import HomeScreenSimulator
import Platform

/// What `homescreen facts` lists: some facts, with what the program makes of each.
package struct FactListing: Sendable {
  /// The facts that are listed, in the order of the ledger.
  package let facts: [Fact]
  private let trials: [FactID: FactTrial]

  /// Chooses facts of the ledgers.
  ///
  /// - Parameters:
  ///   - area: how their IDs begin, in letters of any case; nil for all.
  ///   - onlyModelled: those that the program does not behave by are left out.
  ///   - trials: the scenarios of facts, for ``statusText``.
  package init(area: String? = nil, onlyModelled: Bool = false, trials: [FactTrial] = []) {
    self.trials = Dictionary(trials.map { ($0.id, $0) }) { first, _ in first }
    facts = FactLedger.all.filter { fact in
      if let area, !fact.id.rawValue.hasPrefix(area.uppercased()) { return false }
      return !onlyModelled || fact.since != nil
    }
  }

  /// One line a fact: ID, whether it is modelled and since when, confidence, versions, behaviour; then the counts.
  package var text: String {
    guard !facts.isEmpty else { return "" }
    var lines = facts.map { fact in
      let modelled = fact.since.map { "✓ \($0)" } ?? "–"
      return TextRow.text(
        [fact.id.rawValue, modelled, fact.confidence.rawValue, fact.versions, fact.behaviour], widths: [10, 7, 10, 15],
        gap: 2)
    }
    let modelled = facts.count { $0.since != nil }
    lines.append("\(facts.count) facts, \(modelled) modelled. homescreen explain ID shows more.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line a fact: ID, where it lives, since when, in how many cells its scenario tries it, and the behaviour or the
  /// reason why it is not modelled; then the counts.
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
    lines.append("\(facts.count) facts: \(summary.joined(separator: ", ")).")
    let shown = facts.filter(\.status.hasScenario)
    let tried = shown.compactMap { trials[$0.id] }
    if !shown.isEmpty {
      lines.append(
        "\(tried.count) of \(shown.count) testable facts have a scenario: \(tried.summary). "
          + "\(tried.count(where: \.isForMac)) could be replayed on a Mac.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `6 cells`, `4+2 cells` with those outside of the bounds, `no scenario`.
  private func cells(of fact: Fact) -> String {
    guard fact.status.hasScenario else { return "–" }
    guard let cells = trials[fact.id]?.cells else { return "no scenario" }
    return cells.outside == 0 ? "\(cells.inside) cells" : "\(cells.inside)+\(cells.outside) cells"
  }
}
