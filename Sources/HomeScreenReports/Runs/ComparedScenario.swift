/// One scenario on two devices.
public struct ComparedScenario: Sendable, Equatable {
  /// How it went on one of them.
  public struct Side: Sendable, Equatable {
    /// What the device is: `26.0`.
    public var value: String
    /// How it ended; nil when it was not there.
    public var status: ScenarioResult.Status?
    /// What went wrong.
    public var message: String?
    /// The code of what went wrong.
    public var code: String?
    /// Of the devices that it used.
    public var traceHash: String?
    /// The first event that is not the same; nil when there is none any more, and where nothing differs.
    public var event: Event?
    /// What it did step by step; nil where nobody asked.
    public var steps: ScenarioSteps?

    /// A scenario on a device.
    public init(
      value: String, status: ScenarioResult.Status?, message: String? = nil, code: String? = nil, traceHash: String?,
      event: Event? = nil
    ) {
      self.value = value
      self.status = status
      self.message = message
      self.code = code
      self.traceHash = traceHash
      self.event = event
    }
  }

  /// An event of a trace, as texts.
  public struct Event: Sendable, Equatable {
    /// `0.200 s`
    public var time: String
    /// What happened, and to which app: `com.example.paint icon stored`.
    public var name: String
    /// What else there is to say.
    public var detail: String

    /// An event of these texts.
    public init(time: String, name: String, detail: String) {
      self.time = time
      self.name = name
      self.detail = detail
    }
  }

  /// The file that it stands in, as messages name it.
  public var file: String
  /// The names of the `describe` blocks around it and its own.
  public var name: [String]
  /// Where `it` stands.
  public var line: Int?
  /// The cell of the `matrix` that it was made for.
  public var cell: String?
  /// What was compared: `os`, `device` or `locale`.
  public var axis: String
  /// Both, in the order in which they were given.
  public var sides: [Side]
  /// The place of the first event that differs in the trace of its device, from 1; nil where all are the same.
  public var position: Int?
  /// Whether a device left it to the run what it is; the others are the same by construction.
  public var usesDefault: Bool

  /// A scenario of this file and name on two devices.
  public init(
    file: String, name: [String], line: Int?, cell: String?, axis: String, sides: [Side], position: Int? = nil,
    usesDefault: Bool
  ) {
    self.file = file
    self.name = name
    self.line = line
    self.cell = cell
    self.axis = axis
    self.sides = sides
    self.position = position
    self.usesDefault = usesDefault
  }

  /// Whether it ended in another way, or its devices did something else.
  public var isDifferent: Bool {
    guard let first = sides.first else { return false }
    return sides.contains {
      $0.status != first.status || $0.traceHash != first.traceHash || $0.message != first.message
    }
  }

  /// Whether a run fails because of it.
  public var isFailure: Bool { isDifferent || failsOnBoth }

  /// Whether it comes out the same and is no good.
  public var failsOnBoth: Bool {
    guard !isDifferent else { return false }
    switch sides.first?.status {
    case .failed, .error: return true
    case .passed, .pending, nil: return false
    }
  }
}
