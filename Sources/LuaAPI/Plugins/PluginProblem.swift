public import LuaEngine

/// What is wrong with a plugin or with the project's settings. The part it is about is missing, and the run goes on.
public struct PluginProblem: Error {
  /// The plugin's name, or its file as long as the name is not known.
  public let plugin: String
  /// What happened, and where in the plugin or the settings as far as that is known.
  public let error: LuaError

  package init(plugin: String, _ error: any Error) {
    self.plugin = plugin
    if let error = error as? LuaError {
      self.error = error
      return
    }
    let failure = (error as? any LuaFailureConvertible)?.luaFailure ?? LuaFailure("\(error)", code: "plugin")
    var converted = LuaError(
      kind: .runtime, message: failure.message, place: failure.place.flatMap { LuaError.Place(parsing: $0 + ":") })
    converted.failure = failure
    self.error = converted
  }

  init(plugin: String, _ message: String, hint: String? = nil) {
    self.init(plugin: plugin, LuaFailure(message, code: "plugin", hint: hint))
  }
}
