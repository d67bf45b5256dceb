import ArgumentParser
import HomeScreenReports

struct HomescreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "homescreen",
    abstract: "An iPhone's Home Screen in one process: icons, quick actions and launches, scripted in Lua.",
    version: Homescreen.version,
    subcommands: [
      RunCommand.self, ReplayCommand.self, ReportCommand.self, MergeCommand.self, REPLCommand.self, CheckCommand.self,
      LintCommand.self, RulesCommand.self, InspectCommand.self, WhyCommand.self, PluginsCommand.self,
      PluginCommand.self,
      ExplainCommand.self, FactsCommand.self,
      APICommand.self, BoundaryBenchmarkCommand.self,
    ])
}
