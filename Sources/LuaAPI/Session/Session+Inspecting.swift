import HomeScreenSimulator
public import LuaEngine

/// Looking into a session by hand where its script has failed.
extension Session {
  /// Runs `body`, in which lines of a REPL see what the script saw: its variables where the error was raised, its
  /// globals, and as `device` and `app` the device at hand and its app, where the script has nothing of that name. Then
  /// the script goes on as before.
  /// - Parameter environment: of the script's functions.
  public func inspect(environment: LuaVariable?, _ body: () -> Void) {
    let (output, onNote, usesAppInFront, played) = (output, onNote, code.usesAppInFront, devices.played)
    defer {
      (self.output, self.onNote) = (output, onNote)
      (code.usesAppInFront, devices.played) = (usesAppInFront, played)
      (devices.answers, devices.pressesHome) = (nil, false)
      locals.removeAll()
      arm(takesBackInterrupt: true)
    }
    locals.removeAll()
    var variables = lua.localsOfError
    if let environment { variables["_ENV"] = environment }
    locals.add(variables)
    if let device = devices.current {
      add("device", device)
      if let app = device.front ?? device.apps.first { add("app", app) }
    }
    Watchdog.paused(body)
  }

  private func add(_ name: String, _ object: some LuaPushable) {
    arm()
    let line = try? locals.load("return \(name)", chunkName: "=inspection", names: [name], declarations: [])
    // A script that refuses to be asked has something of its own.
    guard let line, case .nil? = try? lua.call(line.function).first else { return }
    let stack = lua.stack
    object.push(onto: stack)
    let reference = stack.reference(to: -1)
    stack.removeLast()
    if let variable = lua.variable(holding: reference) { locals.add([name: variable]) }
  }
}
