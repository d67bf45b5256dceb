#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a report goes, found out from the path that a person has named.
package enum ReportTarget {
  /// A file, or a place for one, without links: a new file takes that place when it is whole.
  case file(String)
  /// What gets the bytes as they come: a pipe, a device, a descriptor of this process, and a file that no other file
  /// can take the place of. The caller closes it.
  case open(Int32)

  /// Looks at a path. Nothing is changed yet, except in a file that is ``open(_:)``: that is empty now.
  /// - Throws: ``LostReport`` for what cannot be a report.
  package init(_ path: String) throws(LostReport) {
    guard !path.utf8.contains(0) else { throw LostReport(path, number: ENOENT) }
    if let own = Self.ownDescriptor(path) {
      // Opened by its name a file would be written from its beginning once more.
      let copy = fcntl(own, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw LostReport(path, number: errno) }
      self = .open(copy)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // For want of permission it may be there, and lead to something else.
      guard errno == ENOENT else { throw LostReport(path, number: errno) }
      let (start, name) = (FileTreePath.directory(of: path), FileTreePath.lastComponent(path))
      let place = try Self.place(path)
      // Each of them is there, or the system would not find the file either.
      let folders = [
        start.isEmpty && path.utf8.first != UInt8(ascii: "/") ? "." : start, FileTreePath.directory(of: place),
      ]
      guard !["", ".", ".."].contains(name),
        CurrentMachine.aside({ folders.allSatisfy { RealPath.of($0.isEmpty ? "/" : $0) != nil } })
      else { throw LostReport(path, Self.missingFolder(start) ?? SystemError.text(ENOENT)) }
      self = .file(place)
      return
    }
    let place = try Self.place(path)
    guard status.st_mode & S_IFMT == S_IFREG else {
      self = .open(try ReportDescriptor.open(path))
      return
    }
    for stream in [StandardStream.output, .error] where stream.isFile(status) {
      throw LostReport(
        path, "\(stream == .output ? "standard output" : "standard error") goes into this file; use another one")
    }
    // The super-user may write it all the same; who protects a file wants nobody to.
    guard status.st_mode & 0o222 != 0 else { throw LostReport(path, "the file is write-protected") }
    guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw LostReport(path, number: errno) }
    self = Self.isReplaceable(place, status) ? .file(place) : .open(try Self.openInPlace(path))
  }

  /// That a folder is missing, and how to make it; nil where it is there.
  private static func missingFolder(_ folder: String) -> String? {
    guard !folder.isEmpty, CurrentMachine.aside({ RealPath.of(folder) }) == nil else { return nil }
    return "the folder is missing; create it with mkdir -p \(ShellWord.quoted(folder))"
  }

  // MARK: Descriptors

  /// The descriptor of this process that a path means.
  private static func ownDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  // MARK: Places

  /// Where a report will be, also at the end of links that lead nowhere so far.
  /// - Throws: ``LostReport`` where a link of a checkout leads out of it.
  package static func place(_ path: String) throws(LostReport) -> String {
    do throws(FileTreeError) {
      return try RealPath.ofOutput(path)
    } catch {
      let reason = [error.message, error.hint].compactMap(\.self).joined(separator: "; ")
      throw LostReport(path, TerminalText.visible(reason, isOneLine: true))
    }
  }

  /// Whether another file can take the place of this one.
  private static func isReplaceable(_ path: String, _ status: stat) -> Bool {
    let above = FileTreePath.directory(of: path)
    var folder = stat()
    guard stat(above.isEmpty ? "/" : above, &folder) == 0 else { return true }
    // A file alone may be mounted, as into a container.
    guard folder.st_dev == status.st_dev else { return false }
    guard faccessat(AT_FDCWD, above.isEmpty ? "/" : above, W_OK, AT_EACCESS) == 0 else { return false }
    let own = geteuid()
    return folder.st_mode & S_ISVTX == 0 || own == 0 || own == folder.st_uid || own == status.st_uid
  }

  /// A file that stays where it is belongs to one writer at a time, and is empty from now on.
  private static func openInPlace(_ path: String) throws(LostReport) -> Int32 {
    let descriptor = try ReportDescriptor.open(path, truncates: false)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      _ = ReportDescriptor.close(descriptor)
      throw LostReport(path, "another process is writing it")
    }
    guard ftruncate(descriptor, 0) == 0 else {
      let code = errno
      _ = ReportDescriptor.close(descriptor)
      throw LostReport(path, number: code)
    }
    return descriptor
  }
}

extension StandardStream {
  /// Whether it goes into this very file.
  fileprivate func isFile(_ status: stat) -> Bool {
    var own = stat()
    return fstat(fileDescriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG && own.st_dev == status.st_dev
      && own.st_ino == status.st_ino
  }
}
