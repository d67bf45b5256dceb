import AppPackages
import ArgumentParser
import HomeScreenReports
import Lint

/// What `lint` and `check` are asked alike: which apps, which rules, and how their reports end.
struct LintingOptions: ParsableArguments {
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

  /// A sentence for the help of a command.
  static func exitCodes(success: String, failure: String) -> String {
    HomeScreenReports.ExitCode.help(
      [
        .success: success, .failure: "\(failure), as bad as --fail-on says or worse",
        .scriptError: "the settings, a plugin or a file of rules are broken", .nothingMatched: "there is no app",
        .noInput: "no path can be read",
      ], and: .usage, .lostOutput, .watchdog)
  }

  /// The rules as the options and the project say.
  /// - Parameters:
  ///   - known: findings that are known already; those of the settings when nothing is given.
  ///   - readsSources: whether the app's own code is read when the options do not say.
  func linting(_ known: BaselineOptions? = nil, readsSources: Bool) throws -> Linting {
    try Linting(choice, plugins, known, sources.client(isUsual: readsSources, limit), limit: limit)
  }

  /// Looks at all paths.
  func inputs(_ linting: Linting) -> [LintedInput] { linting.lint(paths, selection, limit) }
}
