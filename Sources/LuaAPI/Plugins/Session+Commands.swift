public import LuaEngine
import Simulator

/// The commands of plugins.
extension Session {
  /// Runs a command with the device at hand and words as its arguments, on a budget like a line's.
  /// - Throws: ``LuaError``: what the command raised, or that there is none of that name.
  public func run(command name: String, of plugin: String? = nil, _ words: [String]) throws(LuaError) -> [LuaValue] {
    let all = (plugins?.entries(.commands) ?? []).filter { plugin == nil || $0.plugin.object.name == plugin }
    guard let found = all.first(where: { $0.entry.name == name }) else {
      throw Self.unknown(name, among: all.map(\.entry.name) + (plugin == nil ? REPLWord.allNames : []))
    }
    arm()
    let device: any LuaPushable = currentDevice ?? Device?.none
    return try lua.call(found.entry.value, arguments: [device] + words)
  }

  /// The commands that the REPL understands after a colon.
  public var commandNames: [String] {
    REPLWord.allNames + (plugins?.entries(.commands) ?? []).map(\.entry.name)
  }

  /// Whether a plugin of this name is there.
  public func hasPlugin(_ name: String) -> Bool {
    plugins?.loaded.contains { $0.object.name == name } ?? false
  }

  private static func unknown(_ name: String, among names: [String]) -> LuaError {
    let near = Spelling.nearest(to: name, in: names).first.map { "Did you mean :\($0)? " } ?? ""
    let list = names.map { ":\($0)" }.joined(separator: ", ")
    let failure = LuaFailure(
      "there is no command '\(name)'", code: "unknown-command",
      hint: names.isEmpty ? "No plugin with commands is loaded." : "\(near)Commands: \(list).")
    var error = LuaError(kind: .runtime, message: failure.message)
    error.failure = failure
    return error
  }
}
