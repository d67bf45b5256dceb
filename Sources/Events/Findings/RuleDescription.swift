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
  /// Whether its findings can be fixed, and how safe the fix is.
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

  /// A finding of this rule, with its usual severity and its facts.
  ///
  /// - Parameter names: what differs between messages of one cause; what is in quotation marks if it is empty.
  public func finding(
    _ message: String, at location: SourceLocation?, help: String? = nil, severity: Finding.Severity? = nil,
    devices: [DeviceClass] = [], names: [String] = [], fix: Fix? = nil
  ) -> Finding {
    var finding = Finding(code, severity ?? self.severity, message, at: location, help: help, facts: facts)
    finding.devices = devices
    finding.names = names
    finding.fix = fix
    return finding
  }
}

/// A rule that is not homescreen's own, such as one of a plugin: what is known of it, and what applies it.
public struct CustomRule: Sendable {
  /// What is known of it.
  public let description: RuleDescription
  /// What is wrong with a package, in the order of its files.
  public let findings: @Sendable (AppPackage) -> [Finding]

  /// A rule with what applies it.
  public init(_ description: RuleDescription, findings: @escaping @Sendable (AppPackage) -> [Finding]) {
    self.description = description
    self.findings = findings
  }
}
