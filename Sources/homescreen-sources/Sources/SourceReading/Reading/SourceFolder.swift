import AppSources

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a project. Files outside its folder, or of version control, are not read.
struct SourceFolder: Sendable {
  /// The maximum size of a file; longer ones are listed but not read.
  static let largest = 8 << 20

  private static let versionControl: Set = [".git", ".hg", ".svn", ".jj", ".bzr", ".sl", ".pijul", "_darcs"]

  /// The path with symbolic links resolved, and a slash at the end.
  private let root: String

  /// Returns nil if the folder does not exist.
  init?(_ path: String) {
    guard let real = Self.real(path) else { return nil }
    root = real.utf8.last == UInt8(ascii: "/") ? real : real + "/"
  }

  func bytes(of path: String) -> Result<[UInt8], Problem> {
    guard let real = Self.real(root + path) else { return .failure(.init(.unreadable)) }
    let parts = real.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    guard real.utf8.starts(with: root.utf8), Self.versionControl.isDisjoint(with: parts) else {
      return .failure(.init(.outside))
    }
    let descriptor = open(real, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(.init(.unreadable)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .failure(.init(.unreadable))
    }
    guard status.st_size <= Self.largest else { return .failure(.init(.tooLarge)) }
    let size = Int(status.st_size)
    var isComplete = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size, let start = buffer.baseAddress {
        let got = read(descriptor, start + count, size - count)
        if got < 0 { isComplete = errno == EINTR }
        if got == 0 || !isComplete { break }
        count += max(got, 0)
      }
    }
    return isComplete ? .success(bytes) : .failure(.init(.unreadable))
  }

  struct Problem: Error {
    let reason: UnreadSource.Reason
    init(_ reason: UnreadSource.Reason) { self.reason = reason }
  }

  private static func real(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
