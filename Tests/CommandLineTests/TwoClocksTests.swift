import TestSupport
import Testing

/// The watchdog counts processor time, and ten times as much real time; the supervisor ends processes that do not run.
@Suite struct TwoClocksTests {
  private let folder = TemporaryFolder()
  /// An instruction that no hook interrupts.
  private static let stuck = "local t = {} setmetatable(t, { __call = t }) t()"

  /// Runs the program next to a shell script, which finds the run in $run and its worker in $worker once the script is
  /// ready.
  private func run(_ arguments: [String], _ body: String) throws -> ProcessResult {
    let script = """
      folder=$1; shift
      "$@" >"$folder/out" 2>&1 &
      run=$!
      while ! grep -q ready "$folder/out" 2>/dev/null; do sleep 0.02; done
      worker=$(ps -e -o pid= -o ppid= | awk -v run="$run" '$2 == run { print $1 }')
      \(body)
      wait $run
      echo "exit $?"
      cat "$folder/out"
      """
    return try ChildProcess.run(
      "/bin/sh", ["-c", script, "sh", folder.path, try BuiltExecutable.path(), "run"] + arguments,
      environment: ["PATH": "/usr/bin:/bin"], timeLimit: 60)
  }

  /// Its own watchdog is suspended too.
  @Test func suspendedWorkerIsEnded() throws {
    let path = folder.write("a.lua", "it('waits', function() print 'ready' while true do end end)")
    let next = folder.write("b.lua", "it('b', function() end)")
    let result = try run(["--watchdog", "0.1", "--budget", "9000000000000000", path, next], "kill -STOP $worker")
    #expect(result.stdout.contains("exit 124\n"), "\(result)")
    #expect(
      result.stdout.contains(
        "the watchdog ended the script: its process did not run for 1.5 s of real time, in “waits”"),
      "\(result)")
    #expect(result.stdout.contains("✓ b"), "\(result)")
  }

  /// Ctrl-Z and fg. It is slow because the stop must be longer than the real time of the watchdog.
  @Test func suspendedTimeDoesNotCount() throws {
    let sign = "\(folder.path)/go.strings"
    let path = folder.write(
      "a.lua", "it('waits', function() print 'ready' repeat local there = io.open '\(sign)' until there end)")
    folder.write("homescreen.lua", "return {}")
    let result = try run(
      ["--watchdog", "0.25", "--budget", "9000000000000000", path],
      "kill -STOP $run $worker; sleep 2.8; : >'\(sign)'; kill -CONT $run $worker")
    #expect(result.stdout.contains("exit 0\n"), "\(result)")
    #expect(result.stdout.contains("1 passed"), "\(result)")
  }

  @Test func reportNamesTheClock() throws {
    let path = folder.write("a.lua", "it('is stuck', function() \(Self.stuck) end)")
    let stuck = try homescreen(["run", "--watchdog", "0.2", path])
    #expect(stuck.exitCode == 124, "\(stuck)")
    #expect(stuck.stdout.contains("it did not respond for 0.2 s of processor time, in “is stuck”"), "\(stuck)")
    folder.write("a.lua", "it('loops', function() while true do end end)")
    let looping = try homescreen(["run", "--watchdog", "0.2", "--budget", "9000000000000000", path])
    #expect(looping.exitCode == 124, "\(looping)")
    #expect(looping.stdout.contains("the script used too much processor time and was stopped"), "\(looping)")
  }

  @Test func pluginCommandIsEnded() throws {
    let plugin = folder.write(
      "p.lua", "return homescreen.plugin { name = 'p', commands = { stuck = { run = function() \(Self.stuck) end } } }")
    let result = try homescreen(["plugin", "--watchdog", "0.2", "--plugin", plugin, "p", "stuck"])
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stderr.contains("used up its processor time and did not respond"), "\(result)")
    #expect(result.stderr.contains("the command p stuck"), "\(result)")
  }

  @Test(arguments: [[], ["--jobs", "2"]]) func explorationDefinitionIsEnded(options: [String]) throws {
    let path = folder.write("a.lua", Self.stuck)
    let result = try homescreen(["explore", "--watchdog", "0.2", path] + options)
    #expect(result.exitCode == 124, "\(result)")
    #expect(result.stderr.contains("a.lua"), "\(result)")
  }
}
