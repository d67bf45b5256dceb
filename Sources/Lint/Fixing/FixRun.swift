public import AppPackages

/// Lints, mends, and lints again, until there is nothing left that can be mended.
public struct FixRun: Sendable {
  /// What was mended, in the order in which it was.
  public private(set) var fixed: [Finding] = []
  /// What is wrong now.
  public private(set) var remaining: [Finding] = []
  /// What has a fix that could not be made.
  public private(set) var refusals: [FixPlan.Refusal] = []
  /// What has a fix that guesses, and was not asked for.
  public private(set) var unsafe: [Finding] = []
  /// The files that were written, as the packages name them, each once.
  public private(set) var files: [String] = []

  /// Fixes of the same place come one after the other, in few rounds; a rule that undoes another one ends here.
  private static let maximumRounds = 10

  /// Mends what can be mended.
  ///
  /// - Parameters:
  ///   - includingUnsafe: whether fixes are made that guess what was meant.
  ///   - folder: nothing outside of it is changed; when nil, nothing outside of the folders of the packages.
  ///   - lint: reads the packages anew, and says what is wrong with them.
  /// - Throws: ``FixError``, and what `lint` throws.
  public init(
    includingUnsafe: Bool = false, in folder: OutputFolder? = nil,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws {
    for _ in 0..<Self.maximumRounds {
      let (packages, findings) = try lint()
      let plan = FixPlan(findings, of: packages, includingUnsafe: includingUnsafe, in: folder)
      (remaining, refusals, unsafe) = (findings, plan.refusals, plan.unsafe)
      guard !plan.changes.isEmpty else { return }
      try plan.write()
      fixed += plan.fixed
      for change in plan.changes where !files.contains(change.file) { files.append(change.file) }
    }
    remaining = try lint().findings
  }
}
