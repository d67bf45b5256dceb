import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists

struct CheckCommand: LintingOptions {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find faults and check what each icon and quick action does.",
    discussion: """
      Prints a table of what each icon and quick action does on each kind of device that the app supports: icons on \
      each surface and in each appearance, quick actions in each language, on every iOS version that changes a result. \
      Each target of a project is checked in its configuration Release; if a scheme archives another one, name it \
      with --configuration. --xcode 26,27 or --previous APP adds a table that compares both builds: what happens to \
      each quick action, link and notification, and which icons and actions only one of them has. --os and --locale \
      take comma-separated lists.

      If homescreen-sources is installed, the app's own code is read too: each quick action, link and notification is \
      delivered cold, warm, and after the system has terminated the app.
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
  var output: FormatOptions<CheckFormats>

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @Option(help: ArgumentHelp("Also show the results for this earlier version of the app.", valueName: "app"))
  var previous: String?

  func run() throws {
    let requests = try output.requests(isVerdict: true)
    confine(requests, readsSources: sources.sources != false)
    let linting = try linting(readsSources: true, trying: matrix())
    var earlier: [CheckComparison.Side] = []
    let old = try previous.map { path in
      let inputs = linting.lint([path], selection, limit)
      if let error = inputs.lazy.compactMap(\.error).first {
        CommandContext.complain("homescreen: \(error)")
        throw ExitStatus(Platform.ExitCode(opening: error)).error
      }
      return inputs
    }
    if let old { earlier.append(CheckComparison.Side("before", old.flatMap(\.checks))) }
    for version in selection.versions.dropLast() {
      var other = selection
      other.xcode = "\(version)"
      earlier.append(
        CheckComparison.Side(XcodeChoice.name(of: version), linting.lint(paths, other, limit).flatMap(\.checks)))
    }
    let inputs = inputs(linting).map { input in
      (old ?? []).flatMap { $0.builds?.archived ?? [] }.reduce(input) { $0.asUpdate(of: $1) }
    }
    try checkIgnored(inputs.flatMap(\.checks) + earlier.flatMap(\.checks))
    let now = selection.versions.count > 1 ? selection.version.map(XcodeChoice.name) ?? "now" : "now"
    let report = CheckReport(
      linting.report(inputs, sources.incompleteness(linting.sources)), inputs.flatMap(\.checks), failOn: linting.failOn,
      earlier: earlier, now: now,
      columns: Terminal(.output).knownColumns)
    // Formats without a table show findings only.
    if let failure = report.failure, !requests.contains(where: { $0.format == "terminal" }) {
      CommandContext.complain("homescreen: \(failure)")
    }
    try ExitStatus.end(Documents<CheckFormats>(requests).write(report.exitCode) { $0(report) })
  }

  /// - Throws: `ValidationError` if `--ignore check:NAME` names no row of the tables.
  private func checkIgnored(_ checks: [AppCheck]) throws {
    let known = checks.flatMap(\.rows).flatMap(\.subject.codes)
    let wrong = choice.ignore.flatMap { $0.split(separator: ",").map(String.init) }.first { name in
      name.hasPrefix("\(RuleSelector.rows):") && !known.contains { ExactText.isSame($0, name) }
    }
    guard let wrong, !known.isEmpty else { return }
    let near = Spelling.nearest(to: wrong, in: known).first.map { "; did you mean “\($0)”?" }
    throw ValidationError("--ignore \(wrong) names no row of the table\(near ?? "")")
  }

  /// Returns the matrix of the options; by default, each app is tried on the models that it supports.
  private func matrix() throws -> CheckMatrix {
    do {
      let choice = try device.choice(models: [])
      return CheckMatrix(
        models: choice.models.isEmpty ? nil : choice.models, versions: choice.versions, languages: choice.languages)
    } catch {
      CommandContext.complain("homescreen: \(error)")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
  }
}
