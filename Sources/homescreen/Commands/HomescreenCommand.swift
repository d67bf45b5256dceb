import AppPackages
import ArgumentParser
import Console
import Platform

struct HomescreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "homescreen",
    abstract: "An iPhone's Home Screen in one process: icons, quick actions and launches, scripted in Lua.",
    version: Homescreen.version,
    subcommands: groups.flatMap(\.commands))

  /// What the commands are for, the core first.
  static let groups: [(title: String, commands: [any ParsableCommand.Type])] = [
    ("Play", [REPLCommand.self, RunCommand.self, ExploreCommand.self]),
    ("Ask", [CheckCommand.self, WhyCommand.self, InspectCommand.self, ExplainCommand.self, LintCommand.self]),
    ("Set up", [InitCommand.self, PluginCommand.self, TrustCommand.self]),
    ("Reports", [ReportCommand.self, MergeCommand.self]),
    ("Reference", [FactsCommand.self, RulesCommand.self, APICommand.self, VersionCommand.self]),
  ]

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

  /// Whether `homescreen PATH …` runs the script of this path: a file of Lua, or one that begins with `#!`. The system
  /// names the latter with its folder, so that no file takes the place of a command.
  private static func isScript(_ path: String) -> Bool {
    guard !path.hasPrefix("-") else { return false }
    if path.hasSuffix(".lua") { return true }
    guard path.contains("/") else { return false }
    let folder = FileTreePath.directory(of: path)
    let tree = try? FolderTree(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
    return (try? tree?.readPrefix(FileTreePath.lastComponent(path), count: 2)).map { $0 == Array("#!".utf8) } ?? false
  }

  /// The arguments as the parser takes them.
  static func completed(_ arguments: [String]) -> [String] {
    // A person who types the name alone wants to play; a program gets the help, as ever, and so does a pager.
    if arguments.isEmpty, StandardInput.isTyped, Terminal.isTerminal(StandardStream.output.fileDescriptor) {
      return [REPLCommand.configuration.commandName].compactMap(\.self)
    }
    if let first = arguments.first, isScript(first) {
      return ["run", first] + arguments.dropFirst().map { "\(RunArguments.scriptArgument)=\($0)" }
    }
    // The parser stops at --version, whatever stands beside it.
    if arguments.count == 2, Set(arguments) == ["--version", "--json"] {
      return [VersionCommand.configuration.commandName, "--json"].compactMap(\.self)
    }
    // A session is meant by what only a session takes, also behind its device.
    if let first = arguments.first, first == "-i" || first.hasPrefix("-") && arguments.contains("-e") {
      return ["repl"] + arguments
    }
    return RunArguments.completed(arguments)
  }
}
