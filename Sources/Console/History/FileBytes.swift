internal import AppPackages
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few file operations that the history needs.
enum FileBytes {
  struct Problem: Error, Equatable {
    let reason: String
    /// The file can be read, and is not one of ours.
    let isDamage: Bool

    init(reason: String, isDamage: Bool = false) {
      self.reason = reason
      self.isDamage = isDamage
    }

    init(errno code: Int32) {
      self.init(reason: SystemError.text(code))
    }
  }

  /// The whole file; `nil` if it is missing. A link is not followed.
  static func read(_ path: String, limit: Int) -> Result<[UInt8]?, Problem> {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      return errno == ENOENT ? .success(nil) : .failure(Problem(errno: errno))
    }
    defer { close(descriptor) }
    return read(descriptor, limit: limit).map { $0 }
  }

  /// The whole file of a descriptor, from its beginning.
  static func read(_ descriptor: Int32, limit: Int) -> Result<[UInt8], Problem> {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(Problem(errno: errno)) }
    if let reason = HistoryPlace.problem(of: status) { return .failure(Problem(reason: reason)) }
    guard status.st_size <= limit else {
      return .failure(Problem(reason: "it has more than \(limit) bytes", isDamage: true))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
      let offset = off_t(bytes.count)
      let count = block.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Problem(errno: errno))
      }
      bytes += block[..<count]
    }
    return .failure(Problem(reason: "it has more than \(limit) bytes", isDamage: true))
  }

  /// Creates the folders above a file, for the owner only, as the XDG rules ask.
  static func createParents(of path: String) throws(Problem) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropLast().map { Substring($0) }
    var folder = path.utf8.first == UInt8(ascii: "/") ? "" : "."
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

  /// Writes a new file out of sight and puts it in the place of the old one: a reader sees the old or the new, never a
  /// half.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    let folder = FileTreePath.directory(of: path)
    do {
      try OutputFolder(folder.isEmpty ? "/" : folder).write(
        bytes, to: FileTreePath.lastComponent(path), isPrecious: true)
    } catch {
      throw Problem(reason: error.message)
    }
  }
}
