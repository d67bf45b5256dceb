import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Report files: complete or not written, and the old file is kept until then.
@Suite struct ReportLocationTests {
  private let folder = TemporaryFolder()
  private static let app = "\(Repository.root)/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  private func shell(_ command: String, _ arguments: [String] = [], timeLimit: Double = 30) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", "cd '\(folder.path)'; \(command)", try BuiltExecutable.path()] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path], timeLimit: timeLimit)
  }

  /// The second format cannot be rendered.
  @Test func reportsAreRenderedBeforeAnyFileIsWritten() throws {
    folder.write("a", "old")
    let result = try shell(#"exec "$0" inspect "$1" --format html=a --format png=b --icon nope"#, [Self.app])
    #expect(result.exitCode == 1 && result.stderr.contains("no alternate icon"), "\(result)")
    #expect(folder.read("a") == "old" && folder.names == ["a"])
  }

  @Test func unwritableReportLeavesTheOthersUnchanged() throws {
    folder.write("s.lua", "it('holds', function() end)")
    folder.write("a", "old")
    let result = try shell(#"exec "$0" run s.lua --format json=a --format junit=no/where/b"#)
    #expect(result.exitCode == 74, "\(result)")
    #expect(folder.read("a") == "old" && folder.names == ["a", "s.lua"])
  }

  @Test func killedRunLeavesAPartialReport() throws {
    folder.write("s.lua", "it('first', function() end) it('second', function() while true do end end)")
    folder.write("a", "old")
    let killed = try shell(
      """
      "$0" run s.lua --budget 9000000000000000 --watchdog 0 --format json=a --format tap=b >/dev/null & run=$!
      tries=0; until grep -q first a.partial 2>/dev/null && grep -q first b.partial; do
        tries=$((tries + 1)); [ $tries -gt 1000 ] && exit 9; sleep 0.02
      done
      kill -9 $run; wait $run
      """)
    #expect(killed.exitCode == 128 + SIGKILL, "\(killed)")
    #expect(folder.read("a") == "old" && folder.names == ["a", "a.partial", "b.partial", "s.lua"])
    let shown = try shell(#"exec "$0" report a.partial --format tap"#)
    #expect(shown.exitCode == 66 && shown.stdout.contains("ok 1 - s.lua › first"), "\(shown)")
    let hint = try shell(#"exec "$0" report b"#)
    #expect(hint.exitCode == 66 && hint.stderr.contains("b.partial has the events of an unfinished run"), "\(hint)")
    folder.write("s.lua", "it('first', function() end)")
    let next = try shell(#"exec "$0" run s.lua --format json=a"#)
    #expect(next.exitCode == 0 && next.stderr.contains("note: a.partial is replaced"), "\(next)")
    #expect(folder.read("a")?.contains("first") == true && folder.names == ["a", "b.partial", "s.lua"])
  }

  /// Standard output may be a file: writing to it by name must not replace or overwrite it.
  @Test func standardOutputHasAName() throws {
    folder.write("s.lua", "it('holds', function() end)")
    let both = try shell(#"exec "$0" run s.lua --format tap=/dev/stdout >out"#)
    #expect(both.exitCode == 0, "\(both)")
    let text = try #require(folder.read("out"))
    #expect(text.contains("ok 1 - s.lua › holds\n") && text.contains("1 passed"), "\(text)")
    let same = try shell(#"exec "$0" run s.lua --format tap=out >out"#)
    #expect(same.exitCode == 74 && same.stderr.contains("standard output goes into this file"), "\(same)")
  }

  /// The script reads the project, and the reports are written into its folder.
  @Test func writtenReportsDoNotTriggerWatch() throws {
    folder.write("app/spec/s_spec.lua", "it('holds', function() pcall(function() Device {}:install '..' end) end)")
    let result = try shell(
      """
      cp -R "$1"/ChangeIcon "$1"/ChangeIcon.xcodeproj app; cd app
      "$0" run spec --watch --format json=a >/dev/null 2>../err & run=$!
      tries=0; until grep -q ^watching ../err; do tries=$((tries + 1)); [ $tries -gt 1000 ] && exit 9; sleep 0.02; done
      sleep 0.5; kill -INT $run; wait $run; cat ../err
      """, ["\(Repository.root)/lua/scenarios/seeds/fixtures"])
    #expect(result.exitCode == 0 && result.stdout.contains(" 1 file runs\nwatching; Ctrl-C ends\n"), "\(result)")
    #expect(Files.names(in: "\(folder.path)/app").contains("a"))
  }

  // MARK: Without /proc

  private static let hidesProc = #"unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh "#

  private static let canHideProc: Bool = {
    let result = try? ChildProcess.run("/bin/sh", ["-c", hidesProc + "true"], environment: ["PATH": "/usr/bin:/bin"])
    return result?.exitCode == 0
  }()

  @Test(
    .enabled(if: canHideProc, "A namespace without /proc cannot be made here."),
    .disabled(if: Sanitizer.isOn, "AddressSanitizer itself needs /proc."),
    arguments: [
      (["run", "s.lua", "--jobs", "2", "--format", "json=a"], 0),
      (["run", "s.lua", "--format", "tap=/dev/stdout"], 0),
      (["lint", app, "--format", "json=l"], 1), (["inspect", app, "--format", "html=i"], 0),
      (["check", app], 1), (["explore", "s.lua", "--jobs", "2"], 4), (["init", app], 0), (["--help"], 0),
      (["version"], 0), (["api"], 0), (["plugin", "list"], 0), (["run", "--nonsense"], 64),
      (["repl", "-e", "print(1)"], 0),
      (["repl", "-e", "plist.parse('a = b;'):save 'saved.strings'"], 0),
    ] as [([String], Int32)])
  func commandsWorkWithoutProc(arguments: [String], code: Int32) throws {
    folder.write("s.lua", "it('saves', function() plist.parse('a = b;'):save 'saved.strings' end)")
    let result = try shell(Self.hidesProc + #""$0" "$@""#, arguments, timeLimit: 60)
    #expect(result.exitCode == code && !result.stderr.contains("/proc"), "\(result)")
    #expect(folder.names.allSatisfy { !$0.hasPrefix(".homescreen") && !$0.contains("partial") }, "\(folder.names)")
  }
}
