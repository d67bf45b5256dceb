import AppPackages
import AppSources
import ArgumentParser
import Events
import HomeScreenReports
import Lint
import LuaAPI
import Platform
import SourceClient

/// What `lint` and `check` share: the rules that are applied, by the options, the project's settings and its plugins, and
/// what becomes of what they find.
struct Linting {
  let linter: Linter
  let failOn: FailureLevel
  private let filter: FindingFilter
  private let baseline: FindingBaseline?
  private let hasBrokenSettings: Bool
  /// The settings of the project; nil where there are none.
  private let settings: SettingsUse?
  /// Its plugins have rules of their own; nil where there are no plugins. Rules do not keep their session.
  private let desk: Desk?
  /// Whether a report for people lists notes: it is asked for, or rules are.
  private let listsNotes: Bool
  /// Reads the app's own code; nil where nobody shall.
  let sources: SourceClient?

  /// - Parameters:
  ///   - known: findings that are known already; those of the settings when nothing is given.
  ///   - sources: reads the app's own code; nil where nobody shall.
  ///   - limit: for loading settings and plugins.
  init(
    _ choice: RuleOptions, _ plugins: PluginOptions, _ known: BaselineOptions? = nil, _ sources: SourceClient? = nil,
    limit: TimeLimitOption
  ) throws {
    self.sources = sources
    listsNotes = choice.verbose || !choice.select.isEmpty
    let project = limit.run(loading: ProjectSettings.fileName) {
      ProjectFinder(trust: plugins.project, rules: Rules.descriptions).settings(for: .folder("."))
    }
    let hasPlugins = !plugins.sources.isEmpty || project?.plugins.isEmpty == false
    var limits = try LimitOptions.parse([])
    limits.time = limit
    desk = hasPlugins ? try Desk(plugins: plugins, limits: limits, access: .none) : nil
    if let project { Desk.tellCode(of: project) }
    // A desk tells them itself.
    if desk == nil { for problem in project?.problems ?? [] { Desk.complain(problem) } }
    hasBrokenSettings = project?.problems.isEmpty == false
    let others = desk?.session.plugins?.rules ?? []
    let rules = Rules.all + others
    let descriptions = Rules.descriptions + others.map(\.description)
    // The names of rules are unknown where a plugin does not run, or only in part.
    let isWhole = project?.withheld.isEmpty == true && desk?.hasProblems != true
    let own = project.map {
      isWhole ? $0.lint : $0.lint.keeping { !RuleSelector.rules($0, among: descriptions).isEmpty }
    }
    let settings = choice.settings(over: own ?? LintSettings())
    let asked: FindingFilter
    do {
      filter = try FindingFilter(settings, among: descriptions)
      // What only the project ignores is looked for, so that the summary can say how much that is.
      asked = try FindingFilter(choice.settings(over: LintSettings()), among: descriptions)
      baseline = try known?.read(settings.baseline)
    } catch let error as UnknownSelector {
      throw ValidationError("\(error)")
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(.noInput).error
    }
    failOn = settings.failOn ?? .error
    self.settings = project?.file.map { file in
      SettingsUse(
        file: file, neverFails: choice.failOn == nil && project?.lint.failOn == .never)
    }
    linter = Linter(
      rules.filter { [asked] in asked.applies($0.code) }, readsPixels: !choice.noPixels,
      isPedantic: choice.pedantic || !choice.select.isEmpty,
      sources: sources?.reading)
  }

  /// What the app's own code does; nil where nobody reads it.
  func document(of package: AppPackage) -> SourceDocument? { sources?.document(of: package) }

  /// Looks at all paths.
  func lint(_ paths: [String], _ selection: PackageSelection, _ limit: TimeLimitOption) -> [LintedInput] {
    // What could not be read of the code is no finding about the app.
    defer { for problem in sources?.problems ?? [] { Desk.complain("homescreen: \(problem)") } }
    let options = selection.options
    // Rules of plugins live on this thread.
    guard desk == nil, paths.count > 1 else {
      return paths.map { path in limit.run(path) { linter.lint(path, options: options) } }
    }
    let limit = limit.shared()
    return linter.lint(paths, options: options) { path, lint in limit.run(path, lint) }
  }

  func report(_ inputs: [LintedInput]) -> LintReport {
    LintReport(
      inputs, filter, baseline: baseline, failOn: failOn,
      hasBrokenRules: hasBrokenSettings || desk?.hasProblems == true, settings: settings, listsNotes: listsNotes,
      surroundings: .here)
  }
}
