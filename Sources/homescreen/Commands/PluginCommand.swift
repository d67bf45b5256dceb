import ArgumentParser
import Console
import HomeScreenReports
import LuaAPI
import LuaEngine

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Run a command of a plugin, with a device as in the REPL.",
    discussion: """
      Example: homescreen plugin --app My.app shots tour. What the command returns is printed. \
      \(HomeScreenReports.ExitCode.help(
        [.failure: "the command raised an error", .nothingMatched: "there is no such plugin"], and: .success,
        .scriptError, .usage, .noInput, .lostOutput, .watchdog, .interrupted))
      """)

  @Argument(help: "The plugin's name.")
  var plugin: String

  @Argument(help: "The command.")
  var command: String

  @Argument(help: "What the command gets, as texts.")
  var arguments: [String] = []

  @Option(help: "An app to install and launch before.")
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
    let desk = try Desk(
      plugins: plugins.sources, limits: limits, readableFolders: folders.readable, writableFolders: folders.writable)
    arguments.forEach(desk.session.files.allow(typed:))
    guard desk.session.hasPlugin(plugin) else {
      Desk.complain("homescreen: there is no plugin “\(plugin)”; homescreen plugins lists those there are")
      throw ExitStatus(desk.hasProblems ? .scriptError : .nothingMatched).error
    }
    try desk.prepare(app: app, selection, device)
    do {
      for value in try desk.session.run(command: command, of: plugin, arguments) {
        Desk.write(desk.session.text(of: value) ?? desk.session.show(value).text)
      }
    } catch {
      ErrorText.lines(error, in: desk.session).forEach(Desk.complain)
      throw ExitStatus(error.stop == .interrupt ? .interrupted : .failure).error
    }
    if desk.hasProblems { throw ExitStatus(.scriptError).error }
  }
}
