#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program on a terminal of its own, and the person who types and reads: keys go in, the screen is looked at.
public final class TerminalProgram {
  /// What the person sees.
  public private(set) var screen: Screen
  private let terminal: PseudoTerminal
  private let process: pid_t
  /// How the program ended, as `waitpid` says it; nil while it runs.
  public private(set) var status: Int32?

  /// Seconds to wait for what is to be seen; more with AddressSanitizer.
  public static let patience = 30.0

  /// Starts a program in a session of its own, as a shell in a new window does; nil where the system gives no terminal or
  /// does not start it.
  ///
  /// - Parameters:
  ///   - folder: the working directory.
  ///   - environment: the whole environment; `TERM` is `xterm` where it says nothing else.
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
    // The first terminal that the leader of a session opens is the one whose Ctrl-C it gets.
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

    // The working directory by a shell: posix_spawn has no portable way to set it.
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

  /// Looks at the screen until it shows what is wanted.
  /// - Parameter seconds: how long; by default as long as anything may take.
  /// - Returns: false when it never does, or the program has ended before.
  public func waits(seconds: Double = TerminalProgram.patience, until isShown: (Screen) -> Bool) -> Bool {
    let deadline = Self.now() + seconds * Sanitizer.slowness
    while true {
      look()
      if isShown(screen) { return true }
      if status != nil {
        // What it wrote last.
        look()
        return isShown(screen)
      }
      if Self.now() > deadline { return false }
      usleep(2_000)
    }
  }

  /// Waits for a text anywhere on the screen, or in what has left it.
  public func shows(_ text: String) -> Bool { waits { $0.text.contains(text) } }

  /// Waits for the program's end.
  /// - Returns: the exit code; nil when it did not end, or was ended by a signal.
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
