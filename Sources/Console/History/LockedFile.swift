internal import AppPackages
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A plain file of the user's own that only one process at a time adds to or replaces. The lock ends with the process,
/// however it ends. A link is not followed, and nothing else than a plain file is touched.
struct LockedFile: ~Copyable {
  let descriptor: Int32

  /// Opens the file, making it when it is not there, and waits a moment for the others.
  init(_ path: String) throws(FileBytes.Problem) {
    while true {
      let descriptor = try Self.open(path)
      do throws(FileBytes.Problem) {
        try Self.lock(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
      // While it waited, the file may have been replaced.
      if Self.stands(path, as: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  private static func open(_ path: String) throws(FileBytes.Problem) -> Int32 {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags, 0o600)
    #else
      let descriptor = Darwin.open(path, flags, 0o600)
    #endif
    guard descriptor >= 0 else { throw FileBytes.Problem(errno: errno) }
    var status = stat()
    let reason = fstat(descriptor, &status) == 0 ? HistoryPlace.problem(of: status) : SystemError.text(errno)
    guard let reason else { return descriptor }
    close(descriptor)
    throw FileBytes.Problem(reason: reason)
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end; all of them, or none.
  func append(_ bytes: [UInt8]) throws(FileBytes.Problem) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileBytes.Problem(errno: errno) }
    let code = StandardStream.writeAll(bytes, to: descriptor)
    guard code == 0 else {
      ftruncate(descriptor, status.st_size)
      throw FileBytes.Problem(errno: code)
    }
  }

  private static func lock(_ descriptor: Int32) throws(FileBytes.Problem) {
    // Each of them takes a millisecond; one that was stopped in between would keep all others waiting for ever.
    for _ in 0..<10_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      switch errno {
      case EWOULDBLOCK, EINTR: usleep(1_000)
      // Some network file systems have no locks: then without.
      case ENOLCK, EOPNOTSUPP, EINVAL, ENOSYS: return
      default: throw FileBytes.Problem(errno: errno)
      }
    }
    throw FileBytes.Problem(reason: "another process has locked it")
  }

  private static func stands(_ path: String, as descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0 && named.st_ino == opened.st_ino
      && named.st_dev == opened.st_dev
  }
}
