/// How one `it` ended.
public struct ScenarioResult: Sendable, Equatable {
  /// The ways to end; the raw values are the words of reports.
  public enum Status: String, Sendable {
    case passed
    /// An assertion did not hold.
    case failed
    /// The script or the simulator raised an error.
    case error
    case pending
  }

  /// The file that it stands in, as messages name it.
  public var file: String
  /// The names of the `describe` blocks around it and its own.
  public var name: [String]
  /// Where `it` stands.
  public var line: Int?
  /// How it ended.
  public var status: Status
  /// What went wrong; nil when nothing did.
  public var problem: Problem?
  /// FNV-1a of the traces of the devices that it used, as 16 hexadecimal digits.
  public var traceHash: String

  /// How the scenario of this file and name ended.
  public init(
    file: String, name: [String], line: Int?, status: Status, problem: Problem? = nil, traceHash: String
  ) {
    self.file = file
    self.name = name
    self.line = line
    self.status = status
    self.problem = problem
    self.traceHash = traceHash
  }
}
