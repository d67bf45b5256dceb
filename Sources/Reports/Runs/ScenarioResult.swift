/// How one `it` ended.
public struct ScenarioResult: Sendable, Equatable {
  public enum Status: String, Sendable {
    case passed
    /// An assertion did not hold.
    case failed
    /// The script or the simulator raised an error.
    case error
    case pending
  }

  public var file: String
  /// The names of the `describe` blocks around it and its own.
  public var name: [String]
  /// Where `it` stands.
  public var line: Int?
  public var status: Status
  public var problem: Problem?
  /// FNV-1a of the traces of the devices that it used, as 16 hexadecimal digits.
  public var traceHash: String

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
