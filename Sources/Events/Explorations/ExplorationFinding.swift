internal import PropertyLists

/// A story that breaks an invariant.
public struct ExplorationFinding: Sendable, Codable, Equatable {
  /// One step of it.
  public struct Step: Sendable, Codable, Equatable {
    /// As people say it.
    public var text: String
    /// Its place in the order in which steps are tried.
    public var order: Int
    /// What of it counts happened then.
    public var events: [String]

    /// A step with what it led to.
    public init(_ text: String, order: Int, events: [String]) {
      self.text = text
      self.order = order
      self.events = events
    }
  }

  /// Where an explored app comes from.
  public struct Source: Sendable, Codable, Equatable {
    /// As it was named, in the working directory.
    public var path: String
    /// Which one of the apps of a script; nil: its only one.
    public var title: String?
    /// A script defines it; else its own sources do.
    public var isScript: Bool

    /// An app of a path.
    public init(path: String, title: String?, isScript: Bool) {
      self.path = path
      self.title = title
      self.isScript = isScript
    }
  }

  /// The name of the invariant.
  public var invariant: String
  /// The fact that it rests on; nil for one of the app's own that names none.
  public var fact: String?
  /// What happened.
  public var happened: String
  /// What should have.
  public var expected: String
  /// What tells it from others of its invariant, such as the place of a crash; empty for most.
  public var detail: String
  /// The story.
  public var steps: [Step]
  /// It breaks when all has come to rest.
  public var isSettled: Bool
  /// The device of the story: its place among the devices.
  public var device: Int
  /// The story of chance that it was found in, by its number; nil: a short story.
  public var walk: Int?
  /// The devices on which it breaks.
  public var breaksOn: [String]
  /// The same in few words: `iPad 13.0–18.5`.
  public var span: String
  /// What the app printed in it; of much the beginning.
  public var output: [String]
  /// Where the app comes from.
  public var source: Source
  /// The scenario's block, which fails as long as the story breaks.
  public var code: String

  /// A finding with its story.
  public init(
    invariant: String, fact: String?, happened: String, expected: String, detail: String, steps: [Step],
    isSettled: Bool, device: Int, walk: Int?, breaksOn: [String], span: String, output: [String], source: Source,
    code: String
  ) {
    self.invariant = invariant
    self.fact = fact
    self.happened = happened
    self.expected = expected
    self.detail = detail
    self.steps = steps
    self.isSettled = isSettled
    self.device = device
    self.walk = walk
    self.breaksOn = breaksOn
    self.span = span
    self.output = output
    self.source = source
    self.code = code
  }

  /// Which findings are the same.
  package var key: String { "\(invariant)\u{0}\(fact ?? "")\u{0}\(detail)" }

  /// Which of two stories of one finding is told: a short story before one of chance, those of chance by their number, so
  /// that parts come to the same as the whole.
  package static func isPreferred(_ one: ExplorationFinding, to other: ExplorationFinding) -> Bool {
    if one.walk != other.walk { return (one.walk ?? -1) < (other.walk ?? -1) }
    if precedes(one, other) != precedes(other, one) { return precedes(one, other) }
    return one.device < other.device
  }

  /// The order of findings: shorter stories first, then by the order of steps.
  public static func precedes(_ left: ExplorationFinding, _ right: ExplorationFinding) -> Bool {
    if left.steps.count != right.steps.count { return left.steps.count < right.steps.count }
    for (one, other) in zip(left.steps, right.steps) {
      if one.order != other.order { return one.order < other.order }
      if one.text != other.text { return ExactText.precedes(one.text, other.text) }
    }
    return ExactText.precedes(left.key, right.key)
  }
}
