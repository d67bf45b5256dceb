package import HomeScreenSimulator
import Platform
package import PropertyLists

/// The parts of the model that one script exercised, and the lines of Lua that ran.
package struct FileCoverage: Sendable, Equatable {
  /// The line coverage of a Lua file.
  package struct Lines: Sendable, Equatable, Recorded {
    /// The file's name in messages.
    package private(set) var file: String
    private var allRanges: LineRanges
    private var ranRanges: LineRanges

    /// The lines that can run.
    package var lines: Set<Int> { Set(allRanges.ranges.joined()) }
    /// The lines that ran.
    package var ran: Set<Int> { Set(ranRanges.ranges.joined()) }
    /// The number of lines, counting lines that ran twice.
    fileprivate var count: Int { allRanges.count + ranRanges.count }

    /// Creates the coverage of a file.
    package init(file: String, lines: Set<Int>, ran: Set<Int>) {
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

  /// The states of one list of the model.
  private struct StateList: Recorded {
    static var blank: Self { Self(list: "", names: []) }
    var list: String
    var names: Set<String>

    mutating func fields(_ field: inout RecordFields) {
      field("list", &list)
      field("names", &names)
    }
  }

  /// The script's name in messages.
  package var file: String
  /// The IDs of the facts that events and failures named.
  package var facts: Set<String>
  /// The states by the names of their lists (``ModelStates``).
  package var states: [String: Set<String>]
  /// The transitions: `app states: notRunning → runningForeground`.
  package var transitions: Set<String>
  /// The coverage of the script and of the files that it required.
  package var lines: [Lines]

  /// Creates the coverage of a script.
  package init(
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
    // A short line can name a huge number of lines.
    field.check(lines.reduce(0) { $0 + $1.count } <= 2 * LineRanges.limit)
  }
}

/// The scenario of a fact: its script, and the cells in which it runs.
package struct FactTrial: Sendable {
  /// The fact's ID.
  package let id: FactID
  /// The script's name.
  package let file: String
  /// The cells, and the number of cells that are left out.
  package let cells: FactCells
  /// Whether a simulator on a Mac can run the scenario.
  package let isForMac: Bool

  /// Creates the trial of the fact `id` by a scenario in the script `file`.
  package init(id: FactID, file: String, cells: FactCells, isForMac: Bool) {
    self.id = id
    self.file = file
    self.cells = cells
    self.isForMac = isForMac
  }
}

extension [FactTrial] {
  /// A summary without its full stop: `8 facts in 43 cells, 10 of them outside; …`.
  package var summary: String {
    let inside = reduce(0) { $0 + $1.cells.inside }
    let outside = reduce(0) { $0 + $1.cells.outside }
    let unknown = reduce(0) { $0 + $1.cells.unknown }
    return
      "\(Counted.text(Set(map(\.id)).count, "fact")) in \(Counted.text(inside + outside, "cell")), \(outside) of them outside of "
      + "bounds; \(Counted.text(unknown, "more cell")) left out, because it is unknown what happens there"
  }

  /// A phrase with the number of modelled facts that have no trial; nil if every fact has one.
  package var missing: String? {
    let tried = Set(map(\.id))
    let missing = FactLedger.all.count { $0.status.hasScenario && !tried.contains($0.id) }
    return missing == 0 ? nil : "\(Counted.text(missing, "modelled fact")) without scenario"
  }
}

/// The closed lists of the model that coverage measures. Raw values are the words of reports.
package enum ModelStates: String, Sendable, CaseIterable {
  case appStates = "app states"
  case sceneStates = "scene states"
  case springboardModes = "springboard modes"
  case situations = "launch situations"
  case iconChecks = "icon checks"
  case callbacks
  case alerts
  case menus
  case icons
  case deliveries
  case presentations
  case processes
  case quirks

  /// All states of the list.
  package var all: [String] {
    switch self {
    case .appStates: AppState.allCases.map(\.rawValue)
    case .sceneStates: SceneState.allCases.map(\.rawValue)
    case .springboardModes: SpringboardMode.allCases.map(\.rawValue)
    case .situations: LaunchSituation.Kind.allCases.map(\.rawValue)
    case .iconChecks:
      AlternateIconCheck.Name.allCases.map { "\($0.rawValue) passed" }
        // `name` is excluded: a nil name does not end the request.
        + AlternateIconCheck.Name.allCases.filter { $0 != .alternate }.map { "\($0.rawValue) ends the request" }
    case .callbacks: AppCallback.allCases.map(\.slot)
    case .alerts: TraceEventName.AlertEvent.allCases.map(\.rawValue)
    case .menus: TraceEventName.MenuEvent.allCases.map(\.rawValue)
    case .icons: TraceEventName.IconEvent.allCases.map(\.rawValue)
    case .deliveries: TraceEventName.DeliveryEvent.allCases.map(\.rawValue)
    case .presentations:
      TraceEventName.PresentationEvent.allCases.map(\.rawValue) + ViewMethod.allCases.map(\.rawValue)
        + RootViewMethod.allCases.map(\.rawValue)
    case .processes: TraceEventName.ProcessEvent.allCases.map(\.rawValue)
    case .quirks: TraceEventName.QuirkEvent.allCases.map(\.rawValue)
    }
  }

  /// Creates the list that contains a trace event; nil for a console line.
  package init?(of event: TraceEventName) {
    switch event {
    case .callback: self = .callbacks
    case .log: return nil
    case .alert: self = .alerts
    case .menu: self = .menus
    case .icon: self = .icons
    case .delivery: self = .deliveries
    case .presentation, .view, .rootView: self = .presentations
    case .process: self = .processes
    case .quirk: self = .quirks
    }
  }
}

/// Line numbers in short form: `3-7,9`.
package struct LineRanges: Sendable, Equatable {
  package let ranges: [ClosedRange<Int>]

  /// - Parameter joining: lines that do not interrupt a range, such as blank lines and comments.
  package init(_ lines: Set<Int>, joining others: (Int) -> Bool = { _ in false }) {
    var ranges: [ClosedRange<Int>] = []
    for line in lines.sorted() {
      if let last = ranges.last, (last.upperBound + 1..<line).allSatisfy(others) {
        ranges[ranges.count - 1] = last.lowerBound...line
      } else {
        ranges.append(line...line)
      }
    }
    self.ranges = ranges
  }

  package var text: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  /// The number of lines, counting repeated lines.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// A limit above the number of lines that a script can have.
  package static let limit = 1_000_000
}

extension LineRanges: RecordedValue {
  package init?(recorded node: JSONNode) {
    guard let text = node.string else { return nil }
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: text.isEmpty) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 0, first <= last,
        last < Self.limit
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  package var recorded: JSONTree { .text(text) }
}
