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
