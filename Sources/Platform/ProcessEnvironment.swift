internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The arguments and the environment of this process, without Foundation.
public enum ProcessEnvironment {
  /// The command line arguments, without the program's name. Bytes that are not UTF-8 are replaced.
  public static var arguments: [String] {
    (0..<cp_argument_count()).dropFirst().map { cp_argument($0).map { String(cString: $0) } ?? "" }
  }

  /// Returns the value of a variable; `nil` when it is not set or not UTF-8.
  public static func value(_ name: String) -> String? { getenv(name).flatMap { String(validatingCString: $0) } }

  /// The folder of the user's configuration: `$XDG_CONFIG_HOME`, or `.config` in the home folder; nil without either.
  public static var configurationFolder: String? { configuration.path }
  package static var configuration: OwnFolder { OwnFolder("XDG_CONFIG_HOME", below: ".config") }

  /// The working directory; `.` when it is unknown.
  public static var workingFolder: String { CurrentMachine.value.workingFolder }

  /// The folder of the user's caches: `$XDG_CACHE_HOME`, otherwise `.cache` in the home folder; nil without either.
  public static var cacheFolder: String? { cache.path }
  package static var cache: OwnFolder { OwnFolder("XDG_CACHE_HOME", below: ".cache") }
  /// A folder of the user that variables name. A path that is not absolute depends on the working directory, and a
  /// folder that others may change is not safe: neither counts.
  package struct OwnFolder {
    /// The path; nil when no variable gives a usable one.
    package private(set) var path: String?
    /// The reason why a variable does not count, as a sentence without a full stop; nil if all do.
    package private(set) var problem: String?

    /// - Parameters:
    ///   - below: the folder's path in the home folder, if the variable does not count.
    ///   - value: returns the value of a variable.
    package init(_ variable: String, below: String, value: (String) -> String? = ProcessEnvironment.value) {
      for (variable, suffix) in [(variable, ""), ("HOME", "/\(below)")] {
        guard path == nil, let folder = value(variable), !folder.isEmpty else { continue }
        let reason =
          folder.utf8.first == UInt8(ascii: "/")
          ? CurrentMachine.aside {
            FileOwner.problem(RealPath.leading(folder)) ?? FileOwner.problem(RealPath.leading(folder + suffix))
          }
          : "\(folder) is not an absolute path"
        if let reason { problem = problem ?? "\(variable) is ignored: \(reason)" } else { path = folder + suffix }
      }
    }
  }

  /// The number of processors that this process may use.
  public static var processorCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Returns whether there is a file at a path; links are followed.
  public static func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// The exit codes of the process. `homescreen help exit-codes` and the article about the command line show this table.
public enum ExitCode: Int32, Sendable, Comparable, CaseIterable {
  case success = 0
  case failure = 1
  case scriptError = 2
  case internalFault = 3
  case nothingMatched = 4
  case staleSnapshots = 5
  case usage = 64
  case noInput = 66
  case lostOutput = 74
  case watchdog = 124
  case interrupted = 130

  private var row: (name: String, meaning: String) {
    switch self {
    case .success: ("success", "success")
    case .failure:
      ("failure", "a failure, a finding, a difference, or an input that cannot be used")
    case .scriptError: ("script-error", "a script or a plugin is broken")
    case .internalFault: ("internal-fault", "a bug in homescreen")
    case .nothingMatched: ("nothing-matched", "nothing ran, or nothing matched")
    case .staleSnapshots: ("stale-snapshots", "a snapshot is missing or no longer used")
    case .usage: ("usage", "the command line is invalid")
    case .noInput: ("no-input", "an input is missing or cannot be read")
    case .lostOutput: ("lost-output", "standard output or a report file could not be written, whatever else happened")
    case .watchdog: ("watchdog", "the watchdog ended something that took too long")
    case .interrupted: ("interrupted", "Ctrl-C")
    }
  }

  /// The name of the exit code.
  public var name: String { row.name }

  /// The meaning, without a full stop.
  public var meaning: String { row.meaning }

  /// Compares the numbers: the larger one is more severe.
  public static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}

/// The time limit of commands that run no script and only read an input. It ends the process with 124 and a message.
///
/// It counts the processor time of the process, and ten times as much real time while it waits. The time in which the
/// process is stopped, or the machine sleeps, does not count.
public enum TimeLimit {
  /// The default limit in seconds, also for scripts.
  public static let defaultSeconds: Double = 60

  /// Runs code within a time limit.
  ///
  /// - Parameters:
  ///   - what: the task for the message, such as `reading My.app`.
  ///   - hint: a suggestion, a sentence; nil if there is none.
  ///   - seconds: processor time; 0 for no limit.
  public static func run<Result, Failure: Error>(
    _ what: String, hint: String? = nil, seconds: Double, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(what, hint: hint, seconds: seconds)
    defer { end() }
    return try body()
  }

  /// Starts a limit that replaces earlier ones; for work that begins and ends on several threads.
  ///
  /// - Parameters: those of ``run(_:hint:seconds:_:)``.
  public static func begin(_ what: String, hint: String? = nil, seconds: Double) {
    // A long path must not push the rest of the sentence out of the line.
    let shown = TerminalText.visible(what.count > 300 ? what.prefix(300) + "…" : what, isOneLine: true)
    func line(_ seconds: Double, _ clock: String) -> String {
      let unit = seconds == 1 ? "second" : "seconds"
      let number = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
      let sentence = "homescreen: \(shown) took longer than \(number) \(unit) of \(clock) time and was ended."
      return StandardStream.error.rendered(.forPrograms(sentence + (hint.map { " \($0)" } ?? "") + "\n"))
    }
    cp_limit_time(seconds, ExitCode.watchdog.rawValue, line(seconds, "processor"), line(cp_real_time(seconds), "real"))
  }

  /// Removes the limit.
  public static func end() { cp_clocks_stop() }
}
