import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line of an interactive session that never ends inside one instruction: the second Ctrl-C starts the session anew
/// with the lines before it.
@Suite struct StuckLineTests {
  /// A shell with a terminal for the session, which `script` gives; keys are typed when the screen shows what they wait for.
  private func session(_ steps: String) throws -> ProcessResult {
    let folder = TemporaryFolder()
    let script = """
      screen="$2/screen"
      mkfifo "$2/keys"
      script -qfc "exec '$1' repl --no-init" "$2/screen" <"$2/keys" >/dev/null &
      exec 3>"$2/keys"
      shows() { for i in $(seq 400); do grep -qF -- "$1" "$2" 2>/dev/null && return; sleep 0.05; done; echo "never shown: $1"; }
      # What is typed before the prompt is there may be thrown away with the terminal's old mode.
      type() {
        for i in $(seq 400); do [ "$(tail -c 2 "$screen")" = '> ' ] && break; sleep 0.05; done
        for i in $(seq 20); do
          printf '%s\\r' "$1" >&3
          for j in $(seq 60); do grep -qF -- "$1" "$screen" && return; sleep 0.05; done
        done
      }
      interrupt() { printf '\\003' >&3; }
      shows 'Ctrl-D leaves' "$screen"
      \(steps)
      type 'exit'
      wait
      cat "$screen"
      """
    return try ChildProcess.run(
      "/bin/sh", ["-c", script, "sh", try BuiltExecutable.path(), folder.path],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "dumb", "HOME": folder.path], timeLimit: 60)
  }

  private static var hasScript: Bool { access("/usr/bin/script", X_OK) == 0 }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func theSecondControlCStartsAnewWithoutIt() throws {
    let result = try session(
      """
      type 'x = 40 print("kept", 1 + 1)'; shows 'kept	2' "$screen"
      type 'device:advance(5) print("time", device.time)'; shows 'time	5.0' "$screen"
      type 'local t = {} setmetatable(t, { __call = t }) print "now" t()'; shows 'now' "$screen"
      interrupt; sleep 0.5; interrupt
      shows '2 lines were run again' "$screen"
      type 'print("after", x + 2, device.time)'; shows 'after	42	5.0' "$screen"
      """)
    #expect(!result.stdout.contains("never shown"), "\(result)")
    #expect(
      result.stdout.contains("did not answer, so the session was started anew without it"), "\(result)")
    // What the lines printed is not printed again.
    #expect(result.stdout.components(separatedBy: "kept\t2").count == 2, "\(result)")
  }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func aLineThatControlCStoppedStopsAgain() throws {
    let result = try session(
      """
      type 'n = 0 print "counting" while true do n = n + 1 end'; shows 'counting' "$screen"
      sleep 0.3; interrupt; shows 'stopped by Ctrl-C' "$screen"
      type 'print("counted", n, n > 0)'; shows '	true' "$screen"
      type 'local t = {} setmetatable(t, { __call = t }) print "now" t()'; shows 'now' "$screen"
      interrupt; sleep 0.5; interrupt
      shows '2 lines were run again' "$screen"
      type 'print("again", n, n > 0, "!")'; shows '	!' "$screen"
      """)
    #expect(!result.stdout.contains("never shown"), "\(result)")
    func count(_ word: String) -> Substring? {
      result.stdout.split(whereSeparator: \.isNewline).last { $0.hasPrefix("\(word)\t") }?.split(separator: "\t")
        .dropFirst().first
    }
    let counted = try #require(count("counted"), "\(result)")
    #expect(count("again") == counted, "\(result)")
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}
