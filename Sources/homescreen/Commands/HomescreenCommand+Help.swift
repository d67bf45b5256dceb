import AppPackages
import ArgumentParser
import HomeScreenSimulator
import Platform
import PropertyLists

/// The help of the program as a whole; that of a command is the parser's.
extension HomescreenCommand {
  private static let exitCodes = "exit-codes"

  /// The help that the arguments ask for; nil where they ask for something else.
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
        return "  \(name)\(String(repeating: " ", count: max(1, 10 - name.count)))\(configuration.abstract.dropLast())"
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
      + "\nrun: 1 if a scenario fails. check, lint: 1 if a finding has at least the severity of --fail-on.\n"
      + "why: 1 if an icon does not change or an action is not in the menu.\n"
      + "repl: 1 if a line of piped input raises an error.\n"
  }

  /// Why a first argument is not a command, and what may be meant; nil where it is one, or an option.
  static func refusal(of arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !names.contains(word) else { return nil }
    if word == "help" {
      guard arguments.count > 1, !arguments[1].hasPrefix("-"), !names.contains(arguments[1]) else { return nil }
      return refusal(of: arguments[1], "a help topic", among: names + [exitCodes])
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
      "“\(word)” is not \(what)\(near ?? "; homescreen --help lists the commands; homescreen explain knows names")"
  }
}
