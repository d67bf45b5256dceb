import Simulator

/// What `homescreen facts` prints.
public enum FactListing {
  /// One line a fact: ID, whether it is modelled and since when, confidence, versions, behaviour; then the counts.
  public static func text(area: String?, onlyModelled: Bool) -> String {
    let facts = FactLedger.all.filter { fact in
      if let area, !fact.id.rawValue.hasPrefix(area.uppercased()) { return false }
      return !onlyModelled || ModelledFacts.since(fact.id) != nil
    }
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
}
