public import AppPackages
public import Events
import HomeScreenSimulator
public import PropertyLists

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
    devices: [DeviceClass] = [], names: [String] = [], fix: Fix? = nil
  ) -> Finding {
    description.finding(
      message, at: location, help: help, severity: severity, devices: devices, names: names, fix: fix)
  }
}

extension CustomRule: Rule {
  /// What is wrong with the app in this way.
  public func check(_ subject: LintSubject) -> [Finding] { findings(subject.package) }
}
