import ArgumentParser
import HomeScreenReports
import LuaAPI
import Platform

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a fact, an error, a key, a name or a console line.",
    discussion: """
      Examples: homescreen explain ICON-111, explain alert-covers, explain device:install, explain CFBundleIcons, \
      explain "Icon files (iOS 5)", explain NSCocoaErrorDomain 4, explain 'Error Domain=NSCocoaErrorDomain Code=4 …', \
      explain 0x8badf00d, explain ITMS-90895. Put console output in quotes.
      """)

  @Argument(parsing: .allUnrecognized, help: "A name, a code, or text as it was printed.")
  var text: [String]

  @Flag(help: "Print a fact's scenario, ready for your own script, instead of its text.")
  var scenario = false

  @OptionGroup
  var output: FormatOptions<KnowledgeFormats>

  func run() throws {
    let name = (text.first == "--" ? text.dropFirst() : text[...]).joined(separator: " ")
    let (text, complaint) = TimeLimit.run("explaining this text", seconds: TimeLimit.defaultSeconds) {
      if scenario { return FactRun.script(of: name) }
      let explanation = Explanation(ReportServices())
      let text = explanation.text(of: name)
      return (text, text == nil ? explanation.unknown(name) : "")
    }
    guard let text else {
      StandardStream.error.write("homescreen: \(complaint)\n")
      throw ExitStatus(.nothingMatched).error
    }
    let answer = KnowledgeAnswer(asked: name, text: text)
    try ExitStatus.end(Documents<KnowledgeFormats>(try output.requests()).write { $0(answer) })
  }
}

struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api",
    abstract: "Print the Lua API, for people or for editors.")

  @OptionGroup
  var output: FormatOptions<APIFormats>

  func run() throws {
    try ExitStatus.end(Documents<APIFormats>(try output.requests()).write { $0() })
  }
}
