/// Paths of the disk without symbolic links, `.` and `..`.
package enum RealPath {
  /// - Returns: nil when there is nothing at the path, or its name is no text in UTF-8.
  package static func of(_ path: String) -> String? { try? CurrentMachine.value.realPath(path) }
}
