import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import Lint
import Platform

/// Whether what lint finds is mended.
struct FixOptions: ParsableArguments {
  @Flag(help: "Fix what has one right answer, and lint again. Keeps comments, order and formatting.")
  var fix = false

  @Flag(help: "With --fix or --diff: also apply fixes that guess the intent.")
  var unsafeFixes = false

  @Flag(help: "Show what --fix would change as a unified diff, and write nothing.")
  var diff = false

  func validate() throws {
    if fix, diff { throw ValidationError("give either --fix, which writes, or --diff, which shows") }
    if unsafeFixes, !fix, !diff { throw ValidationError("--unsafe-fixes needs --fix or --diff") }
  }

  /// Lints, and fixes or shows what was requested.
  /// - Parameters:
  ///   - folders: nothing outside of them is changed.
  ///   - lint: reads everything anew.
  /// - Returns: what is to be told: what is found now, or with ``diff`` what is found in the files as they are.
  func perform(in folders: [String], _ lint: () -> LintReport) throws -> LintReport {
    let first = lint()
    guard fix || diff else { return first }
    var last = first
    var isFirst = true
    let run: FixRun
    do {
      // What cannot be opened was no input; reading it says so.
      let open = folders.compactMap { try? OutputFolder($0) }
      run = try FixRun(writes: fix, includingUnsafe: unsafeFixes, in: open) {
        if !isFirst { last = lint() }
        isFirst = false
        return (last.packages, last.findings.map(\.finding))
      }
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(.lostOutput).error
    }
    guard fix else {
      StandardStream.output.write(OutputText.forPrograms(run.diff, as: .diff))
      tell(run.refusals, first.paths)
      for reason in run.leftOutOfDiff { Desk.complain("\(StyledText("note", .yellow)): \(line: reason)") }
      return first
    }
    tell(run, last.paths)
    return last
  }

  private func tell(_ run: FixRun, _ paths: ShownPaths) {
    tell(run.refusals, paths)
    let files = run.changes.count == 1 ? "1 file" : "\(run.changes.count) files"
    let changed = run.changes.isEmpty ? "" : ", though \(files) changed"
    Desk.complain(
      run.fixed.isEmpty
        ? "nothing was fixed\(changed)"
        : "fixed \(run.fixed.count == 1 ? "1 finding" : "\(run.fixed.count) findings") in \(files)")
    if !run.unsafe.isEmpty {
      Desk.complain(
        "\(run.unsafe.count == 1 ? "1 finding has" : "\(run.unsafe.count) findings have") an unsafe fix: --unsafe-fixes applies it"
      )
    }
  }

  /// Several findings may have one fix, whose refusal is told once.
  private func tell(_ refusals: [FixPlan.Refusal], _ paths: ShownPaths) {
    var told: Set<String> = []
    for refusal in refusals {
      let text = (refusal.finding.location.map { "\(paths.shown($0)): " } ?? "") + "not fixed: \(refusal.reason)"
      guard told.insert(text).inserted else { continue }
      Desk.complain("\(StyledText("note", .yellow)): \(line: text)")
    }
  }
}
