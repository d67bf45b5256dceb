import HomeScreenSimulator
import PropertyLists

extension ExploredApp {
  func actionsOfStories() -> [ExploreAction] {
    ExploreAction.allCases.filter { !without.contains($0.name) && ($0 != .own || !actions.isEmpty) }
  }

  /// What is left out has to be there, and what an invariant rests on: a name that is mistyped would do nothing, in
  /// silence.
  /// - Throws: ``ExploreError``.
  func checkNames() throws(ExploreError) {
    let known = Set(
      ExploreAction.allCases.map(\.name) + Invariant.allCases.map(\.name) + actions.map(\.name) + invariants.map(\.name)
    )
    if let stranger = without.subtracting(known).min() {
      throw ExploreError(
        "\(title): unknown action or invariant “\(stranger)” in without; use one of "
          + known.sorted { ExactText.precedes($0, $1) }.joined(separator: ", "))
    }
    for invariant in invariants {
      guard let fact = invariant.fact, FactLedger.fact(FactID(fact)) == nil else { continue }
      let near = FactLedger.suggestions(for: fact).map { " Did you mean \($0)?" }.first ?? ""
      throw ExploreError(
        "\(title): the invariant “\(invariant.name)” names the fact “\(fact)”, which is not in the ledgers.\(near)")
    }
  }
}
