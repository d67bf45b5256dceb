import ArgumentParser
import LuaAPI
import Platform

/// Which plugins are loaded: those that are named here, and those of the project's settings that are trusted.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A plugin to load; may be repeated.", valueName: "file"))
  var files: [String] = []

  @Flag(
    help: "Run the code and plugins that the project's settings name, this once; see homescreen trust.")
  var trust = false

  @Flag(help: "Leave out the plugins and the helper that the project's settings name.")
  var noPlugins = false

  func validate() throws {
    if trust, noPlugins { throw ValidationError("--trust and --no-plugins cannot be used together.") }
  }

  var sources: [PluginSource] { files.map { PluginSource(path: $0) } }

  /// What decides about code of the project.
  var project: ProjectTrust {
    var project = trust ? .once(configuration: ProcessEnvironment.configurationFolder) : Self.usual
    project.usesPlugins = !noPlugins
    return project
  }

  /// What holds without any option: what the user has trusted before.
  static var usual: ProjectTrust { .kept(configuration: ProcessEnvironment.configurationFolder) }
}
