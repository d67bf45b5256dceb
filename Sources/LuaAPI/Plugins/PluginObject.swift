import LuaEngine

/// What `homescreen.plugin` makes: a plugin that was checked, and is not in force by itself.
final class PluginObject {
  let name: String
  let version: String?
  /// One entry of a part.
  struct Entry {
    let name: String
    /// What it does, in one sentence, when the plugin says so.
    let summary: String?
    /// The function, or for a global its value.
    let value: LuaReference
    /// What is said of a rule; nil for everything else, and for a rule that is a function alone.
    let rule: PluginRuleFields?
    /// What is said of a command or a renderer for people at the REPL; nil for everything else.
    let console: PluginConsoleFields?
  }
  /// The entries by part, in the order of `pairs`.
  let entries: [PluginPart: [Entry]]
  /// The tables as they were given.
  let tables: [PluginPart: LuaReference]

  init(
    name: String, version: String?, entries: [PluginPart: [Entry]], tables: [PluginPart: LuaReference]
  ) {
    self.name = name
    self.version = version
    self.entries = entries
    self.tables = tables
  }

  func entries(_ part: PluginPart) -> [Entry] { entries[part] ?? [] }
}
