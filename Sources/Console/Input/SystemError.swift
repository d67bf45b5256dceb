#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's words for an error number.
enum SystemError {
  static func message(_ code: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 256)
    // The POSIX form of strerror_r; the plain strerror is not safe beside other threads.
    guard strerror_r(code, &bytes, bytes.count) == 0 else { return "error \(code)" }
    let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self)
  }
}
