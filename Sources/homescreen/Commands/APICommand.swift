import ArgumentParser
import LuaAPI

struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Print the Lua API, for people or for editors.")

  @OptionGroup
  var output: FormatOptions<APIFormats>

  func run() throws {
    try ExitStatus.end(Documents<APIFormats>(try output.requests()).tell { $0() })
  }
}
