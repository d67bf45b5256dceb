internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

package struct RealMachine: Machine {
  package init() {}

  private func refusal(_ number: Int32, _ path: String) -> MachineRefusal {
    MachineFailure.note(number, path)
    return MachineRefusal(number: number)
  }

  package var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(validatingCString: path) ?? "."
  }

  package func variable(_ name: String) -> String? { getenv(name).flatMap { String(validatingCString: $0) } }

  package func realPath(_ path: String) throws(MachineRefusal) -> String {
    guard let resolved = realpath(path, nil) else { throw refusal(errno, path) }
    defer { free(resolved) }
    guard let text = String(validatingCString: resolved) else { throw MachineRefusal(number: EILSEQ) }
    return text
  }

  package func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    var status = stat()
    guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { throw refusal(errno, path) }
    return PathStatus(status)
  }

  // MARK: Folders

  package func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    let descriptor = cp_open_plain(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(errno, folder) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw MachineRefusal(number: code)
    }
    defer { closedir(stream) }
    var entries: [PathEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw refusal(errno, folder) }
        return entries
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // d_name is a C array of bytes that ends with a zero.
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      entries.append(PathEntry(name: name, status: Self.status(of: name, in: descriptor)))
      if entries.count > maximum { return nil }
    }
  }

  /// Returns the status of a name in an open folder; links are not followed.
  private static func status(of name: String, in folder: Int32) -> Result<PathStatus, MachineRefusal> {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return .failure(MachineRefusal(number: errno))
    }
    return .success(PathStatus(status))
  }

  // MARK: Files

  package func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    let descriptor = self.descriptor(path)
    guard descriptor >= 0 else {
      let code = errno
      // A socket, and a device without a driver, cannot be opened.
      if code == ENXIO, let status = try? status(path, followsLink: true), status.kind != .file {
        return FileContent(status: status, bytes: [])
      }
      throw refusal(code, path)
    }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0 else { throw refusal(errno, path) }
    let status = PathStatus(found)
    guard status.kind == .file else { return FileContent(status: status, bytes: []) }
    let limit: Int
    switch amount {
    case .all(let maximum):
      guard status.size <= maximum else { return FileContent(status: status, bytes: []) }
      limit = maximum
    case .prefix(let count): limit = max(0, count)
    case .part(let range):
      guard lseek(descriptor, off_t(range.lowerBound), SEEK_SET) >= 0 else { throw refusal(errno, path) }
      limit = range.count
    }
    return FileContent(status: status, bytes: try fill(descriptor, path, upTo: limit, expecting: status.size))
  }

  package func open(_ path: String) throws(MachineRefusal) -> MachineFile? {
    let descriptor = self.descriptor(path)
    guard descriptor >= 0 else { throw refusal(errno, path) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, PathStatus(found).kind == .file else {
      close(descriptor)
      return nil
    }
    return MachineFile(descriptor, path, count: PathStatus(found).size)
  }

  private func descriptor(_ path: String) -> Int32 {
    // Without O_NONBLOCK opening a pipe would wait for a writer forever.
    cp_open_plain(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  }

  private func fill(
    _ descriptor: Int32, _ path: String, upTo limit: Int, expecting size: Int
  ) throws(MachineRefusal) -> [UInt8] {
    // One more byte than expected detects the end of the file without a second allocation.
    var bytes = [UInt8](repeating: 0, count: min(limit, size + 1))
    var filled = 0
    while filled < limit {
      if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: min(limit - filled, filled + 4096))) }
      let asked = bytes.count - filled
      let received = bytes.withUnsafeMutableBytes { buffer in
        #if canImport(Glibc)
          Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, asked)
        #else
          Darwin.read(descriptor, buffer.baseAddress.map { $0 + filled }, asked)
        #endif
      }
      if received < 0 {
        if errno == EINTR { continue }
        throw refusal(errno, path)
      }
      if received == 0 { break }
      filled += received
      // A short read ends a file with a known size; files of the kernel have none.
      if received < asked, size > 0, filled >= size { break }
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  package func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) {
    try write()
  }
}

extension PathStatus {
  init(_ status: stat) {
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      case S_IFCHR, S_IFBLK: .device
      default: .other
      }
    self.init(kind, size: Int(status.st_size))
  }
}

/// An open file of the real machine, read in pieces, and closed with its last reference.
package final class MachineFile: Sendable {
  private let descriptor: Int32
  private let path: String
  /// The size in bytes when the file was opened.
  package let count: Int

  /// Takes ownership of the descriptor of a regular file.
  package init(_ descriptor: Int32, _ path: String, count: Int) {
    (self.descriptor, self.path, self.count) = (descriptor, path, count)
  }

  deinit { close(descriptor) }

  /// Returns the bytes of a range; fewer if the file ends before that.
  package func bytes(_ range: Range<Int>) throws(MachineRefusal) -> [UInt8] {
    var problem: MachineRefusal?
    let range = range.clamped(to: 0..<count)
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let received = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled, off_t(range.lowerBound + filled))
        if received < 0, errno == EINTR { continue }
        if received < 0 { problem = MachineRefusal(number: errno) }
        if received <= 0 { break }
        filled += received
      }
    }
    if let problem {
      MachineFailure.note(problem.number, path)
      throw problem
    }
    return bytes
  }
}
