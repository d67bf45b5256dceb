import ArgumentParser
import LuaAPI

/// Which plugins are loaded beside those of the project's settings.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A plugin to load; may be repeated.", valueName: "file"))
  var files: [String] = []

  var sources: [PluginSource] { files.map { PluginSource(path: $0) } }
}
