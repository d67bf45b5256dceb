import AppPackages
import ArgumentParser
import HomeScreenReports
import Lint
import Streams

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find what is wrong with an app's icons and quick actions, before a device or the store does.",
    discussion: """
      PATH is what inspect takes; every target and configuration that makes an app for iPhone or iPad is looked at. RULE \
      is a code, the first words of codes such as “shortcut”, a fact such as ICON-111, or a number of the App Store such as \
      ITMS-90895; homescreen rules lists all. homescreen.lua may say the same for a project. \
      \(HomeScreenReports.ExitCode.help(
        [
          .success: "nothing found that matters", .failure: "something is found, as bad as --fail-on says or worse",
          .scriptError: "the settings, a plugin or a file of rules are broken", .nothingMatched: "there is no app",
          .noInput: "no path can be read",
        ], and: .usage, .lostOutput, .watchdog))
      """)

  @Argument(help: "Projects, apps or Info.plists; the working directory by default.")
  var paths: [String] = ["."]

  @OptionGroup
  var output: FormatOptions<LintFormats>

  @Flag(help: "Counts for each rule in place of findings: terminal, json and markdown.")
  var statistics = false

  @OptionGroup(title: "Rules")
  var choice: RuleOptions

  @OptionGroup(title: "Fixes")
  var fixes: FixOptions

  @OptionGroup(title: "Known findings")
  var known: BaselineOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @Option(
    help: ArgumentHelp(
      "An earlier version of the app: what the update takes away from people who use it is found, too.",
      valueName: "app"))
  var previous: String?

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func run() throws {
    let linting = try Linting(choice, plugins, known)
    let previous = try previous.map { path in try open(path) }
    var report = LintReport.empty
    func lint() -> [LintedInput] {
      let inputs = paths.map { path in
        let input = linting.lint(path, selection, limit)
        return previous.map { input.asUpdate(of: $0) } ?? input
      }
      report = linting.report(inputs)
      return inputs
    }
    try fixes.perform { (lint().flatMap { $0.builds?.packages ?? [] }, report.findings.map(\.finding)) }
    report.showsStatistics = statistics
    if let file = known.writeBaseline { return try write(report, to: file) }
    try ExitStatus.end(
      Documents<LintFormats>(try output.requests()).tell(report.exitCode) { $0(report) })
  }

  /// The earlier version of the app.
  private func open(_ path: String) throws -> AppPackage {
    do {
      return try limit.run(path) { try AppPackage(contentsOf: path, options: selection.options) }
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(HomeScreenReports.ExitCode(opening: error)).error
    }
  }

  /// What is known from now on is no failure; what could not be looked at stays one.
  private func write(_ report: LintReport, to file: String) throws {
    let (text, count) = report.baseline
    do {
      try ReportFile.write(text, to: file)
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(.lostOutput).error
    }
    StandardStream.output.write("baseline written: \(count) finding\(count == 1 ? "" : "s")\n")
    try ExitStatus.end(report.exitCode == .failure ? .success : report.exitCode)
  }
}
