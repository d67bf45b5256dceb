import PropertyLists

extension ExploredApp {
  func actionsOfStories() -> [ExploreAction] {
    ExploreAction.allCases.filter { !without.contains($0.name) && ($0 != .own || !actions.isEmpty) }
  }

  /// What is left out has to be there: a name that is mistyped would leave out nothing, in silence.
  /// - Throws: ``ExploreError``.
  func checkNames() throws(ExploreError) {
    let known = Set(
      ExploreAction.allCases.map(\.name) + Invariant.allCases.map(\.name) + actions.map(\.name) + invariants.map(\.name)
    )
    if let stranger = without.subtracting(known).min() {
      throw ExploreError(
        "\(title): there is no action or invariant “\(stranger)” to do without. There are: "
          + known.sorted { ExactText.precedes($0, $1) }.joined(separator: ", "))
    }
  }
}
