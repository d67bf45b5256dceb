public import AppPackages
public import Events
public import Platform

/// Lints, mends, and lints again, until there is nothing left that can be mended.
public struct FixRun: Sendable {
  /// What was mended, in the order in which it was.
  public private(set) var fixed: [Finding] = []
  /// What is wrong now.
  public private(set) var remaining: [Finding] = []
  /// What has a fix that could not be made, or that has mended nothing.
  public private(set) var refusals: [FixPlan.Refusal] = []
  /// What has a fix that guesses, and was not asked for.
  public private(set) var unsafe: [Finding] = []
  /// What has become of files, each once, in the order in which they were first changed.
  public private(set) var changes: [FileChange] = []

  /// Fixes of the same place come one after the other, in few rounds.
  private static let maximumRounds = 10

  /// Mends what can be mended.
  ///
  /// - Parameters:
  ///   - writes: false to find out what would be changed: files are written in memory, and the disk stays as it is.
  ///   - includingUnsafe: whether fixes are made that guess what was meant.
  ///   - folders: nothing outside of them is changed; when nil, nothing outside of the folders of the packages.
  ///   - lint: reads the packages anew, and says what is wrong with them.
  /// - Throws: ``FixError``, and what `lint` throws.
  public init(
    writes: Bool = true, includingUnsafe: Bool = false, in folders: [OutputFolder]? = nil,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws {
    let machine: any Machine = writes ? CurrentMachine.value : OverlayMachine(over: CurrentMachine.value)
    try CurrentMachine.$value.withValue(machine) { try mend(includingUnsafe, folders, lint) }
  }

  private mutating func mend(
    _ includingUnsafe: Bool, _ folders: [OutputFolder]?,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws {
    // How often each finding was there when its fix was made.
    var made: [String: Int] = [:]
    for _ in 0..<Self.maximumRounds {
      let (packages, findings) = try lint()
      let counts = Dictionary(findings.map { ($0.key, 1) }, uniquingKeysWith: +)
      let stubborn = Set(made.filter { counts[$0.key, default: 0] >= $0.value }.keys)
      func plan(_ findings: [Finding]) -> FixPlan {
        FixPlan(findings, of: packages, includingUnsafe: includingUnsafe, in: folders)
      }
      let wanted = findings.filter { !stubborn.contains($0.key) }
      let (isTried, good, bad) = try withoutHarm(wanted, FixTrial(packages, findings), plan, lint)
      let plan = good
      (remaining, unsafe) = (findings, plan.unsafe)
      refusals =
        plan.refusals + bad
        + findings.filter { stubborn.contains($0.key) && $0.fix != nil }.map {
          FixPlan.Refusal(finding: $0, reason: "its fix was applied, but it was found again", isClash: false)
        }
      fixed.removeAll { stubborn.contains($0.key) }
      guard !plan.changes.isEmpty else {
        // What was tried is not what is on the disk.
        if isTried { remaining = try lint().findings }
        return
      }
      try plan.write()
      fixed += plan.fixed
      for finding in plan.fixed { made[finding.key] = counts[finding.key] }
      for change in plan.changes { take(change) }
    }
    remaining = try lint().findings
  }

  /// So many fixes are tried one by one; more are made only where they are good all together.
  private static let maximumTrials = 20

  /// Leaves out the fixes that would cost more than they gain: all are tried together, and then one after the other.
  ///
  /// - Returns: the plan of those that are good, and why the others are not made.
  private func withoutHarm(
    _ findings: [Finding], _ before: @autoclosure () -> FixTrial, _ plan: ([Finding]) -> FixPlan,
    _ lint: () throws -> (packages: [AppPackage], findings: [Finding])
  ) throws -> (isTried: Bool, plan: FixPlan, refusals: [FixPlan.Refusal]) {
    let all = plan(findings)
    guard !all.changes.isEmpty else { return (false, all, []) }
    var best = before()
    func objection(to plan: FixPlan) throws -> (reason: String?, trial: FixTrial) {
      let after = try CurrentMachine.$value.withValue(OverlayMachine(over: CurrentMachine.value)) {
        try plan.write()
        let (packages, findings) = try lint()
        return FixTrial(packages, findings)
      }
      let areNotes = plan.fixed.allSatisfy { $0.severity == .note }
      return (after.objection(comparedWith: best, fixesNotesOnly: areNotes), after)
    }
    guard let reason = try objection(to: all).reason else { return (true, all, []) }
    var fixes: [Fix] = []
    for finding in all.fixed { if let fix = finding.fix, !fixes.contains(fix) { fixes.append(fix) } }
    var good = findings.filter { finding in !all.fixed.contains { $0.key == finding.key } }
    var refusals: [FixPlan.Refusal] = []
    for (index, fix) in fixes.enumerated() {
      let more = all.fixed.filter { $0.fix == fix }
      var reason: String? = reason
      if fixes.count > 1, index < Self.maximumTrials {
        let (own, after) = try objection(to: plan(more + good))
        reason = own
        if own == nil { (good, best) = (good + more, after) }
      }
      if let reason { refusals += more.map { FixPlan.Refusal(finding: $0, reason: reason, isClash: false) } }
    }
    return (true, plan(good), refusals)
  }

  private mutating func take(_ change: FileChange) {
    guard let place = changes.firstIndex(where: { $0.file == change.file }) else {
      changes.append(change)
      return
    }
    changes[place] = change.following(changes[place])
  }

  /// The changes as a unified diff, whose paths begin in the folder that was linted.
  public var diff: String { UnifiedDiff.of(changes).text }

  /// Why changes are not in ``diff``, a sentence each without a full stop.
  public var leftOutOfDiff: [String] { UnifiedDiff.of(changes).leftOut }
}
