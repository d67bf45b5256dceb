import ArgumentParser
import Console
import HomeScreenReports
import LuaAPI
import Platform
import PropertyLists

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

  func run() throws { try ExitStatus.end(Documents<APIFormats>(try output.requests()).write { $0() }) }
}

struct DocsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "docs",
    abstract: "List the articles of the documentation or print one.",
    discussion: "A long article opens in $PAGER, or in less.")

  @Argument(help: "The name of an article, in any letter case.", completion: .list(Article.all.map(\.name)))
  var article: String?

  func run() throws {
    guard let article else {
      let rows = Article.all.map { TextRow.text([$0.name, $0.summary], widths: [20], gap: 2) + "\n" }
      return StandardStream.output.write("\(rows.joined())homescreen docs NAME prints an article.\n")
    }
    guard let found = Article.named(article) else {
      let near = Spelling.nearest(to: article, in: Article.all.map(\.name)).first
      let advice = near.map { "did you mean \($0)?" } ?? "homescreen docs lists the articles"
      StandardStream.error.write("homescreen: unknown article “\(line: article)”; \(advice)\n")
      throw ExitStatus(.nothingMatched).error
    }
    let lines = found.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let terminal = Terminal(.output)
    let isLong = terminal.isTerminal && terminal.rows.map { lines.count > $0 } ?? false
    if isLong, UserProgram.showPages(lines, note: { StandardStream.error.write($0 + "\n") }) { return }
    StandardStream.output.write("\(found.text)")
  }
}

struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print shell completions for bash, zsh or fish.",
    discussion: """
      bash: add source <(homescreen completion bash) to ~/.bashrc. zsh: save the output as _homescreen in a folder of \
      $fpath. fish: save it as ~/.config/fish/completions/homescreen.fish.
      """)

  @Argument(help: "bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
  var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw ValidationError("unknown shell “\(shell)”; use bash, zsh or fish")
    }
    StandardStream.output.write("\(HomescreenCommand.completionScript(for: shell))\n")
  }
}
