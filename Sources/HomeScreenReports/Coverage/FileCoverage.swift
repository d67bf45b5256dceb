/// What one script exercised of the model, and which lines of Lua ran for it.
public struct FileCoverage: Sendable, Equatable {
  /// A file of Lua.
  public struct Lines: Sendable, Equatable {
    /// As messages name it.
    public var file: String
    /// The lines that can run.
    public var lines: Set<Int>
    /// Those that did.
    public var ran: Set<Int>

    /// The lines of a file.
    public init(file: String, lines: Set<Int>, ran: Set<Int>) {
      self.file = file
      self.lines = lines
      self.ran = ran
    }
  }

  /// The script, as messages name it.
  public var file: String
  /// The IDs of facts that events and failures named.
  public var facts: Set<String>
  /// States by the names of their lists (``ModelStates``).
  public var states: [String: Set<String>]
  /// `app states: notRunning → runningForeground`
  public var transitions: Set<String>
  /// The script itself, and what it required.
  public var lines: [Lines]

  /// What a script exercised.
  public init(
    file: String, facts: Set<String> = [], states: [String: Set<String>] = [:], transitions: Set<String> = [],
    lines: [Lines] = []
  ) {
    self.file = file
    self.facts = facts
    self.states = states
    self.transitions = transitions
    self.lines = lines
  }
}
