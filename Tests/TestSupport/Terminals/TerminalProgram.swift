#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program on its own terminal, controlled by typed keys and the visible screen.
public final class TerminalProgram {
  /// The visible screen.
  public private(set) var screen: Screen
  private let terminal: PseudoTerminal
  private let process: pid_t
  /// The status from `waitpid`; nil while it runs.
  public private(set) var status: Int32?

  /// The seconds to wait for output, extended with AddressSanitizer.
  public static let patience = 30.0

  /// Starts a program in its own session, like a shell in a new window; returns nil if the system provides no terminal
  /// or does not start it.
  ///
  /// - Parameters:
  ///   - folder: The working directory.
  ///   - environment: The whole environment; `TERM` defaults to `xterm`.
  public init?(
    _ path: String, _ arguments: [String], in folder: String, environment: [String: String] = [:], columns: Int = 80,
    rows: Int = 24
  ) {
    guard let terminal = PseudoTerminal(columns: columns, rows: rows, isRaw: false) else { return nil }
    self.terminal = terminal
    screen = Screen(columns: columns, rows: rows)
    let environment = ["TERM": "xterm"].merging(Sanitizer.environment) { $1 }.merging(environment) { $1 }
    guard let process = Self.start(path, arguments, in: folder, environment, on: terminal.path) else { return nil }
    self.process = process
  }

  deinit {
    guard status == nil else { return }
    kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private static func start(
    _ path: String, _ arguments: [String], in folder: String, _ environment: [String: String], on terminal: String
  ) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let ownSession: Int32 = 0x80
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let ownSession: Int32 = 0x400
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal, which sends Ctrl-C.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | ownSession
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // A shell changes the working directory: posix_spawn has no portable way to set it.
    let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, path] + arguments
    let argv = words.map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var process: pid_t = 0
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, argv, envp) == 0 ? process : nil
  }

  // MARK: Typing and reading

  /// Types keys.
  public func type(_ keys: String) { terminal.send(Array(keys.utf8)) }

  /// Types bytes, such as those of a control key.
  public func type(bytes: [UInt8]) { terminal.send(bytes) }

  /// Polls the screen until a condition holds.
  /// - Parameter seconds: The time limit; by default that of all waits.
  /// - Returns: false if it never holds, or the program ended before.
  public func waits(seconds: Double = TerminalProgram.patience, until isShown: (Screen) -> Bool) -> Bool {
    let deadline = Self.now() + seconds * Sanitizer.slowness
    while true {
      look()
      if isShown(screen) { return true }
      if status != nil {
        // The last output.
        look()
        return isShown(screen)
      }
      if Self.now() > deadline { return false }
      usleep(2_000)
    }
  }

  /// Waits for a text on the screen or in scrolled rows.
  public func shows(_ text: String) -> Bool { waits { $0.text.contains(text) } }

  /// Waits for the program to end.
  /// - Returns: The exit code; nil if it did not end or a signal ended it.
  public func exitCode() -> Int32? {
    _ = waits { _ in status != nil }
    guard let status, status & 0x7F == 0 else { return nil }
    return (status >> 8) & 0xFF
  }

  private func look() {
    screen.draw(terminal.drawnBytes())
    guard status == nil else { return }
    var status: Int32 = 0
    if waitpid(process, &status, WNOHANG) == process { self.status = status }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
