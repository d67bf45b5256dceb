import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An interactive session on a terminal from script(1); a shell script types the input.
enum TypedSession {
  static var isPossible: Bool { access("/usr/bin/script", X_OK) == 0 }

  /// Runs `steps`, which end by printing the screen. `start ARGUMENTS` starts a session, `type LINE` types it at the
  /// next prompt, `shows TEXT FILE` waits for it, `interrupt` is Ctrl-C, `$screen` is the screen, and `$folder` a
  /// folder for files and the home.
  /// - Parameters:
  ///   - command: The command that starts the program.
  ///   - greeting: The text on the screen when it is ready.
  static func run(
    _ steps: String, command: String = "repl --no-init", greeting: String = "Ctrl-D quits",
    in folder: TemporaryFolder = TemporaryFolder(), environment: [String: String] = [:]
  ) throws -> ProcessResult {
    let script = """
      program=$1 folder=$2 screen="$2/screen"
      start() {
        rm -f "$folder/keys" "$screen"; mkfifo "$folder/keys"
        (cd "$folder" && exec script -qfc "echo \\$\\$ >'$folder/pid'; exec '$program' \(command) $*" "$screen" <"$folder/keys" >/dev/null) &
        exec 3>"$folder/keys"
        shows '\(greeting)' "$screen"
      }
      shows() { for i in $(seq 400); do grep -qF -- "$1" "$2" 2>/dev/null && return; sleep 0.05; done; echo "never shown: $1"; }
      # What is typed before the prompt is there may be thrown away with the terminal's old mode.
      type() {
        for i in $(seq 400); do [ "$(tail -c 2 "$screen")" = '> ' ] && break; sleep 0.05; done
        for i in $(seq 20); do
          printf '%s\\r' "$1" >&3
          for j in $(seq 60); do grep -qF -- "$1" "$screen" && return; sleep 0.05; done
        done
      }
      finish() { type 'exit'; wait; cat "$screen"; }
      interrupt() { printf '\\003' >&3; }
      start
      \(steps)
      finish
      """
    return try ChildProcess.run(
      "/bin/sh", ["-c", script, "sh", try BuiltExecutable.path(), folder.path],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "dumb", "HOME": folder.path].merging(environment) { $1 },
      timeLimit: 60)
  }
}
