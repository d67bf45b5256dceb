#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The operating system's words for an error number.
enum SystemError {
  static func text(_ number: Int32) -> String {
    // strerror may use one buffer for all threads only for unknown numbers; known ones are constants.
    guard let words = strerror(number) else { return "error \(number)" }
    return String(cString: words)
  }
}
