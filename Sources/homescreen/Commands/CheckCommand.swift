import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Platform

struct CheckCommand: LintingOptions {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find faults, and see what each icon and quick action does.",
    discussion: """
      Each alternate icon is set on each kind of device that the app is for and looked at on each surface in each \
      appearance, each quick action is looked for in the menu in each language, on every version that the app supports \
      in which something changes. Of a project each target is tried as it is archived. Where homescreen-sources is \
      there, the app's own code is read too, and each quick action, link and notification comes to what it does, cold, \
      warm and after the system has ended the app.
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

  func run() throws {
    let requests = try output.requests(isVerdict: true)
    confine(requests)
    let linting = try linting(readsSources: true)
    let wanted: (models: [DeviceModel]?, versions: [OSVersion]?, languages: [String]?)
    do {
      // Without a model those that each app is for.
      let choice = try device.choice(models: [])
      wanted = (choice.models.isEmpty ? nil : choice.models, choice.versions, choice.languages)
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
    let inputs = inputs(linting)
    let checks = inputs.flatMap { input in
      limit.run(input.path) {
        (input.builds?.archived ?? []).map {
          AppCheck(
            $0, models: wanted.models, versions: wanted.versions, languages: wanted.languages,
            sources: linting.document(of: $0))
        }
      }
    }
    let report = CheckReport(linting.report(inputs), checks, failOn: linting.failOn)
    try ExitStatus.end(
      Documents<CheckFormats>(requests).tell(report.exitCode) { $0(report) })
  }
}
