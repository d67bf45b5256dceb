import AppPackages
import ArgumentParser
import HomeScreenReports
import Lint
import LuaAPI
import Streams

/// What `lint` and `check` share: the rules that are applied, by the options and by the project's settings, and what
/// becomes of what they find.
struct Linting {
  let linter: Linter
  let failOn: FailureLevel
  private let filter: FindingFilter
  private let baseline: FindingBaseline?
  private let hasBrokenSettings: Bool

  /// - Parameter known: findings that are known already; those of the settings when nothing is given.
  init(_ choice: RuleOptions, _ known: BaselineOptions? = nil) throws {
    let project = ProjectFinder().settings(for: .folder("."))
    for problem in project?.problems ?? [] { Desk.complain(problem) }
    hasBrokenSettings = project?.problems.isEmpty == false
    let settings = choice.settings(over: project?.lint ?? LintSettings())
    do {
      filter = try FindingFilter(settings)
      baseline = try known?.read(settings.baseline)
    } catch let error as UnknownSelector {
      throw ValidationError("\(error)")
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(.noInput).error
    }
    failOn = settings.failOn ?? .error
    linter = Linter(Rules.all.filter { [filter] in filter.applies($0.code) }, readsPixels: !choice.noPixels)
  }

  func lint(_ path: String, _ selection: PackageSelection, _ limit: TimeLimitOption) -> LintedInput {
    limit.run(path) { linter.lint(path, options: selection.options) }
  }

  func report(_ inputs: [LintedInput]) -> LintReport {
    LintReport(
      inputs, filter, baseline: baseline, failOn: failOn, hasBrokenRules: hasBrokenSettings,
      surroundings: ReportSurroundings(
        workingFolder: ProcessEnvironment.workingFolder, checkout: BaselineOptions.checkout))
  }
}
