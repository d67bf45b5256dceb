import Synchronization
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs a program to its end, with a time limit and bounded output.
///
/// The child leads its own process group, which is killed at the limit, so that no descendants remain. Standard input
/// is what the test gives, then closed. Nothing else is inherited.
enum ChildProcess {
  /// A pipe is marked "not inherited" only after its creation; no other child may start in between, or it would keep
  /// the pipe open.
  private static let starting = Mutex(())

  /// The number of bytes kept of each stream.
  static let maximumOutputBytes = 8 * 1024 * 1024

  /// - Parameters:
  ///   - seconds: The limit, extended with AddressSanitizer.
  ///   - signalAfterOutput: Sent to the child once, after its first output.
  static func run(
    _ executable: String, _ arguments: [String] = [], stdin: String? = nil, environment: [String: String] = [:],
    timeLimit seconds: Double = 30, signalAfterOutput signal: Int32? = nil
  ) throws -> ProcessResult {
    var (input, output, errors) = try starting.withLock { _ in (try Ends(), try Ends(), try Ends()) }
    defer {
      input.closeBoth()
      output.closeBoth()
      errors.closeBoth()
    }
    let ends = (input.reading, output.writing, errors.writing)
    let process = try starting.withLock { _ in
      try spawn(
        executable, arguments, environment.merging(Sanitizer.environment) { given, _ in given }, input: ends.0,
        output: ends.1, errors: ends.2)
    }
    input.closeReading()
    output.closeWriting()
    errors.closeWriting()

    var exchange = Exchange(
      input: Array((stdin ?? "").utf8), limit: maximumOutputBytes,
      deadline: Exchange.now() + seconds * Sanitizer.slowness)
    if let signal { exchange.onFirstOutput = { kill(process, signal) } }
    let isDone = exchange.run(input: &input, output: output.reading, errors: errors.reading)
    let (status, timedOut) = reap(process, deadline: exchange.deadline, isLate: !isDone)

    // WIFEXITED and WIFSIGNALED are macros, which Swift does not import.
    let ending = status & 0x7F
    return ProcessResult(
      exitCode: ending == 0 ? (status >> 8) & 0xFF : nil, signal: ending == 0 ? nil : ending,
      stdout: String(decoding: exchange.output.bytes, as: UTF8.self),
      stderr: String(decoding: exchange.errors.bytes, as: UTF8.self),
      timedOut: timedOut, wasCut: exchange.output.wasCut || exchange.errors.wasCut)
  }

  private static func spawn(
    _ executable: String, _ arguments: [String], _ environment: [String: String], input: Int32, output: Int32,
    errors: Int32
  ) throws -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let argv = CStrings([executable] + arguments)
    let envp = CStrings(
      environment.sorted { $0.key < $1.key }.map {
        "\($0.key)=\($0.value)"
      })
    var process: pid_t = 0
    let code = posix_spawn(&process, executable, &actions, &attributes, argv.pointers, envp.pointers)
    guard code == 0 else { throw ProcessFailure("\(executable) cannot be started: error \(code)") }
    return process
  }

  /// Waits for the process, kills its group at the deadline, and kills what remains of it.
  private static func reap(_ process: pid_t, deadline: Double, isLate: Bool) -> (status: Int32, timedOut: Bool) {
    var status: Int32 = 0
    var timedOut = isLate
    if !isLate {
      // The streams are closed, so the end is near. Poll, because it may never come.
      while waitpid(process, &status, WNOHANG) == 0 {
        if Exchange.now() > deadline {
          timedOut = true
          break
        }
        usleep(1_000)
      }
    }
    kill(-process, SIGKILL)
    if timedOut {
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    return (status, timedOut)
  }
}
