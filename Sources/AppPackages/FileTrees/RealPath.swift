#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Paths of the disk without symbolic links, `.` and `..`.
package enum RealPath {
  /// - Returns: nil when there is nothing at the path, or its name is no text in UTF-8; `errno` says why.
  package static func of(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else {
      errno = EILSEQ
      return nil
    }
    return text
  }
}
