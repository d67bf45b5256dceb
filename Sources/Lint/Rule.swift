public import AppPackages
public import HomeScreenSimulator
public import PropertyLists

/// What is known of a rule before it is applied to anything: lists, `explain` and the documentation are made from it.
public struct RuleDescription: Sendable {
  /// The name of the rule.
  public let code: RuleCode
  /// How bad its findings are, where they do not say otherwise.
  public let severity: Finding.Severity
  /// What it finds, in a few words, without a full stop.
  public let summary: String
  /// What is wrong, why, since which iOS, and what people see: full sentences.
  public let explanation: String
  /// The facts behind it.
  public let facts: [FactID]
  /// A part of a file that the rule finds fault with; nil where no few lines show it.
  public let before: String?
  /// The same part as it should be.
  public let after: String?
  /// Whether its findings can be mended, and how surely.
  public let fix: Fix.Safety?

  /// A description of a rule; explanation and summary are for people who see the rule for the first time.
  public init(
    _ code: RuleCode, _ severity: Finding.Severity, _ summary: String, explanation: String, facts: [FactID] = [],
    before: String? = nil, after: String? = nil, fix: Fix.Safety? = nil
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    self.facts = facts
    self.before = before
    self.after = after
    self.fix = fix
  }
}

/// One thing that can be wrong with an app. A rule looks at the package and asks the simulator what would happen; what
/// iOS does is not in a rule.
public protocol Rule: Sendable {
  /// What is known of it.
  var description: RuleDescription { get }
  /// Whether it looks into pictures, which takes much longer than everything else.
  var readsPixels: Bool { get }
  /// The pictures that it will ask ``LintSubject/pixels(at:)`` for, by their paths in the tree: they are looked at on
  /// several processors before.
  func pictures(_ subject: LintSubject) -> [String]

  /// What is wrong with the app in this way, in the order of its files.
  func check(_ subject: LintSubject) -> [Finding]
}

extension Rule {
  /// Most rules look into no picture.
  public var readsPixels: Bool { false }

  /// None is known before it is asked for.
  public func pictures(_ subject: LintSubject) -> [String] { [] }

  /// The name of the rule.
  public var code: RuleCode { description.code }

  /// A finding of this rule, with its usual severity and its facts.
  public func finding(
    _ message: String, at location: SourceLocation?, help: String? = nil, severity: Finding.Severity? = nil,
    devices: [DeviceClass] = [], fix: Fix? = nil
  ) -> Finding {
    let description = description
    var finding = Finding(
      description.code, severity ?? description.severity, message, at: location, help: help, facts: description.facts)
    finding.devices = devices
    finding.fix = fix
    return finding
  }
}
