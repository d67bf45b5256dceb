import ArgumentParser
import LuaAPI
import Platform

struct PluginListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the plugins of the project and what each one adds.",
    discussion: """
      Plugins are named in the project's homescreen.lua or with --plugin. Reports the ones that cannot be used.
      """)

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  @OptionGroup
  var output: FormatOptions<PluginFormats>

  func run() throws {
    let desk = try Desk(plugins: plugins, limits: limits)
    let documents = Documents<PluginFormats>(try output.requests())
    try ExitStatus.end(documents.tell(desk.hasProblems ? .scriptError : .success) { $0(desk.session) })
  }
}
