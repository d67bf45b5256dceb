public import HomeScreenSimulator

/// What `homescreen facts` lists: some facts, with what the program makes of each.
public struct FactListing: Sendable {
  /// The facts that are listed, in the order of the ledger.
  public let facts: [Fact]

  /// Chooses facts of the ledgers.
  ///
  /// - Parameters:
  ///   - area: how their IDs begin, in letters of any case; nil for all.
  ///   - onlyModelled: those that the program does not behave by are left out.
  public init(area: String? = nil, onlyModelled: Bool = false) {
    facts = FactLedger.all.filter { fact in
      if let area, !fact.id.rawValue.hasPrefix(area.uppercased()) { return false }
      return !onlyModelled || fact.since != nil
    }
  }

  /// One line a fact: ID, whether it is modelled and since when, confidence, versions, behaviour; then the counts.
  public var text: String {
    guard !facts.isEmpty else { return "" }
    var lines = facts.map { fact in
      let modelled = fact.since.map { "✓ \($0)" } ?? "–"
      return TextRow.text(
        [fact.id.rawValue, modelled, fact.confidence.rawValue, fact.versions, fact.behaviour], widths: [11, 8, 11, 16])
    }
    let modelled = facts.count { $0.since != nil }
    lines.append("\(facts.count) facts, \(modelled) modelled. homescreen explain ID tells more of one.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line a fact: ID, where it lives, since when, and the behaviour or the reason why it is not modelled; then the
  /// counts per status.
  public var statusText: String {
    guard !facts.isEmpty else { return "" }
    var counts: [String: Int] = [:]
    var lines = facts.map { fact in
      let word = fact.status.word
      counts[word, default: 0] += 1
      var text = fact.behaviour
      if case .notModelled(let reason) = fact.status { text = "(\(reason)) " + text }
      return TextRow.text([fact.id.rawValue, word, fact.since ?? "–", text], widths: [11, 13, 6])
    }
    let summary = FactStatus.words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    lines.append("\(facts.count) facts: \(summary.joined(separator: ", ")).")
    return lines.joined(separator: "\n") + "\n"
  }

}
