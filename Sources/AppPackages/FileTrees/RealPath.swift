#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Paths of the disk without symbolic links, `.` and `..`.
enum RealPath {
  /// - Returns: nil when there is nothing at the path; `errno` says why.
  static func of(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
