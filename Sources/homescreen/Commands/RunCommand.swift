import ArgumentParser
import LuaAPI
import Reports
import Scenarios

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenario scripts.",
    discussion: """
      Without a path the built-in scenarios are run. A folder means every .lua file below it, folders named \
      “fixtures” left out. Settings and plugins come from the nearest homescreen.lua beside the script or above. Exit \
      codes: 0 all passed, 1 a scenario failed, 2 a script or a plugin is broken, 4 nothing matched, 66 a path cannot be read, 124 \
      the watchdog ended a script, 130 Ctrl-C.
      """)

  @Argument(help: "Scripts or folders.")
  var paths: [String] = []

  @Option(help: "How results are written: \(RunFormats.help), or a format of a plugin.")
  var format = RunFormats.names[0]

  @Option(help: "Only scenarios whose full name contains this text.")
  var filter: String?

  @Option(help: ArgumentHelp("Only scenarios with this #tag in their name; may be repeated.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("No scenarios with this #tag; may be repeated.", valueName: "tag"))
  var excludeTags: [String] = []

  @Option(help: "The app that device:install() takes when a script names none.")
  var app: String?

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
    request.format = format
    request.options.lua = limits.lua
    request.options.watchdog = limits.watchdog
    request.options.filter = filter
    request.options.tags = tags
    request.options.excludedTags = excludeTags
    request.options.defaultApp = app
    request.options.defaultAppOptions = selection.options
    request.options.writableFolders = files.folders
    request.options.plugins = plugins.sources
    let code = request.perform()
    if code != .success { throw ExitStatus(code).error }
  }
}
