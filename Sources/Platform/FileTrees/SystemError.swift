#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The operating system's words for an error number.
public enum SystemError {
  /// The system’s words for an error.
  ///
  /// - Parameter number: `errno`.
  public static func text(_ number: Int32) -> String {
    if number == MachineRefusal.versionControl.number { return "it belongs to version control" }
    var bytes = [CChar](repeating: 0, count: 256)
    // The POSIX form of strerror_r; the plain strerror is not safe beside other threads.
    guard strerror_r(number, &bytes, bytes.count) == 0 else { return "error \(number)" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
