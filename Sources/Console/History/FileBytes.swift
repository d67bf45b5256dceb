internal import AppPackages

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few file operations that the history needs.
enum FileBytes {
  struct Problem: Error, Equatable {
    let reason: String

    init(reason: String) {
      self.reason = reason
    }

    init(errno code: Int32) {
      reason = SystemError.text(code)
    }
  }

  /// The whole file; `nil` when there is none.
  static func read(_ path: String, limit: Int) -> Result<[UInt8]?, Problem> {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return errno == ENOENT ? .success(nil) : .failure(Problem(errno: errno))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(Problem(errno: errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(Problem(reason: "it is not a file")) }
    guard status.st_size <= limit else {
      return .failure(Problem(reason: "it has more than \(limit) bytes"))
    }
    return readAll(descriptor, expected: Int(status.st_size), limit: limit).map { $0 }
  }

  private static func readAll(_ descriptor: Int32, expected: Int, limit: Int) -> Result<[UInt8], Problem> {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
      let count = block.withUnsafeMutableBytes { Self.readBlock(descriptor, $0) }
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Problem(errno: errno))
      }
      bytes += block[..<count]
    }
    return .failure(Problem(reason: "it has more than \(limit) bytes"))
  }

  private static func readBlock(_ descriptor: Int32, _ block: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, block.baseAddress, block.count)
    #else
      Darwin.read(descriptor, block.baseAddress, block.count)
    #endif
  }

  /// The file that a chain of symbolic links ends at, so that replacing it keeps the links; the path itself when it
  /// does not exist.
  static func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Creates the folders above a file, for the owner only, as the XDG rules ask.
  static func createParents(of path: String) throws(Problem) {
    let parts = path.split(separator: "/").dropLast()
    var folder = path.hasPrefix("/") ? "" : "."
    for part in parts {
      folder += "/" + part
      if mkdir(folder, 0o700) != 0, errno != EEXIST, errno != EISDIR, errno != EROFS, errno != EACCES {
        throw Problem(errno: errno)
      }
    }
  }

  static func rename(_ path: String, to other: String) throws(Problem) {
    #if canImport(Glibc)
      let result = Glibc.rename(path, other)
    #else
      let result = Darwin.rename(path, other)
    #endif
    guard result == 0 else { throw Problem(errno: errno) }
  }

  /// Writes a new file beside the old one and puts it in its place: a reader sees the old or the new, never a half.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    let temporary = "\(path).\(getpid()).new"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Problem(errno: errno) }
    var code = StandardStream.writeAll(bytes, to: descriptor)
    if close(descriptor) != 0, code == 0 { code = errno }
    guard code == 0 else {
      unlink(temporary)
      throw Problem(errno: code)
    }
    do {
      try rename(temporary, to: path)
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
