import AppPackages
import ArgumentParser
import HomeScreenReports
import Lint
import Streams

/// Whether what lint finds is mended.
struct FixOptions: ParsableArguments {
  @Flag(help: "Mends what has one right answer, and lints again. Comments, order and format of the files stay.")
  var fix = false

  @Flag(help: "With --fix or --diff: also makes the fixes that guess what was meant.")
  var unsafeFixes = false

  @Flag(help: "Shows what --fix would change, as a unified diff, and writes nothing.")
  var diff = false

  func validate() throws {
    if fix, diff { throw ValidationError("give either --fix, which writes, or --diff, which shows") }
    if unsafeFixes, !fix, !diff { throw ValidationError("--unsafe-fixes needs --fix or --diff") }
  }

  /// Lints, and mends or shows what was asked for.
  /// - Parameter lint: reads everything anew; the last call stands for what is told.
  func perform(_ lint: () -> (packages: [AppPackage], findings: [Finding])) throws {
    guard fix else {
      let (packages, findings) = lint()
      guard diff else { return }
      let plan = FixPlan(findings, of: packages, includingUnsafe: unsafeFixes)
      StandardStream.output.write(OutputText.forPrograms(plan.diff))
      tell(plan.refusals)
      return
    }
    let run: FixRun
    do {
      run = try FixRun(includingUnsafe: unsafeFixes, lint)
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(.lostOutput).error
    }
    tell(run.refusals)
    let files = run.files.count == 1 ? "1 file" : "\(run.files.count) files"
    Desk.complain(
      run.fixed.isEmpty
        ? "nothing was mended"
        : "mended \(run.fixed.count == 1 ? "1 finding" : "\(run.fixed.count) findings") in \(files)")
    if !run.unsafe.isEmpty {
      Desk.complain(
        "\(run.unsafe.count == 1 ? "1 finding has" : "\(run.unsafe.count) findings have") a fix that guesses: --unsafe-fixes makes it"
      )
    }
  }

  private func tell(_ refusals: [FixPlan.Refusal]) {
    for refusal in refusals {
      let place = refusal.finding.location.map { "\($0): " } ?? ""
      Desk.complain("\(StyledText("note", .yellow)): \(line: place)not mended: \(line: refusal.reason)")
    }
  }
}
