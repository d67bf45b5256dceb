import ArgumentParser
import LuaAPI
import Reports
import Streams

struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Print the Lua API: as a reference, or as type files for editors (lua-language-server).")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case markdown, luacats
  }

  @Option(help: "markdown or luacats.")
  var format = Format.markdown

  func run() {
    switch format {
    case .markdown: StandardStream.output.write(.forPrograms(APIReference.markdown()))
    case .luacats: StandardStream.output.write(.forPrograms(TypeFile.text()))
    }
  }
}
