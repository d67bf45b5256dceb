import TestSupport

/// A script in a file, run by the built executable.
struct ScriptRun {
  let folder = TemporaryFolder()

  /// Writes `script.lua` and runs it.
  /// - Parameters:
  ///   - budget: A small budget, so that an endless loop is cheap.
  ///   - memory: In MiB.
  func run(
    _ script: String, budget: Int64 = 2_000_000, memory: Int = 32, options: [String] = [], timeLimit: Double = 20
  ) throws -> ProcessResult {
    try run(Array(script.utf8), budget: budget, memory: memory, options: options, timeLimit: timeLimit)
  }

  func run(
    _ script: [UInt8], budget: Int64 = 2_000_000, memory: Int = 32, options: [String] = [], timeLimit: Double = 20
  ) throws -> ProcessResult {
    let path = folder.write("script.lua", script)
    return try homescreen(
      ["run", "--budget", "\(budget)", "--memory", "\(memory)"] + options + [path], timeLimit: timeLimit)
  }
}

extension ProcessResult {
  /// Whether it exited in time and not by a signal.
  var endedCleanly: Bool { signal == nil && !timedOut }

  var lines: [Substring] { stdout.split(separator: "\n") }
}
