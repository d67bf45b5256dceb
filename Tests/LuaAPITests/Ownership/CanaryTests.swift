import HomeScreenSimulator
import LuaAPI
import LuaEngine
import LuaFuzz
import TestSupport
import Testing

/// Swift objects of every kind that reach Lua are released once, however a script ends.
@Suite struct CanaryTests {
  /// Scripts for the kinds that no example creates.
  private static let makers = [
    """
    local device = Device {}
    local app = device:install "fixtures/ChangeIcon.app"
    device:launch(app)
    app:run(function() return UIDevice.current.systemVersion end)
    """
  ]

  /// Runs all API examples, which create every kind, and leaves the objects in the global `made`.
  static func fill(_ session: Session, _ canaries: Canaries) throws(FuzzFinding) {
    do {
      canaries.samplesPerKind = 3
      // Some examples save files.
      let folder = TemporaryFolder()
      session.files.writableFolders = [try WritableFolder(folder.path)]
      for script in APICatalog.homescreen.entries.map(\.example) + makers where !script.isEmpty {
        session.lua.arm()
        try session.run(script, chunkName: "=maker")
        _ = session.devices.takeTraceHash()
      }
      session.lua.arm()
      session.lua.setGlobal(
        "made", to: Made(objects: canaries.takeSamples().compactMap { $0 as? any LuaRepresentable }))
      session.lua.setGlobal("names", to: names())
      try session.run(Ending.use, chunkName: "=use")
    } catch {
      throw FuzzFinding("the objects cannot be made: \(error)")
    }
  }

  /// The names of all members, by type.
  private static func names() -> LuaTable {
    LuaTable(
      fields: APICatalog.homescreen.types.map { type in
        let names = APICatalog.homescreen.members(of: type).map { LuaValue.string($0.name) }
        return (.string(type.name), .table(LuaTable(array: names)))
      })
  }

  private struct Made: LuaPushable {
    let objects: [any LuaRepresentable]

    func push(onto stack: LuaStack) {
      stack.pushTable(arrayCapacity: objects.count)
      for (index, object) in objects.enumerated() {
        object.push(onto: stack)
        stack.setRaw(Int64(index + 1), in: -2)
      }
    }
  }

  /// A new class needs an example or an entry in `makers`: kinds that are never created are not checked.
  @Test func everyKindIsCreated() throws {
    let declared = try ObjectKinds.declared()
    #expect(declared.count > 30)
    let made = try Trial().run { (session, canaries) throws(FuzzFinding) in
      try Self.fill(session, canaries)
      return canaries.kinds
    }
    #expect(declared.subtracting(made) == [], "no example of the API makes these: add to makers")
    #expect(Set(ObjectKinds.engine).subtracting(made) == [])
  }

  /// Objects transferred elsewhere would have no canary. The nested package does not use Lua.
  @Test func objectsAreTransferredInOnePlace() throws {
    let files = try Repository.swiftFiles(under: "Sources").filter {
      $0.text.contains("passRetained") && !$0.path.hasPrefix("homescreen-sources/")
    }
    #expect(files.map(\.path) == ["LuaEngine/LuaType.swift"])
  }

  @Test(arguments: Ending.all.map(\.name))
  func everythingIsReleased(ending name: String) async {
    // Ctrl-C and the deadline belong to the process.
    await #expect(processExitsWith: .success) { [name] in
      do {
        try CanaryTests.end(try #require(Ending.all.first { $0.name == name }))
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  private static func end(_ ending: Ending) throws {
    try Trial().run { (session, canaries) throws(FuzzFinding) in
      try fill(session, canaries)
      session.lua.arm(budget: ending.stop == .budget ? 20_000 : nil)
      if ending.stop == .memory { return refuseOneAfterAnother(ending.script, in: session) }
      if ending.stop == .deadline { Watchdog.arm(seconds: 0.05) }
      if ending.stop == .interrupt { Interrupt.request() }
      defer { Watchdog.disarm() }
      #expect(error(ending.script, in: session)?.stop?.rawValue == ending.stop?.rawValue)
    }
  }

  private static func error(_ script: String, in session: Session) -> LuaError? {
    do {
      try session.run(script, chunkName: "=ending")
      return nil
    } catch {
      return error
    }
  }

  private static func refuseOneAfterAnother(_ script: String, in session: Session) {
    for number in stride(from: 1, through: 400, by: 7) {
      session.lua.arm()
      session.lua.refuseAllocation(number)
      let error = error(script, in: session)
      session.lua.refuseNoAllocation()
      #expect(error == nil || error?.kind == .memory, "\(error?.message ?? "")")
    }
  }
}
