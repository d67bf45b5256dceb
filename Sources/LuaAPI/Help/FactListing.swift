import Simulator

/// What `homescreen facts` prints.
public enum FactListing {
  /// One line a fact: ID, whether it is modelled and since when, confidence, versions, behaviour; then the counts.
  public static func text(area: String?, onlyModelled: Bool) -> String {
    let facts = facts(area: area, onlyModelled: onlyModelled)
    guard !facts.isEmpty else { return "" }
    var lines = facts.map { fact in
      let modelled = ModelledFacts.since(fact.id).map { "✓ \($0)" } ?? "–"
      return "\(fact.id.rawValue.padded(to: 11)) \(modelled.padded(to: 8)) \(fact.confidence.rawValue.padded(to: 11)) "
        + "\(fact.versions.padded(to: 16)) \(fact.behaviour)"
    }
    let modelled = facts.count { ModelledFacts.since($0.id) != nil }
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
      let status = ModelledFacts.status(fact.id)
      let word = status?.word ?? undecided
      counts[word, default: 0] += 1
      var text = fact.behaviour
      if case .notModelled(let reason)? = status { text = "(\(reason)) " + text }
      let since = ModelledFacts.since(fact.id) ?? "–"
      return "\(fact.id.rawValue.padded(to: 11)) \(word.padded(to: 13)) \(since.padded(to: 6)) \(text)"
    }
    let summary = (FactStatus.words + [undecided]).compactMap { word in counts[word].map { "\($0) \(word)" } }
    lines.append("\(facts.count) facts: \(summary.joined(separator: ", ")).")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The word for a fact that nobody has decided about.
  private static let undecided = "undecided"

  private static func facts(area: String?, onlyModelled: Bool) -> [Fact] {
    FactLedger.all.filter { fact in
      if let area, !fact.id.rawValue.hasPrefix(area.uppercased()) { return false }
      return !onlyModelled || ModelledFacts.since(fact.id) != nil
    }
  }
}
