import TestSupport

/// One script as a file of its own, run by the built executable.
struct ScriptRun {
  let folder = TemporaryFolder()

  /// Writes `script.lua` and runs it.
  /// - Parameters:
  ///   - budget: a small one, so that an endless loop costs the test little.
  ///   - memory: in MiB.
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
  /// Ended by itself, and in time.
  var isSound: Bool { signal == nil && !timedOut }

  var lines: [Substring] { stdout.split(separator: "\n") }
}
