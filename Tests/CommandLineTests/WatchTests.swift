import TestSupport
import Testing

/// `run --watch`: scripts affected by a change run again.
@Suite struct WatchTests {
  private let folder = TemporaryFolder()
  private let out = TemporaryFolder()

  /// Starts a watch, runs steps in the folder, and ends it.
  ///
  /// - Parameters:
  ///   - steps: Shell commands; `runs 2` waits until two runs are over, `told TEXT` until standard error has a text.
  /// - Returns: The output of each run.
  private func watch(
    _ steps: String, arguments: String = "spec", signal: String = "INT", exitCode: Int32
  ) throws -> [Substring] {
    let script = """
      PATH=/usr/bin:/bin; cd "$1"
      await() { tries=0; until "$@"; do tries=$((tries + 1)); [ $tries -gt 1000 ] && echo "never: $*" && kill -9 $pid; sleep 0.02; done; }
      over() { [ "$(grep -c '^watching' "$out/err")" -ge "$1" ] || ! kill -0 $pid; }
      holds() { grep -qF "$1" "$out/err" || ! kill -0 $pid; }
      runs() { await over "$1"; }
      told() { await holds "$1"; }
      out="$2"; : > "$out/err"
      "$0" run \(arguments) --watch > "$out/out" 2> "$out/err" & pid=$!
      runs 1
      \(steps)
      kill -\(signal) $pid
      wait $pid
      """
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", script, try BuiltExecutable.path(), folder.path, out.path], timeLimit: 60)
    let (text, errors) = (out.read("out") ?? "", out.read("err") ?? "")
    #expect(result.exitCode == exitCode, "\(result)\n\(text)\n\(errors)")
    #expect(result.stdout == "")
    // Each run ends with a line of counts.
    return text.split(separator: #/\d+ passed.*\n/#).filter { !$0.isEmpty }
  }

  private func write(_ names: String...) {
    for name in names { folder.write("spec/\(name)_spec.lua", "it('\(name)', function() end)") }
  }

  @Test func affectedScriptsRunAgain() throws {
    write("b", "c")
    folder.write("spec/m.lua", "return 1")
    folder.write("spec/a_spec.lua", "local m = require 'm' it('a', function() assert.equal(1, m) end)")
    let runs = try watch(
      """
      echo 'return 2' > spec/m.lua; runs 2
      echo "it('b2', function() end)" > spec/.b.swp; mv spec/.b.swp spec/b_spec.lua; runs 3
      echo "it('d', function() end)" > spec/d_spec.lua; runs 4
      rm spec/c_spec.lua; echo 'return 3' > spec/m.lua; runs 5
      """, exitCode: 1)
    let names = runs.map { run in run.matches(of: #/[✓✗] (\w+)/#).map { String($0.1) } }
    #expect(names == [["a", "b", "c"], ["a"], ["b2"], ["d"], ["a"]], "\(runs)")
    let errors = try #require(out.read("err"))
    #expect(errors.contains(#/\n\d\d:\d\d:\d\d changed spec/m.lua; 1 file runs\n/#), "\(errors)")
    #expect(errors.starts(with: #/\d\d:\d\d:\d\d 3 files run\n/#) && !errors.contains("\u{1B}"), "\(errors)")
  }

  @Test func eachRunClearsTheTerminal() throws {
    write("a")
    let program = try #require(
      TerminalProgram(
        try BuiltExecutable.path(), ["run", "spec", "--watch"], in: folder.path,
        environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"]))
    #expect(program.waits { $0.rows.contains { $0.hasPrefix("watching") } }, "\(program.screen.rows)")
    #expect(program.screen.rows[0].wholeMatch(of: #/\d\d:\d\d:\d\d 1 file runs/#) != nil, "\(program.screen.rows)")
    folder.write("spec/a_spec.lua", "it('other', function() end)")
    #expect(
      program.waits { screen in
        ["  ✓ other", "watching"].allSatisfy { text in screen.rows.contains { $0.hasPrefix(text) } }
      }, "\(program.screen.rows)")
    let first = program.screen.rows[0]
    #expect(
      first.wholeMatch(of: #/\d\d:\d\d:\d\d changed spec/a_spec.lua; 1 file runs/#) != nil, "\(program.screen.rows)")
    #expect(!program.screen.rows.contains("  ✓ a"))
    program.type("\u{3}")
    #expect(program.exitCode() == 0)
  }

  @Test func changedAppsSettingsAndPluginsAffectScripts() throws {
    write("b")
    folder.write("app/Info.plist", "{ CFBundleIdentifier = \"com.example.a\"; CFBundleName = A; }")
    folder.write(
      "spec/a_spec.lua", "it('a', function() Device {}:install '../app' end)")
    let runs = try watch(
      """
      sed -i 's/CFBundleName = A/CFBundleName = B/' app/Info.plist; runs 2
      echo "return { os = { '17.5' } }" > homescreen.lua; runs 3
      """, exitCode: 0)
    let names = runs.map { run in run.matches(of: #/[✓✗] (\w+)/#).map { String($0.1) } }
    #expect(names == [["a", "b"], ["a"], ["a", "b"]], "\(runs)")
  }

  @Test func filesWrittenByScriptsAreNotChanges() throws {
    write("b")
    folder.write(
      "spec/a_spec.lua",
      """
      it('a', function()
        pcall(plist.load, 'count.strings')
        plist.parse 'a = "b";':save 'count.strings'
        plist.parse 'a = "b";':save 'new/count.strings'
      end)
      """)
    let runs = try watch(
      "echo \"it('b2', function() end)\" > spec/b_spec.lua; runs 2", exitCode: 0)
    let names = runs.map { run in run.matches(of: #/[✓✗] (\w+)/#).map { String($0.1) } }
    #expect(names == [["a", "b"], ["b2"]], "\(runs)")
  }

  @Test func mistakesAreReportedUntilFixed() throws {
    write("a")
    folder.write(".busted", "return { default = { ROOT = { 'spec' } } }")
    let runs = try watch(
      """
      echo 'return {' > .busted; told 'the file ends'; runs 2
      echo "return { default = { ROOT = { 'spec' }, tags = 'none' } }" > .busted; told 'no scenario matched'; runs 3
      echo "error 'broken'" > spec/a_spec.lua; runs 4
      """, arguments: "", signal: "TERM", exitCode: 2)
    #expect(runs.last?.contains("broken") == true, "\(runs)")
  }

  /// Nothing that handles Ctrl-C has run yet.
  @Test func controlCKeepsTheExitCodeEvenIfNothingRan() throws {
    write("a")
    folder.write(".busted", "return {")
    for signal in ["INT", "TERM"] {
      #expect(try watch("told 'the file ends'", arguments: "", signal: signal, exitCode: 2).isEmpty)
    }
    let runs = try watch("echo 'return {}' > .busted; runs 2", arguments: "", exitCode: 0)
    #expect(runs.count == 1 && runs[0].contains("✓ a"), "\(runs)")
  }

  @Test func unwatchableInputIsRefused() throws {
    let result = try homescreen(["run", "a.lua", "--watch", "--repl-on-failure"])
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stderr.contains("--watch"))
  }
}
