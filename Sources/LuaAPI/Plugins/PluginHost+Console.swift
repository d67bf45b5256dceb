import HomeScreenSimulator
import LuaEngine

/// What plugins do for people at the REPL.
extension PluginHost {
  /// The text of the first renderer that is for a value; nil when none is, or when what it gives is no text.
  func render(_ value: LuaReference) -> String? {
    for (plugin, entry) in entries(.renderers) {
      do {
        guard try isMeant(value, by: entry, of: plugin) else { continue }
        guard let result = try call(entry.value, of: plugin, [value]).first, !result.isNil else { continue }
        guard let text = result.string else {
          throw LuaFailure("it returned a \(result.typeName) and not a string", code: "plugin")
        }
        return text
      } catch {
        if let stop = lua.stop, stop != .budget { return nil }
        switchOff(entry, of: plugin, error)
      }
    }
    return nil
  }

  private func isMeant(_ value: LuaReference, by entry: PluginObject.Entry, of plugin: Loaded) throws -> Bool {
    if let condition = entry.console?.when {
      guard case .boolean(true)? = try call(condition, of: plugin, [value]).first else { return false }
      return true
    }
    value.push(onto: lua.stack)
    defer { lua.stack.removeLast() }
    guard let object = lua.stack.object(at: -1) as? any LuaRepresentable else { return false }
    return type(of: object).luaType.name == entry.name
  }

  /// What a plugin's command takes as the last of the words; empty when nobody knows.
  func completions(ofCommand name: String, _ words: [String], device: Device?) -> CommandCompletions {
    guard let (plugin, entry) = entries(.commands).first(where: { $0.entry.name == name }),
      let complete = entry.console?.complete
    else { return CommandCompletions() }
    var list = LuaValue.nil
    do {
      complete.push(onto: lua.stack)
      let isFunction = lua.stack.isCallable(at: -1)
      if !isFunction { list = lua.stack.value(at: -1) }
      lua.stack.removeLast()
      if isFunction {
        let device: any LuaPushable = device ?? Device?.none
        list = try call(complete, of: plugin, [device, words]).first ?? .nil
      }
    } catch {
      if let stop = lua.stop, stop != .budget { return CommandCompletions() }
      // The command still runs. Told where it was asked for: nothing is written into a line that somebody types.
      let problem = PluginProblem(plugin: plugin.object.name, error)
      let named = problem.error.naming("the completion of :\(entry.name)", isSwitchedOff: false)
      return CommandCompletions(problem: PluginProblem(plugin: problem.plugin, named))
    }
    let typed = words.last ?? ""
    return CommandCompletions(
      texts: (list.table?.array ?? []).compactMap(\.string).filter { $0.utf8.starts(with: typed.utf8) })
  }

  private func switchOff(_ entry: PluginObject.Entry, of plugin: Loaded, _ error: any Error) {
    plugin.missing.insert("\(PluginPart.renderers.rawValue).\(entry.name)")
    let problem = PluginProblem(plugin: plugin.object.name, error)
    tell(PluginProblem(plugin: problem.plugin, problem.error.naming("the renderer \(entry.name)")))
  }
}

/// What can be typed behind a plugin's command.
public struct CommandCompletions: Sendable {
  /// Those that begin with what is typed.
  public var texts: [String] = []
  /// Why there are none, when the plugin failed to say.
  public var problem: PluginProblem?
}

/// What a console asks of the plugins.
extension Session {
  /// What can be typed as the last of the words behind a plugin's command; devices refuse commands meanwhile.
  /// - Parameter words: what is typed behind the name; the last one may be empty.
  public func completions(ofCommand name: String, words: [String]) -> CommandCompletions {
    guard let plugins else { return CommandCompletions() }
    plugins.refill()
    devices.refuseOlderOnes(with: LuaFailure("completion cannot change the device", code: "watch"))
    defer { devices.refuseOlderOnes(with: nil) }
    return plugins.completions(ofCommand: name, words, device: devices.current)
  }
}
