import HomeScreenSimulator
public import LuaEngine

/// What a person sees of a session's device and app without asking for it.
extension Session {
  /// Expressions over the globals `device` and `app`, with their values: for assertions about what a line has changed.
  public var observations: [(expression: String, value: LuaValue)] {
    var expressions: [String] = []
    if global("app", is: InstalledApp.self) { expressions += ["app.state", "app.iconName"] }
    if global("device", is: Device.self) { expressions.append("device.alert and device.alert.label") }
    return expressions.compactMap { expression in
      // What looking takes is not taken from the lines.
      let (outcome, _, _) = lua.withOwnBudget(1_000_000) { try run("return \(expression)", chunkName: "=observation") }
      guard case .success(let values) = outcome, let value = values.first else { return nil }
      return (expression, value)
    }
  }

  /// The callbacks that the system has called on the global `device`; nil when that is no device.
  public var callbacks: [String]? {
    guard deviceIsAtHand else { return nil }
    return devices.current?.trace.callbacks()
  }

  private func global<Wanted: AnyObject>(_ name: String, is type: Wanted.Type) -> Bool {
    guard !localNames.contains(name) else { return false }
    let stack = lua.stack
    stack.pushGlobals()
    stack.pushRaw(name, of: -1)
    defer { stack.removeLast(2) }
    return stack.object(at: -1) is Wanted
  }
}
