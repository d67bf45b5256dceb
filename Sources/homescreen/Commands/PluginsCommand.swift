import ArgumentParser
import LuaAPI
import Reports

struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List the plugins of the project, and what each brings.",
    discussion: """
      Plugins are named in the project's homescreen.lua, or with --plugin. What cannot be used is named, and the exit \
      code is 2 then.
      """)

  @OptionGroup(title: "Plugins")
  var plugins: PluginOptions

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func run() throws {
    let desk = try Desk(plugins: plugins.sources, limits: limits)
    PluginListing.lines(desk.session).forEach(Desk.write)
    if desk.hasProblems { throw ExitStatus(.scriptError).error }
  }
}
