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

/// Numbers of lines in short: `3-7,9`.
enum LineRanges {
  /// - Parameter joining: lines that make no gap, as blank ones and comments.
  static func ranges(_ lines: Set<Int>, joining others: (Int) -> Bool = { _ in false }) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    for line in lines.sorted() {
      if let last = ranges.last, (last.upperBound + 1..<line).allSatisfy(others) {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    return ranges
  }

  static func text(_ ranges: [ClosedRange<Int>]) -> String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  /// More lines than a script may have.
  static let limit = 1_000_000

  /// - Parameter room: how many lines it may name, which become fewer.
  /// - Returns: nil for a text that is none of ``text(_:)``, and for too many lines.
  static func parse(_ text: String, _ room: inout Int) -> Set<Int>? {
    var lines: Set<Int> = []
    guard !text.isEmpty else { return lines }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 0, first <= last,
        last < limit, last - first < room
      else { return nil }
      room -= last - first + 1
      lines.formUnion(first...last)
    }
    return lines
  }
}
