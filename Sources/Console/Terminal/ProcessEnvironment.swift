#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment of this process, without Foundation.
public enum ProcessEnvironment {
  /// The value of a variable; `nil` when it is not set or not UTF-8.
  public static func value(_ name: String) -> String? {
    getenv(name).flatMap { String(validatingCString: $0) }
  }
}
