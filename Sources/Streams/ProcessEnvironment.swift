internal import AppPackages
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

  /// The value of a variable that decides what a run does, so that records of it keep it; `nil` as in ``value(_:)``.
  public static func input(_ name: String) -> String? { CurrentMachine.value.variable(name) }

  /// Where a user's configuration lies: `$XDG_CONFIG_HOME`, else `.config` in the home folder; nil without either.
  public static var configurationFolder: String? {
    if let folder = value("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder }
    return value("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.config" }
  }

  /// The working directory; `.` when it cannot be told.
  public static var workingFolder: String { CurrentMachine.value.workingFolder }

  /// Where a user's caches lie: `$XDG_CACHE_HOME`, else `.cache` in the home folder; nil without either.
  public static var cacheFolder: String? {
    if let folder = value("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
    return value("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.cache" : nil }
  }

  /// How many processors this process may use.
  public static var processorCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Whether a path leads somewhere.
  public static func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
