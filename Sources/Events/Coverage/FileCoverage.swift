import PropertyLists

/// What one script exercised of the model, and which lines of Lua ran for it.
public struct FileCoverage: Sendable, Equatable {
  /// A file of Lua.
  public struct Lines: Sendable, Equatable, Recorded {
    /// As messages name it.
    public private(set) var file: String
    private var allRanges: LineRanges
    private var ranRanges: LineRanges

    /// The lines that can run.
    public var lines: Set<Int> { Set(allRanges.ranges.joined()) }
    /// Those that did.
    public var ran: Set<Int> { Set(ranRanges.ranges.joined()) }
    /// How many lines are named.
    fileprivate var count: Int { allRanges.count + ranRanges.count }

    /// The lines of a file.
    public init(file: String, lines: Set<Int>, ran: Set<Int>) {
      self.file = file
      allRanges = LineRanges(lines)
      ranRanges = LineRanges(ran)
    }

    package static var blank: Self { Self(file: "", lines: [], ran: []) }

    package mutating func fields(_ field: inout RecordFields) {
      field("file", &file)
      field("lines", &allRanges)
      field("ran", &ranRanges)
    }
  }

  /// The states of a list.
  private struct StateList: Recorded {
    static var blank: Self { Self(list: "", names: []) }
    var list: String
    var names: Set<String>

    mutating func fields(_ field: inout RecordFields) {
      field("list", &list)
      field("names", &names)
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

  package mutating func fields(_ field: inout RecordFields) {
    field("file", &file)
    field("facts", &facts)
    var lists = states.sorted { ExactText.precedes($0.key, $1.key) }.map(StateList.init)
    field("states", &lists)
    states = Dictionary(lists.map { ($0.list, $0.names) }) { $0.union($1) }
    field("transitions", &transitions)
    field("lines", &lines)
    // A short line could name very many.
    field.check(lines.reduce(0) { $0 + $1.count } <= 2 * LineRanges.limit)
  }
}
