/// What follows the words of the REPL, for completion.
extension REPLWord {
  /// What can be completed behind a word.
  public enum Completion: Sendable, Hashable {
    case none
    /// Texts of a domain.
    case domain(APIDomain)
    /// Lua, as in a line of its own.
    case lua
  }

  /// What Tab completes behind it.
  public var completion: Completion {
    switch self {
    case .help: .domain(.helpTopic)
    case .save: .domain(.file)
    case .history, .plugins, .run, .quit: .none
    }
  }
}
