internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The arguments and the environment of this process, without Foundation.
public enum ProcessEnvironment {
  /// What the process was started with, without its own name. Bytes that are no UTF-8 are replaced.
  public static var arguments: [String] {
    (0..<cp_argument_count()).dropFirst().map { cp_argument($0).map { String(cString: $0) } ?? "" }
  }

  /// The value of a variable; `nil` when it is not set or not UTF-8.
  public static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }

  /// Where a user's configuration lies: `$XDG_CONFIG_HOME`, else `.config` in the home folder; nil without either.
  public static var configurationFolder: String? { configuration.path }
  package static var configuration: OwnFolder { OwnFolder("XDG_CONFIG_HOME", below: ".config") }

  /// The working directory; `.` when it cannot be told.
  public static var workingFolder: String { CurrentMachine.value.workingFolder }

  /// Where a user's caches lie: `$XDG_CACHE_HOME`, else `.cache` in the home folder; nil without either.
  public static var cacheFolder: String? { cache.path }
  package static var cache: OwnFolder { OwnFolder("XDG_CACHE_HOME", below: ".cache") }
  /// A folder of the user's own that variables name. A path that is not absolute would be one of the working directory,
  /// and a folder that others may change would be theirs: neither counts.
  package struct OwnFolder {
    /// nil: no variable names one that counts.
    package private(set) var path: String?
    /// Why a variable does not count, a sentence without a full stop; nil where all do.
    package private(set) var problem: String?

    /// - Parameters:
    ///   - below: where it lies in the home folder, if the variable of its own does not count.
    ///   - value: of a variable.
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

  /// How many processors this process may use.
  public static var processorCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Whether a path leads somewhere.
  public static func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// How the process ends: the one table of exit codes, which `homescreen help exit-codes` and the article about
/// the command line show.
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
    case .success: ("success", "fine")
    case .failure:
      ("failure", "something fails, was found or differs; an input cannot be used")
    case .scriptError: ("script-error", "a script or a plugin is broken")
    case .internalFault: ("internal-fault", "a bug in homescreen")
    case .nothingMatched: ("nothing-matched", "nothing ran, or nothing matched")
    case .staleSnapshots: ("stale-snapshots", "a snapshot is missing or no longer used")
    case .usage: ("usage", "the command line cannot be understood")
    case .noInput: ("no-input", "an input is missing or cannot be read")
    case .lostOutput: ("lost-output", "standard output or a report file could not be written, whatever else happened")
    case .watchdog: ("watchdog", "the watchdog ended something that took too long")
    case .interrupted: ("interrupted", "Ctrl-C")
    }
  }

  /// What it is called.
  public var name: String { row.name }

  /// What it means, without a full stop.
  public var meaning: String { row.meaning }

  /// By their numbers: the larger one says more.
  public static func < (left: ExitCode, right: ExitCode) -> Bool { left.rawValue < right.rawValue }
}

/// The watchdog of what runs no script: reading and explaining an input. It ends the process with 124 and a sentence.
///
/// It counts what processors work for the process, and ten times as much real time for what waits. The time in which the
/// process is stopped, or the machine sleeps, does not count.
public enum TimeLimit {
  /// Scripts have the same.
  public static let defaultSeconds: Double = 60

  /// Does something that must not take longer than it may.
  ///
  /// - Parameters:
  ///   - what: what takes long, such as `reading My.app`.
  ///   - hint: what to do, a sentence; nil when there is nothing.
  ///   - seconds: processor time; 0 for no limit.
  public static func run<Result, Failure: Error>(
    _ what: String, hint: String? = nil, seconds: Double, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(what, hint: hint, seconds: seconds)
    defer { end() }
    return try body()
  }

  /// From now on the process has so much time, whatever was said before; for what begins and ends on several threads.
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
    cp_limit_time(
      seconds, ExitCode.watchdog.rawValue, line(seconds, "processor"), line(cp_real_time(seconds), "real"))
  }

  /// Takes the limit away.
  public static func end() { cp_clocks_stop() }
}
