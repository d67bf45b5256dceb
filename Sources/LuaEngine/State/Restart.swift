import CLuaSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Starting the program anew when one instruction of a script never ends and the person before it presses Ctrl-C again.
/// What the program keeps for that lies in a file without a name, which the new one finds by a variable of its
/// environment. One for the process.
public final class Restart {
  private static let variable = "HOMESCREEN_RESTART"

  private let file: Int32
  private let arguments: CStringArray
  /// The file has all that it should have.
  private var isKept = false

  /// Prepares a new start of this program.
  ///
  /// - Parameter arguments: what the program is started with, its own name first.
  /// - Returns: nil where the system offers no such file.
  public init?(arguments: [String]) {
    file = hs_restart_file()
    self.arguments = CStringArray(arguments)
    guard file >= 0, hs_restart_prepare(self.arguments.pointers, Self.variable, "\(file)") else { return nil }
  }

  deinit {
    hs_restart_arm(false)
    close(file)
  }

  /// Keeps what the next start is given: the first bytes of what was kept before, and others after them.
  ///
  /// - Parameters:
  ///   - bytes: what is new.
  ///   - count: so many of the bytes before stay as they are.
  public func keep(_ bytes: some Collection<UInt8>, after count: Int) {
    isKept = write(Array(bytes), at: count)
  }

  /// Runs `body`; during it, the second Ctrl-C without an answer starts the program anew with what was kept.
  public func guarding<Result>(_ body: () -> Result) -> Result {
    hs_restart_arm(isKept)
    defer { hs_restart_arm(false) }
    return body()
  }

  private func write(_ bytes: [UInt8], at start: Int) -> Bool {
    guard ftruncate(file, off_t(start)) == 0 else { return false }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file, $0.baseAddress.map { $0 + written }, $0.count - written, off_t(start + written))
      }
      if count <= 0 { return false }
      written += count
    }
    return true
  }

  /// What the program kept that this one follows; nil when it follows none. Once.
  public static func takeState() -> [UInt8]? {
    guard let value = getenv(variable).flatMap({ Int32(String(cString: $0)) }), value > STDERR_FILENO else {
      return nil
    }
    unsetenv(variable)
    var status = stat()
    guard fstat(value, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
    defer { close(value) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    let count = bytes.withUnsafeMutableBytes { pread(value, $0.baseAddress, $0.count, 0) }
    return count == bytes.count ? bytes : nil
  }
}

/// Strings as C wants them, for as long as the object lives.
private final class CStringArray {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [String]) {
    count = strings.count
    pointers = .allocate(capacity: count + 1)
    for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    pointers[count] = nil
  }

  deinit {
    for index in 0..<count { free(pointers[index]) }
    pointers.deallocate()
  }
}
