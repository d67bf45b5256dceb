import ArgumentParser
import Console
import LuaAPI

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a fact, an error code or a name of the Lua API.",
    discussion: "Examples: homescreen explain ICON-111, explain alert-covers, explain device:install.")

  @Argument(help: "ICON-012, an error code, or a name.")
  var name: String

  func run() throws {
    guard let text = Explanation.of(name) else {
      StandardStream.error.write("homescreen: \(Explanation.unknown(name))\n")
      throw ExitStatus(.nothingMatched).error
    }
    StandardStream.output.write(text + "\n")
  }
}
