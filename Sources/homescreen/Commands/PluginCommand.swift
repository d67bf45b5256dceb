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

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    Interrupt.install()
    let desk = try Desk(plugins: plugins.sources, limits: limits)
    guard desk.session.hasPlugin(plugin) else {
      Desk.complain("homescreen: there is no plugin “\(plugin)”; homescreen plugins lists those there are")
      throw ExitStatus(desk.hasProblems ? .scriptError : .nothingMatched).error
    }
    try desk.prepare(app: app, selection, device)
    do {
      let name = TerminalText.visible("\(plugin) \(command)", isOneLine: true)
      Watchdog.note("the command \(name)")
      // Values may show themselves.
      try Watchdog.limiting(limits.watchdog) { () throws(LuaError) in
        for value in try desk.session.run(command: command, of: plugin, arguments) {
          Desk.write(desk.session.text(of: value) ?? desk.session.show(value).text)
        }
      }
    } catch {
      ErrorText.lines(error, in: desk.session).forEach(Desk.complain)
      switch error.stop {
      case .interrupt: throw ExitStatus(.interrupted).error
      case .deadline: throw ExitStatus(.watchdog).error
      case .budget, nil: throw ExitStatus(.failure).error
      }
    }
    if desk.hasProblems { throw ExitStatus(.scriptError).error }
  }
}
