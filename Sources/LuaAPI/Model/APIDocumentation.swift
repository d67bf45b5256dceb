/// The words of an entry, kept together so that declarations stay short.
public struct APIDocumentation: Sendable {
  let summary: String
  let discussion: String
  let example: String
  let availability: String?
  let facts: [String]
  let since: String

  /// What is said of a name of the API.
  ///
  /// - Parameters:
  ///   - summary: one sentence that says what it is for.
  ///   - discussion: what else a user needs to know: errors, units, versions.
  ///   - example: a script that the tests run.
  ///   - availability: Apple's first version, for names of the app's side.
  ///   - facts: IDs of the facts it rests on.
  ///   - since: the version of homescreen that brought it.
  public init(
    _ summary: String, discussion: String = "", example: String = "", availability: String? = nil,
    facts: [String] = [], since: String = "0.1"
  ) {
    self.summary = summary
    self.discussion = discussion
    self.example = example
    self.availability = availability
    self.facts = facts
    self.since = since
  }
}

extension APIDocumentation: ExpressibleByStringLiteral {
  /// The summary alone.
  public init(stringLiteral summary: String) {
    self.init(summary)
  }
}
