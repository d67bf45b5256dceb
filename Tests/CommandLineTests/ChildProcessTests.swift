import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// All other tests here rely on the harness, so it is tested too.
@Suite struct ChildProcessTests {
  private func shell(
    _ script: String, stdin: String? = nil, environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    timeLimit: Double = 60
  ) throws -> ProcessResult {
    try ChildProcess.run("/bin/sh", ["-c", script], stdin: stdin, environment: environment, timeLimit: timeLimit)
  }

  @Test func streamsAreKeptApart() throws {
    let result = try shell("echo out; echo err >&2")
    #expect(result.stdout == "out\n")
    #expect(result.stderr == "err\n")
    #expect(result.exitCode == 0)
    #expect(result.signal == nil)
    #expect(!result.timedOut)
  }

  @Test(arguments: [0, 1, 2, 64, 124, 255] as [Int32])
  func exitCodesAreReturned(code: Int32) throws {
    #expect(try shell("exit \(code)").exitCode == code)
  }

  @Test func signalIsNotAnExitCode() throws {
    let result = try shell("kill -SEGV $$")
    #expect(result.exitCode == nil)
    #expect(result.signal == SIGSEGV)
    #expect(!result.timedOut)
  }

  @Test func standardInputArrivesAndEnds() throws {
    #expect(try shell("cat", stdin: "主屏幕\n").stdout == "主屏幕\n")
    #expect(try shell("cat; echo end").stdout == "end\n")
  }

  @Test func largeInputAndOutputDoNotDeadlock() throws {
    let text = String(repeating: "0123456789abcde\n", count: 200_000)
    let result = try shell("tee /dev/stderr", stdin: text)
    #expect(result.stdout == text)
    #expect(result.stderr == text)
    #expect(!result.wasCut)
  }

  @Test func childMayLeaveItsInputUnread() throws {
    let result = try shell("exit 7", stdin: String(repeating: "x", count: 1_000_000))
    #expect(result.exitCode == 7)
  }

  @Test func endlessOutputIsTruncatedAndTheChildIsKilled() throws {
    let result = try shell("yes", timeLimit: 1)
    #expect(result.stdout.utf8.count == ChildProcess.maximumOutputBytes)
    #expect(result.wasCut)
    #expect(result.timedOut)
    #expect(result.signal == SIGKILL)
  }

  @Test func timeLimitKillsTheWholeGroup() throws {
    let result = try shell("sleep 600 & echo $!; sleep 600", timeLimit: 0.5)
    #expect(result.timedOut)
    #expect(result.signal == SIGKILL)
    let child = try #require(pid_t(result.stdout.prefix { $0 != "\n" }))
    #expect(isGone(child))
  }

  @Test func childThatClosesItsStreamsIsStillLimited() throws {
    let result = try shell("exec >&- 2>&-; sleep 600", timeLimit: 0.5)
    #expect(result.timedOut)
  }

  @Test func processesLeftByAChildAreKilled() throws {
    let result = try shell("sleep 600 >/dev/null 2>&1 & echo $!")
    #expect(result.exitCode == 0)
    #expect(!result.timedOut)
    let child = try #require(pid_t(result.stdout.prefix { $0 != "\n" }))
    #expect(isGone(child))
  }

  @Test func environmentHasOnlyTheVariablesOfTheTest() throws {
    let result = try ChildProcess.run("/usr/bin/env", environment: ["B": "2", "A": "1"])
    let own = Sanitizer.environment.map { "\($0.key)=\($0.value)\n" }.joined()
    #expect(result.stdout == "A=1\n\(own)B=2\n")
  }

  @Test func missingProgramIsAnError() {
    #expect(throws: ProcessFailure.self) { try ChildProcess.run("/proc/nowhere/program") }
  }

  @Test func concurrentChildrenDoNotShareTheirPipes() async throws {
    try await withThrowingTaskGroup(of: ProcessResult.self) { group in
      for index in 0..<16 {
        group.addTask {
          try ChildProcess.run("/bin/sh", ["-c", "cat; exit \(index)"], stdin: "\(index)", timeLimit: 60)
        }
      }
      for try await result in group {
        #expect(result.exitCode.map { "\($0)" } == result.stdout)
        #expect(!result.timedOut)
      }
    }
  }

  /// Gone, or dead and not yet reaped by init.
  private func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<2_000 {
      if kill(process, 0) != 0 { return true }
      if isZombie(process) { return true }
      usleep(1_000)
    }
    return false
  }

  private func isZombie(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, 512, file) != nil else { return true }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.contains(") Z ")
  }
}

@Suite struct BuiltExecutableTests {
  @Test func executableIsFoundAndRuns() throws {
    let path = try BuiltExecutable.path()
    #expect(path.hasSuffix("/homescreen"))
    let result = try homescreen(["--version"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(!result.stdout.isEmpty)
  }
}
