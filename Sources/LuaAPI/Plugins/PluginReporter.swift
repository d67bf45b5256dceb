public import LuaEngine

/// A plugin's format for the results of a run.
public struct PluginReporter {
  /// The plugin's name.
  let plugin: String
  /// Calls the plugin's function, with a fresh budget.
  let call: ([any LuaPushable]) throws -> Void

  /// Hands one event to the plugin.
  /// - Parameter write: gets each line, without its end.
  /// - Throws: ``PluginProblem``; the reporter is of no use then.
  public func add(_ event: LuaValue, write: @escaping (String) -> Void) throws(PluginProblem) {
    let writer = SwiftFunction { call in
      guard let line = call.stack.string(at: 1) ?? (try? call.stack.describe(at: 1)), call.count > 0 else {
        throw LuaFailure("write: a line is expected, got nothing", code: "argument", hint: "write(\"…\")")
      }
      write(line)
      return 0
    }
    do {
      try call([event, writer])
    } catch {
      throw PluginProblem(plugin: plugin, error)
    }
  }
}
