import Simulator

/// What `homescreen facts` prints.
public enum FactListing {
  /// One line a fact: ID, whether it is modelled and since when, confidence, versions, behaviour; then the counts.
  public static func text(area: String?, onlyModelled: Bool) -> String {
    let facts = facts(area: area, onlyModelled: onlyModelled)
    guard !facts.isEmpty else { return "" }
    var lines = facts.map { fact in
      let modelled = fact.since.map { "✓ \($0)" } ?? "–"
      return "\(fact.id.rawValue.padded(to: 11)) \(modelled.padded(to: 8)) \(fact.confidence.rawValue.padded(to: 11)) "
        + "\(fact.versions.padded(to: 16)) \(fact.behaviour)"
    }
    let modelled = facts.count { $0.since != nil }
    lines.append("\(facts.count) facts, \(modelled) modelled. homescreen explain ID tells more of one.")
    return lines.joined(separator: "\n") + "\n"
  }

  /// One line a fact: ID, where it lives, since when, and the behaviour or the reason why it is not modelled; then the
  /// counts per status.
  public static func statusText(area: String?, onlyModelled: Bool) -> String {
    let facts = facts(area: area, onlyModelled: onlyModelled)
    guard !facts.isEmpty else { return "" }
    var counts: [String: Int] = [:]
    var lines = facts.map { fact in
      let word = fact.status.word
      counts[word, default: 0] += 1
      var text = fact.behaviour
      if case .notModelled(let reason) = fact.status { text = "(\(reason)) " + text }
      let since = fact.since ?? "–"
      return "\(fact.id.rawValue.padded(to: 11)) \(word.padded(to: 13)) \(since.padded(to: 6)) \(text)"
    }
    let summary = FactStatus.words.compactMap { word in counts[word].map { "\($0) \(word)" } }
    lines.append("\(facts.count) facts: \(summary.joined(separator: ", ")).")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func facts(area: String?, onlyModelled: Bool) -> [Fact] {
    FactLedger.all.filter { fact in
      if let area, !fact.id.rawValue.hasPrefix(area.uppercased()) { return false }
      return !onlyModelled || fact.since != nil
    }
  }
}
