import AppPackages
import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Streams

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Lint an app, and try every icon and quick action that it declares on simulated devices.",
    discussion: """
      Each alternate icon is set on each kind of device that the app is for and looked at on each surface in each \
      appearance, each quick action is looked for in the menu in each language, on every version that the app supports \
      in which something changes. Of a project each target is tried as it is archived. What the app's code does when a \
      quick action is tapped is not looked at. \
      \(HomeScreenReports.ExitCode.help(
        [
          .success: "everything holds, and nothing is found that matters",
          .failure: "something does not hold, or is found, as bad as --fail-on says or worse",
          .scriptError: "the settings, a plugin or a file of rules are broken", .nothingMatched: "there is no app",
          .noInput: "no path can be read",
        ], and: .usage, .lostOutput, .watchdog))
      """)

  @Argument(help: "Projects, apps or Info.plists; the working directory by default.")
  var paths: [String] = ["."]

  @OptionGroup
  var output: FormatOptions<CheckFormats>

  @OptionGroup(title: "Rules")
  var choice: RuleOptions

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func run() throws {
    let linting = try Linting(choice, plugins)
    let wanted: (models: [DeviceModel]?, versions: [OSVersion]?, languages: [String]?)
    do {
      // Without a model those that each app is for.
      let choice = try device.choice(models: [])
      wanted = (choice.models.isEmpty ? nil : choice.models, choice.versions, choice.languages)
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(HomeScreenReports.ExitCode(opening: error)).error
    }
    var inputs: [LintedInput] = []
    var checks: [AppCheck] = []
    for path in paths {
      let input = linting.lint(path, selection, limit)
      inputs.append(input)
      checks += limit.run(path) {
        (input.builds?.archived ?? []).map {
          AppCheck($0, models: wanted.models, versions: wanted.versions, languages: wanted.languages)
        }
      }
    }
    let report = CheckReport(linting.report(inputs), checks, failOn: linting.failOn)
    try ExitStatus.end(Documents<CheckFormats>(try output.requests()).tell(report.exitCode) { $0(report) })
  }
}
