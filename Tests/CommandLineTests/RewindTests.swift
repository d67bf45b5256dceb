import TestSupport
import Testing

/// `device:rewind` and the lines that a REPL keeps.
@Suite struct RewindTests {
  private func repl(_ lines: String, _ arguments: String...) throws -> ProcessResult {
    try homescreen(["repl"] + arguments, stdin: lines)
  }

  private var app: String {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
      + "/lua/scenarios/seeds/fixtures/ChangeIcon.app"
  }

  @Test(arguments: [
    // The state after the last finished command; later state is forgotten.
    ("x = 1\ndevice:advance(1)\nx = 2\ndevice:advance(1)\nx = 3\ndevice:rewind(1.2)\ndevice.time, x\n", "1.2\n2\n"),
    // A rewind into a command that only waited restores the exact time.
    ("device:advance(10)\ndevice:rewind(2.5)\ndevice.time\n", "2.5\n"),
    // A line is split between its commands.
    ("x = 0 device:advance(1) x = 1 device:advance(1) x = 2\ndevice:rewind(1.5)\ndevice.time, x\n", "1.5\n1\n"),
    ("device:advance(1)\ndevice:rewind(0)\ndevice.time, #device.trace\n", "0.0\n1\n"),
    // Nothing happened later.
    ("device:advance(1)\ndevice:rewind(1)\ndevice.time\n", "1.0\n"),
    // Repeatedly.
    (
      "device:advance(4)\ndevice:rewind(3)\ndevice:advance(1)\ndevice:rewind(2)\ndevice.time\ndevice:rewind(1)\ndevice.time\n",
      "2.0\n1.0\n"
    ),
    // The rest of the line does not run, even if its error is caught.
    ("device:advance(1)\nx = 1 device:rewind(0) x = 2\nx\n", ""),
    ("device:advance(1)\npcall(device.rewind, device, 0.5)\ndevice.time\n", "0.5\n"),
    // Lines print once.
    ("print 'a' device:advance(1)\nprint 'b' device:advance(1)\ndevice:rewind(1)\ndevice.time\n", "a\nb\n1.0\n"),
    // Another device than the first.
    (
      "d = Device { os = '12.4' }\nd:advance(3)\ndevice:advance(1)\nd:rewind(1)\nd.time, device.time, d.os\n",
      "1.0\n0.2\n\"12.4\"\n"
    ),
  ])
  func lineIsRewound(lines: String, output: String) throws {
    let result = try repl(lines)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == output)
    #expect(result.stderr == "")
  }

  /// App code uses another device while the first one runs a command.
  @Test func nestedCommandOfAnotherDeviceIsRewound() throws {
    let lines = """
      other = Device()
      before = #device.trace
      app:run(function() NSLog "x" other:advance(1) end)
      for _, event in ipairs(device.trace) do if event.kind == "log" then logged = event end end
      device:rewind(logged)
      #device.trace == before, other.time

      """
    let result = try repl(lines, app)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout == "true\n0.0\n")
  }

  @Test func appIsRestored() throws {
    let lines = """
      before = device.trace.hash
      UIApplication.shared:setAlternateIconName("newicon")
      asked = device.trace.hash
      device.alert:tap "OK"
      app.iconName, device.alert
      answered = nil
      for _, event in ipairs(device.trace) do if event.name == "answered" then answered = event end end
      device:rewind(answered)
      device.alert.label, device.trace.hash == asked, answered
      device:rewind(0.2)
      app.iconName, device.alert, device.trace.hash == before, asked
      device:rewind(0)
      app.state, device.front, before
      """
    let result = try repl(lines + "\n", "--os", "17.5", app)
    #expect(result.exitCode == 0, "\(result)")
    #expect(
      result.stdout == """
        "newicon"
        nil
        "You have changed the icon for “iconChange”."
        true
        nil
        nil
        nil
        true
        nil
        "notRunning"
        nil
        nil

        """)
  }

  @Test(arguments: [
    ("device:rewind(1)\n", "only goes back"), ("device:rewind(-1)\n", "0 or more"),
    ("device:rewind(0/0)\n", "0 or more"),
    ("device:rewind('x')\n", "a time or an event"), ("device:rewind(device)\n", "a time or an event"),
    (
      "d = Device {}\nd:advance(1) d:reboot()\nlocal a = d:install(AppPackage { plist = { CFBundleIdentifier = 'a' } }) device:rewind(d.trace[1])\n",
      "another device"
    ),
  ])
  func invalidRewindsAreRefused(lines: String, words: String) throws {
    let result = try repl(lines)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stderr.contains(words), "\(result)")
  }

  @Test func scriptsCannotRewind() throws {
    let result = try ScriptRun().run("Device {}:rewind(0)")
    #expect(result.exitCode == 2)
    #expect(result.stdout.contains("device:rewind only works in the REPL"), "\(result)")
    #expect(result.stdout.contains("Create a new Device {}"))
  }

  @Test func historyShowsLinesAndTimes() throws {
    let result = try repl(
      "device:advance(1)\nx = 1\ndevice:advance(1) device:advance(1)\ndevice:rewind(2.5)\n:history\n")
    #expect(
      result.stdout == """
          1     0.0 s  device:advance(1)
          2     1.2 s  x = 1
          3     1.2 s  device:advance(1) device:advance(1) -- the first command only
                1.2 s  (time passes)

        """, "\(result)")
  }

  // MARK: Saving

  @Test func savedSessionIsAScenario() throws {
    let folder = TemporaryFolder()
    let saved = "\(folder.path)/saved.lua"
    let lines = """
      app:activate()
      UIApplication.shared:setAlternateIconName("newicon", function(err) print("done", err) end)
      UIApplication.shared.alternateIconName
      device.alert.label
      local alert = device.alert alert:tap "OK"
      app.iconName
      for i = 1, 2 do
        device:advance(i)
      end
      = 1 + 1
      device.trace.hash
      :save '\(saved)'
      """
    let session = try repl(lines + "\n", "--os", "17.5", app)
    #expect(session.exitCode == 0, "\(session)")
    let text = try #require(folder.read("saved.lua"))
    #expect(text.contains("device.front:run(function()"), "\(text)")
    let result = try homescreen(["run", "--read", "/", saved])
    #expect(result.exitCode == 0, "\(result)\n\(text)")
    // The same events happened: the last line prints the trace hash.
    let hash = try #require(session.stdout.split(separator: "\n").last).filter { $0 != "\"" }
    #expect(result.stdout.contains("done\tnil\n") && result.stdout.contains("\(hash)\n"), "\(result)\n\(session)")
    let again = try repl(":save '\(saved)'\n")
    #expect(again.exitCode == 1)
    #expect(again.stderr.contains("already exists"), "\(again)")
    #expect(folder.read("saved.lua") == text)
    #expect(try repl(":save\n").stderr.contains("use :save [--as-test] FILE"))
    #expect(try repl(":save /nonesuch/x.lua\n").stderr.contains("cannot be written"))
  }
}
