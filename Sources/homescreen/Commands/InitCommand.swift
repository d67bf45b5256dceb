import ArgumentParser
import Events
import LuaAPI
import Platform

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write settings and a first scenario for an app.",
    discussion: """
      PATH is what inspect takes, or a folder with one built app. Shows what would be written to the folder of the \
      app's project: homescreen.lua, a scenario for the app's alternate icons and quick actions, and the settings and \
      type files of lua-language-server. --write writes them and keeps existing files.
      """)

  @Argument(help: "A folder, or the project or app in it; the working directory by default.")
  var path = "."

  @Flag(help: "Write the files.")
  var write = false

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func run() throws {
    let starting: StartingFolder
    do {
      starting = try limit.run(path) { try StartingFolder(path) }
    } catch {
      Desk.complain("homescreen: \(error)")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
    guard write else { return starting.show() }
    try ExitStatus.end(starting.write())
  }
}
