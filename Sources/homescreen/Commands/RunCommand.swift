import ArgumentParser
import Console
import LuaAPI
import LuaEngine
import Scenarios

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run scenario scripts.",
    discussion: """
      Without a path the built-in scenarios are run. A folder means every .lua file below it, folders named \
      “fixtures” left out. Exit codes: 0 all passed, 1 a scenario failed, 2 a script is broken, 4 nothing matched, \
      66 a path cannot be read, 124 the watchdog ended a script, 130 Ctrl-C.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case terminal, json
  }

  @Argument(help: "Scripts or folders.")
  var paths: [String] = []

  @Option(help: "How results are written: terminal, or json (one event a line).")
  var format = Format.terminal

  @Option(help: "Only scenarios whose full name contains this text.")
  var filter: String?

  @Option(help: ArgumentHelp("Only scenarios with this #tag in their name; may be repeated.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("No scenarios with this #tag; may be repeated.", valueName: "tag"))
  var excludeTags: [String] = []

  @Option(help: "The app that device:install() takes when a script names none.")
  var app: String?

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    Interrupt.install()
    var options = RunOptions()
    options.lua = limits.lua
    options.watchdog = limits.watchdog
    options.filter = filter
    options.tags = tags
    options.excludedTags = excludeTags
    options.defaultApp = app
    let files: [ScenarioFile]
    do {
      files = paths.isEmpty ? ScenarioFinder.builtIn : try ScenarioFinder.find(paths)
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(.noInput).error
    }
    let output = BufferedOutput()
    let report = report(output)
    let code = ScenarioRunner(options: options).run(files) { event in
      report(event)
      output.flush(after: event)
    }
    if code == .nothingMatched { StandardStream.error.write("homescreen: no scenario matched\n") }
    if code != .success { throw ExitStatus(code).error }
  }

  private func report(_ output: BufferedOutput) -> (RunEvent) -> Void {
    switch format {
    case .terminal: TerminalReport(isColoured: Terminal(.output).usesStyles, write: output.writeLine).add
    case .json: JSONReport(write: output.writeLine).add
    }
  }
}
