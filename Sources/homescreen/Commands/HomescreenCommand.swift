import ArgumentParser
import Console
import HomeScreenReports
import Streams

struct HomescreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "homescreen",
    abstract: "An iPhone's Home Screen in one process: icons, quick actions and launches, scripted in Lua.",
    discussion: "Without arguments, at a terminal, it opens the REPL with the app of this folder, or with a sample.",
    version: Homescreen.version,
    subcommands: [
      InitCommand.self, RunCommand.self, ReplayCommand.self, ReportCommand.self, MergeCommand.self, REPLCommand.self,
      ExploreCommand.self, CheckCommand.self, LintCommand.self, RulesCommand.self, InspectCommand.self, WhyCommand.self,
      TrustCommand.self, PluginsCommand.self, PluginCommand.self, ExplainCommand.self, FactsCommand.self,
      APICommand.self,
      VersionCommand.self, BoundaryBenchmarkCommand.self,
    ])

  /// The command that the arguments ask for.
  ///
  /// Starting at the root, the parser collects the options of a command twice as often as starting at the command. Only
  /// help, versions and mistakes need the root, which they name.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    guard let type = configuration.subcommands.first(where: { $0.configuration.commandName == arguments.first }),
      !arguments.contains(where: { ["-h", "--help", "--version"].contains($0) }),
      let command = try? type.parseAsRoot(Array(arguments.dropFirst())), Swift.type(of: command) == type
    else { return try parseAsRoot(arguments) }
    return command
  }

  /// The arguments as the parser takes them.
  static func completed(_ arguments: [String]) -> [String] {
    // A person who types the name alone wants to play; a program gets the help, as ever, and so does a pager.
    if arguments.isEmpty, StandardInput.isTyped, Terminal.isTerminal(StandardStream.output.fileDescriptor) {
      return [REPLCommand.configuration.commandName, REPLCommand.playing].compactMap(\.self)
    }
    // The parser stops at --version, whatever stands beside it.
    if arguments.count == 2, Set(arguments) == ["--version", "--json"] {
      return [VersionCommand.configuration.commandName, "--json"].compactMap(\.self)
    }
    // `--coverage` alone asks for a table; the parser knows only options that have a value or none.
    let forms = ["--coverage": "--coverage=\(CoverageRequest.shown)", ShortHelp.option: "--help"]
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map { forms[$0] ?? $0 } + arguments[end...]
  }
}
