import ArgumentParser
import Console
import LuaAPI
import LuaEngine
import Platform

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "List plugins or run one.",
    subcommands: [PluginListCommand.self, PluginRunCommand.self],
    defaultSubcommand: PluginRunCommand.self)
}

struct PluginRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a command of a plugin with a device, as in the REPL.",
    discussion: """
      Prints what the command returns. The word “run” can be left out. If the project is trusted (homescreen trust), \
      plugins listed in its settings can be given by name. Example: homescreen plugin --app My.app tools/shots.lua tour
      """)

  @Argument(help: "The plugin's file or name.")
  var plugin: String

  @Argument(help: "The command to run.")
  var command: String

  @Argument(help: "Arguments of the command, as strings.")
  var arguments: [String] = []

  @Option(help: "An app to install and launch first.")
  var app: String?

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Folders")
  var folders: FolderOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    Interrupt.install()
    // A named file is the plugin that the person wants to run.
    let isFile = plugin.hasSuffix(".lua")
    var plugins = plugins
    if isFile {
      plugins.files.append(plugin)
      // No other code of the project runs.
      plugins.noPlugins = true
    }
    let context = try CommandContext(
      plugins: plugins, limits: limits, readableFolders: folders.readable, writableFolders: folders.writable)
    arguments.forEach(context.session.files.allow(typed:))
    guard let plugin = isFile ? context.session.plugin(inFile: plugin) : plugin, context.session.hasPlugin(plugin)
    else {
      CommandContext.complain("homescreen: there is no plugin “\(plugin)”; homescreen plugin list lists the plugins")
      throw ExitStatus(context.hasProblems ? .scriptError : .nothingMatched).error
    }
    try context.prepare(device.request(app: app, selection))
    do {
      let name = TerminalText.visible("\(plugin) \(command)", isOneLine: true)
      Watchdog.note("the command \(name)")
      // Showing a value may run its own code.
      try Watchdog.limiting(limits.watchdog) { () throws(LuaError) in
        for value in try context.session.run(command: command, of: plugin, arguments) {
          CommandContext.write(context.session.text(of: value) ?? context.session.show(value).text)
        }
      }
    } catch {
      ErrorText.lines(error, in: context.session).forEach(CommandContext.complain)
      switch error.stop {
      case .interrupt: throw ExitStatus(.interrupted).error
      case .deadline: throw ExitStatus(.watchdog).error
      case .budget, nil: throw ExitStatus(.failure).error
      }
    }
    if context.hasProblems { throw ExitStatus(.scriptError).error }
  }
}

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the plugins of the project and what each one adds.",
    discussion: """
      Lists the plugins of the project's homescreen.lua and of --plugin, and reports those that cannot be used.
      """)

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @OptionGroup
  var output: FormatOptions<PluginFormats>

  func run() throws {
    let context = try CommandContext(plugins: plugins, limits: limits)
    let documents = Documents<PluginFormats>(try output.requests())
    try ExitStatus.end(documents.write(context.hasProblems ? .scriptError : .success) { $0(context.session) })
  }
}
