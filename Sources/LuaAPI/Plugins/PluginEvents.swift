import HomeScreenSimulator
import LuaEngine

/// Calls the event hooks of plugins.
///
/// A hook runs when the command that led to the event has ended, so that it sees a device at rest and may use commands
/// itself. Events come in their order, each to the plugins in theirs. What a plugin's hook causes is not handed to that
/// plugin again, nor to any plugin whose hook led to it: that is why hooks cannot go on for ever.
final class PluginEvents {
  private unowned let host: PluginHost
  private unowned let devices: SessionDevices
  private let hooks: [TraceEventKind: [(index: Int, function: LuaReference)]]
  /// Events that no hook has seen: device, number in its trace, and the plugins that led to it.
  private var waiting: [(device: Device, number: Int, causes: Set<Int>)] = []
  private var position = 0
  /// The plugins whose hooks led to what happens now.
  private var causes: Set<Int> = []
  private var isDelivering = false

  init(host: PluginHost, _ devices: SessionDevices) {
    self.host = host
    self.devices = devices
    var hooks: [TraceEventKind: [(index: Int, function: LuaReference)]] = [:]
    for (index, plugin) in host.loaded.enumerated() {
      for entry in plugin.object.entries(.on) {
        guard let kind = TraceEventKind(rawValue: entry.name) else { continue }
        hooks[kind, default: []].append((index, entry.value))
      }
    }
    self.hooks = hooks
  }

  var isEmpty: Bool { hooks.isEmpty }

  /// A command has added these events to a device's trace.
  func add(_ numbers: Range<Int>, of device: Device) {
    for number in numbers where hooks[device.trace[number].kind] != nil {
      waiting.append((device, number, causes))
    }
    deliver()
  }

  /// Calls the hooks for all events that wait; nothing happens while a stop of the script is in force.
  func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer {
      isDelivering = false
      causes = []
      if position == waiting.count {
        waiting = []
        position = 0
      }
    }
    while position < waiting.count, host.lua.stop == nil {
      let (device, number, causes) = waiting[position]
      position += 1
      let event = device.trace[number]
      for hook in hooks[event.kind] ?? [] where !causes.contains(hook.index) {
        self.causes = causes.union([hook.index])
        call(hook.function, of: hook.index, event.kind, EventObject(event, number: number, of: device), device)
        guard host.lua.stop == nil else { break }
      }
    }
  }

  /// Whether events wait because the script was stopped.
  var hasWaiting: Bool { !waiting.isEmpty }

  private func call(
    _ function: LuaReference, of index: Int, _ kind: TraceEventKind, _ event: EventObject, _ device: Device
  ) {
    let plugin = host.loaded[index]
    let part = "\(PluginPart.on.rawValue).\(kind.rawValue)"
    guard !plugin.missing.contains(part) else { return }
    // The script's clock stays the script's.
    let current = devices.current
    defer { devices.current = current }
    do {
      try host.call(function, of: plugin, [event, device])
    } catch {
      if let stop = host.lua.stop, stop != .budget { return }
      plugin.missing.insert(part)
      var problem = PluginProblem(plugin: plugin.object.name, error)
      problem = PluginProblem(plugin: problem.plugin, problem.error.naming("the hook on.\(kind.rawValue)"))
      host.tell(problem)
    }
  }
}

extension LuaError {
  /// The same error, its message beginning with where it happened; what failed is not called again in this session.
  func naming(_ what: String, isSwitchedOff: Bool = true) -> LuaError {
    var error = self
    error.message = "\(what) failed\(isSwitchedOff ? " and is disabled" : ""): \(message)"
    error.failure?.message = error.message
    return error
  }
}
