import Console
import Platform
import TestSupport
import Testing

/// Undo and redo in a session.
@Suite struct TravelTests {
  @Test(arguments: [
    (["x = 1", "x = 2", ":undo", "x"], ["1"]),
    (["x = 1", "x = 2", "x = 3", ":undo 2", "x"], ["1"]),
    (["x = 1", "x = 2", ":undo 99", "x", "device.time"], ["0.0"]),
    (["x = 1", ":undo", ":redo", "x"], ["1"]),
    (["x = 1", "x = 2", "x = 3", ":undo", ":undo", ":redo", "x", ":undo", ":redo 5", "x"], ["2", "2"]),
    (["x = 1", "x = 2", "x = 3", ":undo 3", ":redo 2", "x"], ["2"]),
    // A new line replaces undone lines.
    (["x = 1", ":undo", "y = 2", ":redo", "x, y"], ["nil", "2"]),
    (["local n = 1", "n = n + 1", "n = n + 1", ":undo", "n"], ["2"]),
    // Nothing is printed twice.
    (["print 'once'", "x = 1", ":undo", ":redo"], ["once"]),
    // A line that failed halfway is undone too.
    (["x = 1", "pcall(error)", "x = 2 local ok = pcall(error)", ":undo", "x"], ["false", "nil", "1"]),
    (["device:advance(4)", ":rewind 1.5", ":redo", "device.time"], ["4.0"]),
    (["device:advance(4)", ":rewind 1.5", "device.time"], ["1.5"]),
    (["other = Device()", ":at 5", "device.time, other.time"], ["5.0", "0.0"]),
    (["local device = Device()", ":at 5", "device.time"], ["5.0"]),
    (
      ["x = 1 device:advance(1) x = 2 device:advance(1) x = 3", ":rewind 1.5", "x", ":undo", ":redo 2", "device.time"],
      ["2", "1.5"]
    ),
    (
      [
        "device:advance(1)", "device:reboot()", "n = #device.trace", ":rewind #1", ":redo 3", "n == #device.trace",
        ":rewind #1", "#device.trace, n",
      ], ["true", "0", "nil"]
    ),
    (["device:advance(4)", ":rewind", ":redo", "device.time"], ["4.0"]),
    (["device:advance(1)", "device:reboot()", ":at #1", "#device.trace"], ["0"]),
    ([":at 2.5", "device.time", ":at 1", "device.time", ":at 1", "device.time"], ["2.5", "1.0", "1.0"]),
    (["device:advance(2)", ":undo", ":at 3", ":undo", "device.time"], ["0.0"]),
  ])
  func sessionTravelsInTime(lines: [String], output: [String]) throws {
    let transcript = try REPLTranscript(lines)
    // A result may be empty.
    #expect(transcript.errors.isEmpty && transcript.output == output, "\(transcript)")
  }

  @Test(arguments: [
    ([":undo 0"], "use :undo [N]"), ([":undo x"], "use :undo [N]"), ([":redo -1"], "use :redo [N]"),
    ([":step 1.5"], "use :step [N]"), ([":rewind yesterday"], "use :rewind TIME"),
    ([":rewind #1"], "no event #1: the trace has none"), ([":rewind #x"], "no event #x"),
    (["device:reboot()", ":rewind #999"], "no event #999: the trace has #1 to #"),
    ([":rewind 5"], ":rewind only goes back, and the device is at 0.0 s; :at 5 goes forward"),
    ([":at -1"], "use :at TIME"), ([":at inf"], "use :at TIME"), ([":at nan"], "use :at TIME"),
    ([":at 1e308"], "in seconds up to 1000000000"), ([":at 1000000001"], "use :at TIME"),
    (["device = nil", ":at 5"], "“device” is not a device"),
    (["local device = 7", ":at 5"], "“device” is not a device"),
    ([":edit"], ":edit needs a terminal"),
    ([":load /nonesuch.lua"], "/nonesuch.lua cannot be read: there is no such file"),
    ([":load /"], "/ cannot be read: it is not a file"), ([":save --as-tset x"], "use :save [--as-test] FILE"),
  ])
  func reportsMistakes(lines: [String], message: String) throws {
    let transcript = try REPLTranscript(lines + ["print 'never'"])
    #expect(transcript.errors.count == 1 && transcript.errors[0].contains(message), "\(transcript)")
    #expect(transcript.exitCode == .failure && !transcript.output.contains("never"))
  }

  @Test func resultOfTravelIsReported() throws {
    let transcript = try REPLTranscript(
      [":undo", ":redo", "x = 1", "x = 2\ny = 3", ":undo", ":redo", ":undo 2", ":rewind"], isInteractive: true)
    #expect(
      transcript.errors == [
        "there is nothing to undo", "there is nothing to redo",
        "undid “x = 2”; at 0.0 s, line 7 comes next", "redid “x = 2”; at 0.0 s, line 8 comes next",
        "undid 2 lines; at 0.0 s, line 9 comes next", "nothing has happened yet",
      ], "\(transcript)")
  }

  /// An exhausted budget stops a line like Ctrl-C.
  @Test func stoppedLineIsLeftOut() throws {
    let transcript = try REPLTranscript(
      ["n = 0", "while true do n = n + 1 end", "x = 1", ":undo", "n"], isInteractive: true)
    #expect(transcript.errors.contains("note: line 2 was stopped and does not run again"), "\(transcript)")
    #expect(transcript.output == ["0"])
    let endless = "while true do n = n + 1 end"
    let three = try REPLTranscript(["n = 0", endless, endless, endless, "x = 1", ":undo"], isInteractive: true)
    #expect(three.errors.contains("note: lines 2, 3, 4 were stopped and do not run again"), "\(three)")
  }

  @Test func stepsAdvanceToTheNextEvent() throws {
    let app = "AppPackage { plist = { CFBundleIdentifier = 'com.example.steps', CFBundleExecutable = 'x' } }"
    let transcript = try REPLTranscript([
      "app = device:install(\(app)) device:launch(app)",
      "app:run(function() DispatchQueue.main:asyncAfter(1.5, function() print 'timer' end) end)",
      "started = device.time", ":step", "device.time - started", ":step", ":undo", "device.time - started",
    ])
    #expect(
      transcript.output == [
        "a timer of 1.500 s of com.example.steps, after 1.5 s", "timer", "1.5",
        "nothing is waiting: time passes only when you do something", "1.5",
      ], "\(transcript)")
  }

  @Test func linesAreKeptOnlyWithTheirTime() throws {
    let transcript = try REPLTranscript([":at 2", ":history"])
    #expect(transcript.output == ["  1     0.0 s  device:advance(2.0)"], "\(transcript)")
  }

  @Test func windowsLineEndingsEndLines() throws {
    let folder = TemporaryFolder()
    folder.write("steps.lua", "x = 1\r\ny = 2")
    let transcript = try REPLTranscript([":load '\(folder.path)/steps.lua'", ":history", ":undo"], isInteractive: true)
    #expect(transcript.output == ["  1     0.0 s  x = 1\n               y = 2"], "\(transcript)")
    #expect(transcript.errors == ["undid “x = 1”; at 0.0 s, line 4 comes next"], "\(transcript)")
  }
}
