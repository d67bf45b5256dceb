import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Workers end with their supervisor, whatever their scripts do.
@Suite struct OrphanTests {
  private static let endless = [
    "loop": "while true do end",
    // An instruction that no hook interrupts.
    "stuck": "local t = {} setmetatable(t, { __call = t }) print 'ready' t()",
    "printing": "while true do print 'x' end",
  ]

  @Test(arguments: endless.keys.sorted()) func killedSupervisorLeavesNoProcesses(name: String) throws {
    let folder = TemporaryFolder()
    let body = try #require(Self.endless[name])
    for file in ["a", "b", "c"] {
      folder.write("\(file)_spec.lua", "print 'ready' it('never ends', function() \(body) end)")
    }
    // Workers share standard output, so it stays open while one of them runs.
    let result = try ChildProcess.run(
      BuiltExecutable.path(),
      [
        "run", "--jobs", "3", "--watchdog", "0", "--budget", "9000000000000000", "--format", "json", folder.path,
      ], timeLimit: 10, signalAfterOutput: SIGKILL)
    #expect(result.signal == SIGKILL && !result.timedOut, "\(result.stderr)")
  }
}
