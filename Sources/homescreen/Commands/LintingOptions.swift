import ArgumentParser
import Lint

/// What `lint` and `check` are asked alike: which apps, which rules, and how their reports end.
///
/// A debug build of the parser checks each group four times, and a group within a group sixteen times, so the groups stand
/// in the commands themselves.
protocol LintingOptions: ParsableCommand {
  var paths: [String] { get }
  var choice: RuleOptions { get }
  var selection: PackageSelection { get }
  var plugins: PluginOptions { get }
  var sources: SourceOptions { get }
  var limit: TimeLimitOption { get }
}

extension LintingOptions {
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
