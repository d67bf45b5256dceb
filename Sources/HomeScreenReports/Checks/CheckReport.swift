public import Events
public import Lint
public import Platform

/// What `homescreen check` came to: what lint says, and what was seen on devices.
public struct CheckReport: Sendable {
  /// What lint says of all inputs.
  public let lint: LintReport
  /// What was seen of each app; what is lost for a reason that the settings ignore or suppress is ignored, too.
  public let checks: [AppCheck]
  /// From which severity on findings make the command fail.
  public let failOn: FailureLevel
  /// The width of the terminal; nil without one.
  let columns: Int?

  /// Both, for one report.
  public init(_ lint: LintReport, _ checks: [AppCheck], failOn: FailureLevel = .error, columns: Int? = nil) {
    self.lint = lint
    self.columns = columns
    self.checks = checks.map { check in check.ignoring { lint.isSilent($0, about: check.package) } }
    self.failOn = failOn
  }

  /// How the command ends: as lint does, and as a failure too where something does not hold on a device, unless nothing
  /// is to be one.
  public var exitCode: ExitCode {
    lint.exitCode == .success && failOn != .never && checks.contains { !$0.holds } ? .failure : lint.exitCode
  }
}
