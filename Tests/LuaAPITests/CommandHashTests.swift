import HomeScreenSimulator
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// All effects of a command are in the trace hash of its scenario, even on a device created in `setup`, and its clock
/// is that of the script.
@Suite struct CommandHashTests {
  /// Records the commands of a device and forwards them.
  private final class Probe: DeviceObserver {
    let inner: (any DeviceObserver)?
    var commands: [String] = []
    /// The state at the last check.
    private var state: DeviceState

    init(_ device: Device) {
      inner = device.observer
      state = device.state
    }

    /// The changes since the last check that no command caused. Conditions may change at any time.
    func changesWithoutCommand(_ device: Device) -> [String] {
      let changes = device.state.changes(since: state).filter { !$0.path.hasPrefix("conditions") }
      state = device.state
      return commands.isEmpty ? changes.map(\.description) : []
    }

    func device(_ device: Device, willPerform command: StaticString) throws {
      try inner?.device(device, willPerform: command)
      commands.append("\(command)")
    }

    func deviceDidPerform(_ device: Device) { inner?.deviceDidPerform(device) }
  }

  /// The names of commands, found in the simulator's sources, so that new ones are included.
  private static func declaredCommands() throws -> Set<String> {
    try Set(
      Repository.swiftFiles(under: "Sources/HomeScreenSimulator").flatMap { file in
        file.text.matches(of: /perform\("([A-Za-z:]+)"\)/).map { String($0.1) }
      })
  }

  /// The API examples, with a call of `check` after each top-level statement.
  private static let scripts = APICatalog.homescreen.entries.map(\.example).filter { !$0.isEmpty }.map { example in
    var text = ""
    for line in example.split(separator: "\n", omittingEmptySubsequences: false) {
      let isInside = line.first == " " || ["end", "}", ")", "]"].contains { line.hasPrefix($0) } || line.isEmpty
      text += isInside ? "\(line)\n" : "check() \(line)\n"
    }
    return text + "check()"
  }

  /// Runs all examples as if each statement were a scenario.
  /// - Returns: The commands that ran, and those whose statement left the hash of an empty scenario.
  private static func walk() throws -> (seen: Set<String>, lost: Set<String>) {
    var seen: Set<String> = []
    var lost: Set<String> = []
    let folder = TemporaryFolder()
    let empty = TraceDigest().description
    for script in scripts {
      let test = try TestSession()
      test.session.files.writableFolders = [try WritableFolder(folder.path)]
      let stack = test.session.lua.stack
      stack.pushGlobals()
      stack.pushFunction { [unowned session = test.session] _ in
        let hash = session.devices.takeTraceHash().description
        guard let device = session.devices.current else { return 0 }
        if let probe = device.observer as? Probe {
          for change in probe.changesWithoutCommand(device) {
            Issue.record("\(change): the method that does this lacks perform(…)\n\(script)")
          }
          if hash == empty { lost.formUnion(probe.commands) }
          seen.formUnion(probe.commands)
          probe.commands = []
        } else {
          device.observer = Probe(device)
        }
        return 0
      }
      stack.setRaw("check", in: -2)
      stack.removeLast()
      if let error = test.error(script) { Issue.record("\(error.message)\n\(script)") }
    }
    return (seen, lost)
  }

  @Test func everyCommandIsInTheHash() throws {
    let (seen, lost) = try Self.walk()
    #expect(lost == [], "these leave the hash of an empty scenario")
    let declared = try Self.declaredCommands()
    #expect(declared.count > 20)
    #expect(declared.subtracting(seen) == [], "no example of the API uses these after its device was made")
  }

  @Test func clockFollowsTheCommand() throws {
    let test = try TestSession()
    let times = try test.run(
      """
      local old = Device {}
      old:advance(3600)
      local new = Device {}
      local now = os.time()
      old:reboot()
      return now, os.time()
      """)
    let first = try #require(times.first?.integer)
    #expect(times.last?.integer == first + 3600)
  }
}
