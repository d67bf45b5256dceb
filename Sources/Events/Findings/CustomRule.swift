public import AppPackages

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
