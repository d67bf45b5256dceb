import AppPackages
import ArgumentParser
import CEmbedded
import Console
import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import Platform
import PropertyLists
import Scenarios
import SourceClient

struct HomescreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "homescreen",
    abstract: "An iPhone's Home Screen in one process: icons, quick actions and launches, scripted in Lua.",
    version: Homescreen.version,
    subcommands: groups.flatMap(\.commands))

  /// The commands in groups, the most important ones first.
  static let groups: [(title: String, commands: [any ParsableCommand.Type])] = [
    ("Play", [REPLCommand.self, RunCommand.self, ExploreCommand.self]),
    ("Ask", [CheckCommand.self, WhyCommand.self, InspectCommand.self, ExplainCommand.self, LintCommand.self]),
    ("Set up", [InitCommand.self, PluginCommand.self, TrustCommand.self, CompletionCommand.self]),
    ("Reports", [ReportCommand.self, MergeCommand.self]),
    (
      "Reference",
      [DocsCommand.self, FactsCommand.self, RulesCommand.self, APICommand.self, VersionCommand.self]
    ),
  ]

  /// Returns the command of the arguments.
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

  /// Returns whether `homescreen PATH …` runs the script at this path: a file of Lua, or one that begins with `#!`. The
  /// system passes the latter with its folder, so a file cannot replace a command.
  private static func isScript(_ path: String) -> Bool {
    guard !path.hasPrefix("-") else { return false }
    let line = path.split(separator: ":", omittingEmptySubsequences: false).last.flatMap { Int($0) }
    if path.hasSuffix(".lua") || line != nil && path.hasSuffix(".lua:\(line ?? 0)") { return true }
    guard path.contains("/") else { return false }
    let folder = FileTreePath.directory(of: path)
    let tree = try? FolderTree(folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder)
    return (try? tree?.readPrefix(FileTreePath.lastComponent(path), count: 2)).map { $0 == Array("#!".utf8) } ?? false
  }

  /// Returns the arguments for the parser.
  static func completed(_ arguments: [String]) -> [String] {
    // The name alone starts the REPL for a person, runs the lines of a pipe or file, and otherwise shows the help.
    let isTyped = StandardInput.isTyped && Terminal.isTerminal(StandardStream.output.fileDescriptor)
    if arguments.isEmpty, isTyped || StandardInput.hasLines {
      return [REPLCommand.configuration.commandName].compactMap(\.self)
    }
    if let first = arguments.first, isScript(first) {
      return ["run", first] + arguments.dropFirst().map { "\(RunArguments.scriptArgument)=\($0)" }
    }
    // The parser ignores other arguments of --version.
    if arguments.count == 2, Set(arguments) == ["--version", "--json"] {
      return [VersionCommand.configuration.commandName, "--json"].compactMap(\.self)
    }
    // Options that only a session has mean a session, also after those of its device.
    if let first = arguments.first, first == "-i" || first.hasPrefix("-") && arguments.contains("-e") {
      return ["repl"] + arguments
    }
    return RunArguments.completed(arguments)
  }
}

/// The help of the program as a whole; the parser makes the help of a command.
extension HomescreenCommand {
  private static let exitCodes = "exit-codes"

  /// Returns the requested help; nil if the arguments do not ask for it.
  static func help(for arguments: [String]) -> String? {
    switch arguments {
    case [], ["help"], ["-h"], ["--help"]: overview
    case ["help", exitCodes]: exitCodeTable
    default: nil
    }
  }

  private static var overview: String {
    var lines = [
      "homescreen \(Homescreen.version): an iPhone's Home Screen in one process, scripted in Lua", "",
      "  homescreen                    play with the app in this folder, or a sample",
      "  homescreen FILE.lua [ARGS]    run a script", "  homescreen COMMAND [OPTIONS]",
    ]
    for group in groups {
      lines += ["", group.title]
      lines += group.commands.map { command in
        let configuration = command.configuration
        let name = configuration.commandName ?? ""
        return "  \(name)\(String(repeating: " ", count: max(1, 12 - name.count)))\(configuration.abstract.dropLast())"
      }
    }
    lines += ["", "homescreen help COMMAND shows options; see also homescreen help \(exitCodes)."]
    return lines.joined(separator: "\n") + "\n"
  }

  private static var exitCodeTable: String {
    let codes = Platform.ExitCode.allCases.map { code in
      let number = "\(code.rawValue)"
      return "\(String(repeating: " ", count: 3 - number.count))\(number)  \(code.meaning)\n"
    }
    return "Exit codes of homescreen:\n\n" + codes.joined()
      + "\nrun: 1 if a scenario fails. check, lint: 1 if a finding has at least the severity of --fail-on; check: also if a row has ✗.\n"
      + "why: 1 if an icon does not change or an action is not in the menu; with --launch cold, warm or jetsam, if the event is "
      + "not handled exactly once; with --launch alone, if the app does not launch.\n"
      + "repl: 1 if a line of piped input raises an error.\n"
  }

  /// Returns why the first argument is not a command, with a suggestion; nil for a command or an option.
  static func refusal(of arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.contains(word) else { return nil }
    if word == "help" {
      guard arguments.count > 1, !arguments[1].hasPrefix("-"), !names.contains(arguments[1]) else { return nil }
      return refusal(of: arguments[1], "a help topic", among: names + [exitCodes])
    }
    if ["test", "tests", "spec", "busted"].contains(word) {
      return "“\(word)” is not a command; homescreen run runs the scenarios"
    }
    if word == "plugins" { return "“plugins” is not a command; homescreen plugin list lists the plugins" }
    if CurrentMachine.value.exists(word) {
      let path = ShellWord.path(word)
      return
        "“\(word)” is not a command; scenarios: homescreen run \(path); an app: homescreen repl \(path), or check \(path)"
    }
    return refusal(of: word, "a command", among: names)
  }

  private static func refusal(of word: String, _ what: String, among words: [String]) -> String {
    let near = Spelling.nearest(to: word, in: words).first.map { ": did you mean “\($0)”?" }
    return
      "“\(word)” is not \(what)\(near ?? "; homescreen --help lists commands; homescreen explain NAME explains a name")"
  }
}

/// The help of `run` with its most common options. The parser could hide the others, but then shells would not complete
/// them.
enum ShortHelp {
  /// Returns the parser's message for the arguments of a person.
  static func text(for error: any Error, _ arguments: [String]) -> String {
    var text = HomescreenCommand.fullMessage(for: error)
    if text.hasPrefix("Error: ") { text = "homescreen: \(text.dropFirst("Error: ".count))" }
    if let (line, advice) = OtherTools.advice(on: text, arguments) {
      text = text.replacing(line, with: advice, maxReplacements: 1)
    }
    guard !arguments.contains(RunArguments.helpAll), text == HomescreenCommand.helpMessage(for: RunCommand.self) else {
      return text
    }
    let sections = text.split(separator: "\n\n").compactMap { shortened($0, to: RunCommand.commonOptions) }
    return sections.joined(separator: "\n\n") + "\n\nAll options: homescreen run \(RunArguments.helpAll)"
  }

  /// Returns a section with some of its options; nil if none is left.
  private static func shortened(_ section: Substring, to names: Set<String>) -> String? {
    let lines = section.split(separator: "\n")
    var isKept = true
    let kept = lines.filter { line in
      if line.hasPrefix("  -") { isKept = !names.isDisjoint(with: line.split { " ,".contains($0) }.map(String.init)) }
      return isKept
    }
    return kept.count == 1 && lines.count > 1 ? nil : kept.joined(separator: "\n")
  }
}

/// Options of other test runners and linters, with the option or the reason here.
enum OtherTools {
  /// The rows for runs, the REPL and checks.
  private static let tables = String(cString: hs_option_words()).split(separator: "\n\n")

  /// Returns the parser's sentence about an unknown option, and the one to show instead; nil for other messages.
  static func advice(on text: String, _ arguments: [String]) -> (line: String, advice: String)? {
    guard let line = text.split(separator: "\n").first.map(String.init),
      let start = line.firstRange(of: "Unknown option '"),
      let option = line[start.upperBound...].split(separator: "'").first
    else { return nil }
    let isCheck = ["check", "lint", "why", "inspect"].contains(arguments.first)
    if !isCheck, let count = option.wholeMatch(of: /-j(\d+)/)?.1 {
      return (line, "\(line[..<start.upperBound])\(option)'. A space comes before the number: -j \(count).")
    }
    let rows = tables[arguments.first == "repl" ? 1 : isCheck ? 2 : 0].split(separator: "\n").map {
      $0.split(separator: ": ", maxSplits: 1)
    }
    guard let row = rows.first(where: { $0[0].split(separator: " ").contains(option) }) else { return nil }
    return (line, "\(line[..<start.upperBound])\(option)'. \(row[1])")
  }
}

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Print the version, the build, and where settings come from.",
    discussion: "homescreen --version prints only the number; with --json, the same as homescreen version --json.")

  @OptionGroup
  var output: FormatOptions<VersionFormats>

  func run() throws {
    let description = Self.description
    try ExitStatus.end(Documents<VersionFormats>(try output.requests()).write { $0(description) })
  }

  private static var description: ProgramDescription {
    func stream(_ name: String, _ stream: StandardStream) -> ProgramDescription.Stream {
      let terminal = Terminal(stream)
      return ProgramDescription.Stream(
        name, isTerminal: terminal.isTerminal, usesStyles: terminal.usesStyles, columns: terminal.knownColumns)
    }
    let folder = ProcessEnvironment.workingFolder
    let reader = SourceClient.reader(version: Homescreen.version)
    let busted = FileTreePath.join(folder == "/" ? "" : folder, BustedSettings.fileName)
    return ProgramDescription(
      streams: [stream("standard output", .output), stream("standard error", .error)],
      places: [
        ProgramDescription.Place(
          ProjectSettings.fileName, ProjectFinder(trust: PluginOptions.usual).settings(for: .folder("."))?.file,
          search: "looked for from the working directory up to the root of the checkout"),
        ProgramDescription.Place(
          BustedSettings.fileName, ProcessEnvironment.fileExists(busted) ? busted : nil,
          search: "looked for in the working directory"),
        ProgramDescription.Place(
          "history", HistoryFile.standard()?.path, search: "neither XDG_STATE_HOME nor HOME names a folder"),
        ProgramDescription.Place(
          "cache", ProcessEnvironment.cacheFolder,
          search: ProcessEnvironment.cache.problem ?? "neither XDG_CACHE_HOME nor HOME names a folder"),
        ProgramDescription.Place("source reader", reader.path, search: reader.words, remark: reader.words),
      ], variable: ProcessEnvironment.value)
  }
}
