import HomeScreenSimulator

/// What follows the words of the REPL, for completion.
extension REPLWord {
  /// What can be completed behind a word.
  public enum Completion: Sendable, Hashable {
    case none
    /// Texts of some domains.
    case domains([APIDomain])
    /// These words.
    case words([String])
    /// Lua, as in a line of its own.
    case lua
  }

  /// What Tab completes behind it.
  public var completion: Completion {
    switch self {
    case .help: .domains([.helpTopic])
    case .save, .load, .edit: .domains([.file])
    case .os: .domains([.osVersion])
    case .device: .domains([.model])
    case .icon: .domains([.appLabel])
    case .open: .domains([.sample, .app])
    case .quiet: .words(["off"])
    case .trace: .words(TraceEventKind.allCases.map(\.rawValue) + ["all"])
    case .show: .lua
    case .history, .home, .menu, .alert, .budget, .samples, .tour, .undo, .redo, .rewind, .at, .step, .plugins, .run,
      .quit:
      .none
    }
  }
}
