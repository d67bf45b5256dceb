import HomeScreenSimulator
import LuaEngine

/// The properties that a person wants to see of an object whose text alone says little.
enum ObjectOutline {
  /// By type, in the order in which they are shown. Properties without a value are left out.
  static let properties: [(type: APIType, names: [String])] = [
    (Device.apiType, ["time", "locale", "locked", "front", "alert", "springboard"]),
    (InstalledApp.apiType, ["label", "state", "iconName", "crash", "device"]),
    (Springboard.apiType, ["icons"]),
    (HomeScreenIcon.apiType, ["app", "place"]),
    (IconMenu.apiType, ["app", "folder", "isOpen", "widget"]),
    (MenuRow.apiType, ["subtitle", "type", "identifier", "icon", "system"]),
    (ScreenAlert.apiType, ["title", "message", "owner", "picture"]),
    (DrawnIcon.apiType, ["iconName", "appearance", "scaled", "placeholder", "why"]),
    (PackageObject.apiType, ["plist", "warnings"]),
    (AppScene.apiType, ["title", "activationState"]),
  ]

  /// Events of a trace; the newest are the ones that a person looks for.
  private static let maximumEvents = 20

  /// The outline of the object at 1: its text, a flat list of names and values (false: a value without a name), and how
  /// many came before the first; nothing for an object that is shown by its text.
  static func push(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let object = stack.object(at: 1) as? any APIObject else { return 0 }
    try stack.reserve(8)
    if let trace = object as? TraceObject {
      let start = max(0, trace.count - maximumEvents)
      stack.push("trace of \(trace.count == 1 ? "1 event" : "\(trace.count) events")")
      stack.pushTable(arrayCapacity: 2 * (trace.count - start))
      for position in start..<trace.count {
        stack.push(false)
        stack.setRaw(Int64(2 * (position - start) + 1), in: -2)
        trace.event(position).push(onto: stack)
        stack.setRaw(Int64(2 * (position - start) + 2), in: -2)
      }
      stack.push(Int64(start))
      return 3
    }
    let type = type(of: object).apiType
    guard let names = properties.first(where: { $0.type == type })?.names else { return 0 }
    stack.push(try stack.describe(at: 1))
    stack.pushTable()
    var count: Int64 = 0
    for name in names {
      // What an object that is gone cannot say is left out, as what it does not have.
      guard (try? stack.pushMember(name, of: 1)) != nil else { continue }
      guard stack.kind(at: -1) != .nil else {
        stack.removeLast()
        continue
      }
      stack.push(name)
      stack.setRaw(count + 1, in: -3)
      stack.setRaw(count + 2, in: -2)
      count += 2
    }
    stack.push(Int64(0))
    return 3
  }
}
