import HomeScreenSimulator
import LuaEngine

/// Which scenarios of a file take part.
final class Selection {
  private let options: RunOptions
  private let file: String
  /// Made for the first pattern.
  private var search: PatternSearch?
  private var counter = ScenarioCounter()
  private let choosesScenarios: Bool
  private let choosesBlocks: Bool

  init(_ options: RunOptions, file: String) {
    self.options = options
    self.file = file
    choosesBlocks = !options.excludedNames.isEmpty || !options.excludedTags.isEmpty
    choosesScenarios = choosesBlocks || options.isFiltered || options.only != nil
  }

  /// Whether a block may have scenarios that take part; without, its body does not run.
  func includes(block names: [String]) -> Bool {
    guard choosesBlocks, let last = names.last else { return true }
    return !isExcluded(names.joined(separator: " "), TagExpression.tags(in: last))
  }

  /// Whether a scenario takes part.
  /// - Parameter fact: in one of whose cells it is; nil for other scenarios.
  func includes(scenario block: [String], _ name: String, cell: String?, of fact: FactID?) -> Bool {
    guard choosesScenarios else { return true }
    if let facts = options.facts, !(fact.map(facts.contains) ?? false) { return false }
    guard isChosen(block, name) else { return false }
    guard let only = options.only else { return true }
    return only.contains(counter.key(block + [name], cell: cell))
  }

  private func isChosen(_ block: [String], _ name: String) -> Bool {
    if let failures = options.lastFailures, !failures.includes(block + [name], in: file) { return false }
    let fullName = (block + [name]).joined(separator: " ")
    let tags = TagExpression.tags(in: fullName)
    if !options.filters.isEmpty, !options.filters.contains(where: { finds($0, fullName) }) { return false }
    if !options.tags.isEmpty, !options.tags.contains(where: { $0.matches(tags) }) { return false }
    return !isExcluded(fullName, tags)
  }

  private func isExcluded(_ fullName: String, _ tags: Set<String>) -> Bool {
    options.excludedNames.contains { finds($0, fullName) } || options.excludedTags.contains { $0.matches(tags) }
  }

  /// A pattern that fails for a name, as one that takes too long does, does not choose it.
  private func finds(_ pattern: NamePattern, _ name: String) -> Bool {
    if search == nil { search = try? PatternSearch() }
    return (try? search?.finds(pattern, in: name)) ?? false
  }
}
