import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import Scenarios
import Streams

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenario scripts.",
    discussion: """
      Without a path the built-in scenarios are run. A folder means every .lua file below it, folders named \
      “fixtures” left out. Settings and plugins come from the nearest homescreen.lua beside the script or above. \
      --device, --os and --locale are those of a Device {} that names none. \
      \(HomeScreenReports.ExitCode.help(
        [.success: "all passed", .failure: "a scenario failed"], and: .scriptError, .internalFault, .nothingMatched,
        .usage, .noInput, .lostOutput, .watchdog, .interrupted))
      """)

  @Argument(help: "Scripts or folders.")
  var paths: [String] = []

  @OptionGroup
  var output: FormatOptions<RunFormats>

  @Option(help: "Only scenarios whose full name contains this text.")
  var filter: String?

  @Option(help: ArgumentHelp("Only scenarios with this #tag in their name; may be repeated.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("No scenarios with this #tag; may be repeated.", valueName: "tag"))
  var excludeTags: [String] = []

  @Option(help: "The app that device:install() takes when a script names none.")
  var app: String?

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Files")
  var files: WriteOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    var request = RunRequest(paths: paths)
    request.reports = try output.requests()
    request.choosesReports = output.isDefault
    request.options.lua = limits.lua
    request.options.watchdog = limits.watchdog
    request.options.filter = filter
    request.options.tags = tags
    request.options.excludedTags = excludeTags
    request.options.defaultApp = app
    request.options.defaultAppOptions = selection.options
    request.options.writableFolders = files.folders
    request.options.plugins = plugins.sources
    request.options.device = try defaultDevice()
    try ExitStatus.end(request.perform())
  }

  private func defaultDevice() throws -> DeviceDefaults {
    do {
      // Whether the model runs the version is told before anything runs.
      let checked = try device.devices()[0]
      return DeviceDefaults(
        model: device.model.map { _ in checked.model }, os: device.os.map { _ in checked.os },
        locale: device.locale.map { _ in checked.locale })
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(HomeScreenReports.ExitCode(opening: error)).error
    }
  }
}
