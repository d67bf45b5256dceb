/// How one `it` ended.
public struct ScenarioResult: Sendable, Equatable, Recorded {
  /// The ways to end; the raw values are the words of reports.
  public enum Status: String, Sendable, CaseIterable, RecordedValue {
    case passed
    /// An assertion did not hold.
    case failed
    /// The script or the simulator raised an error.
    case error
    case pending
  }

  /// Its file, as messages name it.
  public var file: String
  /// The names of the `describe` blocks around it and its own.
  public var name: [String]
  /// The word of the hook that this is about, such as `before_each`; then the names end with it. Nil for a scenario, and
  /// for a block whose body failed.
  public var hook: String?
  /// The line of `it`.
  public var line: Int?
  /// The cell of the `matrix` that it was made for, as `cell.name` says it: `iPad, iOS 17.5, scene`; nil outside of one.
  public var cell: String?
  /// How it ended.
  public var status: Status
  /// What went wrong; nil when nothing did.
  public var problem: Problem?
  /// FNV-1a of the traces of the devices that it used, as 16 hexadecimal digits.
  public var traceHash: String
  /// What it did step by step; nil where nobody asked.
  public var steps: ScenarioSteps?
  /// How long it took, with its hooks: real time.
  public var microseconds: Int

  /// How the scenario of this file and name ended.
  public init(
    file: String, name: [String], line: Int?, cell: String? = nil, status: Status, problem: Problem? = nil,
    traceHash: String, microseconds: Int = 0
  ) {
    self.file = file
    self.name = name
    self.line = line
    self.cell = cell
    self.status = status
    self.problem = problem
    self.traceHash = traceHash
    self.microseconds = microseconds
  }

  package static var blank: Self { Self(file: "", name: [], line: nil, status: .passed, traceHash: "") }

  package mutating func fields(_ field: inout RecordFields) {
    field("file", &file)
    field("name", &name)
    field("hook", &hook)
    field("line", &line)
    field("cell", &cell)
    field("status", &status)
    field("problem", &problem)
    field("traceHash", &traceHash)
    field("steps", &steps)
    field("microseconds", &microseconds)
  }
}

/// Which scenarios of a run report their ``ScenarioSteps``; the raw values are the words of options.
public enum StepChoice: String, Sendable, CaseIterable {
  case none
  /// Those that did not pass.
  case failed
  case all

  /// Whether a scenario with this result reports them.
  public func includes(_ status: ScenarioResult.Status) -> Bool {
    switch self {
    case .none: false
    case .failed: status == .failed || status == .error
    case .all: status != .pending
    }
  }
}
