import ArgumentParser
import HomeScreenReports
import LuaAPI

struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Print the Lua API: as a reference, or as type files for editors (lua-language-server).",
    discussion: HomeScreenReports.ExitCode.help([.success: "printed"], and: .usage, .lostOutput))

  @OptionGroup
  var output: FormatOptions<APIFormats>

  func run() throws {
    try ExitStatus.end(Documents<APIFormats>(try output.requests()).tell { $0() })
  }
}
