import ArgumentParser
import Events
import HomeScreenReports
import Lint

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the lint rules.")

  @Argument(help: "Rules to list: a code, the first words of codes, a fact, or an App Store number.")
  var selectors: [String] = []

  @OptionGroup
  var output: FormatOptions<RuleFormats>

  func validate() throws {
    do throws(UnknownSelector) {
      for selector in selectors { _ = try RuleSelector(selector) }
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    let chosen = Set(selectors.flatMap { RuleSelector.rules($0).map(\.code) })
    let rules = Rules.descriptions.filter { selectors.isEmpty || chosen.contains($0.code) }
    try ExitStatus.end(Documents<RuleFormats>(try output.requests()).tell { $0(rules) })
  }
}
