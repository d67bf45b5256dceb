#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opening and closing what gets reports as they come.
package enum ReportDescriptor {
  /// Opens a file, a pipe or a device that gets the lines as they come.
  /// - Parameters:
  ///   - appends: what is there stays, and the lines follow it; a missing file is made.
  ///   - truncates: what is there goes.
  package static func open(_ path: String, appends: Bool = false, truncates: Bool = true) throws(LostReport) -> Int32 {
    let flags = O_WRONLY | O_CLOEXEC | (appends ? O_CREAT | O_APPEND : truncates ? O_TRUNC : 0)
    guard !path.utf8.contains(0) else { throw LostReport(path, number: ENOENT) }
    while true {
      #if canImport(Glibc)
        let descriptor = Glibc.open(path, flags, 0o666)
      #else
        let descriptor = Darwin.open(path, flags, 0o666)
      #endif
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw LostReport(path, number: errno) }
    }
  }

  /// Some file systems say only now that they had no room.
  /// - Returns: 0, or an error number.
  package static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      let code = Glibc.close(descriptor)
    #else
      let code = Darwin.close(descriptor)
    #endif
    return code == 0 || errno == EINTR ? 0 : errno
  }
}
