import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import Lint
import Platform

struct LintCommand: LintingOptions {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Find faults in the files of an app and fix them.",
    discussion: """
      PATH is anything that inspect accepts; every target and configuration that builds an app for iPhone or iPad is \
      checked. RULE is a code, the beginning of one (“shortcut”), a fact such as ICON-111, or an App Store Connect \
      error such as ITMS-90895; homescreen rules lists all rules. A project can select rules and set severities in its \
      homescreen.lua. --sources also reads the app's own code.
      """)

  @Argument(help: "Projects, apps or Info.plists; the working directory by default.")
  var paths: [String] = ["."]

  @OptionGroup(title: "Rules")
  var choice: RuleOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Code")
  var sources: SourceOptions

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  @OptionGroup
  var output: FormatOptions<LintFormats>

  @OptionGroup(title: "Fixes")
  var fixes: FixOptions

  @OptionGroup(title: "Known findings")
  var known: BaselineOptions

  @Option(
    help: ArgumentHelp(
      "Also report what users lose when they update from this earlier version of the app.",
      valueName: "app"))
  var previous: String?

  func run() throws {
    let requests = try output.requests(isVerdict: true)
    confine(requests, [known.writeBaseline], fixes: fixes.fix, readsSources: sources.sources == true)
    let linting = try linting(known, readsSources: false)
    let previous = try previous.map { path in try open(path) }
    let report = try fixes.perform(in: fixableFolders) {
      let inputs = inputs(linting)
      var report = linting.report(
        previous.map { old in inputs.map { $0.asUpdate(of: old) } } ?? inputs, sources.incompleteness(linting.sources))
      report.leavesCodeUnread = linting.sources == nil
      return report
    }
    if let file = known.writeBaseline { return try write(report, to: file) }
    try ExitStatus.end(Documents<LintFormats>(requests).write(report.exitCode) { $0(report) })
  }

  /// Opens the earlier version of the app.
  private func open(_ path: String) throws -> AppPackage {
    do {
      return try limit.run(path) {
        try AppPackage(contentsOf: path, options: selection.options)
      }
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
  }

  /// Writes the findings to a file of known findings. These do not count as failures; unreadable inputs still do.
  private func write(_ report: LintReport, to file: String) throws {
    let (text, count) = report.baseline
    do {
      try ReportFile.write(text, to: file)
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(.lostOutput).error
    }
    StandardStream.output.write("baseline written: \(count) finding\(count == 1 ? "" : "s")\n")
    try ExitStatus.end(report.exitCode == .failure ? .success : report.exitCode)
  }
}
