import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder on disk that confines the files written through it.
///
/// A path cannot leave it: it refuses `..`, symbolic links that point out of it, including the file itself, and a
/// folder whose path leaves a checkout through a link in that checkout (``RealPath/ofOutput(_:)``). It opens the parts
/// of a path one by one without following links, so a link made in the meantime has no effect. A file appears complete
/// or not at all: it is invisible while it is written, and is then moved to its place.
public struct OutputFolder: Sendable {
  /// The name with which the folder was opened, for messages.
  public let name: String
  package let root: String
  /// Whether something other than the user of the program decides what is written: see ``ForeignOutput``.
  private let isForeign: Bool

  /// Opens a folder for writing.
  ///
  /// - Throws: ``FileTreeError`` when the folder is missing.
  public init(_ path: String) throws(FileTreeError) { try self.init(path, isForeign: false) }

  /// - Parameter isForeign: whether the rules of ``ForeignOutput`` apply.
  package init(_ path: String, isForeign: Bool) throws(FileTreeError) {
    name = path
    self.isForeign = isForeign
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileTreeError(kind: .badPath, tree: path, path: "", message: "the path is empty or has a zero byte")
    }
    let resolved: String
    let status: PathStatus
    do throws(MachineRefusal) {
      resolved = try CurrentMachine.value.realPath(path)
      status = try CurrentMachine.value.status(resolved, followsLink: true)
    } catch {
      throw Self.refusal(error.number, path, "")
    }
    if let error = FileTreeError.noFolder(status, tree: path) { throw error }
    root = resolved
  }

  /// Returns the path inside the folder for an absolute path; nil when it is elsewhere.
  public func relativePath(of path: String) -> String? {
    for root in [name, root] where root.utf8.first == UInt8(ascii: "/") {
      let prefix = root.hasSuffix("/") ? root : root + "/"
      if path.utf8.starts(with: prefix.utf8) { return String(Substring(path.utf8.dropFirst(prefix.utf8.count))) }
    }
    return nil
  }

  /// Writes a whole file, making the folders above it; an existing file is replaced and keeps its permissions.
  ///
  /// - Parameters:
  ///   - path: relative to the folder.
  ///   - isPrecious: writes the bytes to the disk before they replace the old ones, so that a power cut loses neither.
  ///     That takes some milliseconds.
  /// - Throws: ``FileTreeError``; then nothing has changed, apart from new folders.
  public func write(_ bytes: [UInt8], to path: String, isPrecious: Bool = false) throws(FileTreeError) {
    try CurrentMachine.value.write(bytes, to: try place(of: path)) { () throws(FileTreeError) in
      try act(on: path) { folder, file throws(FileTreeError) in
        try replace(file, in: folder, by: bytes, path, isPrecious)
      }
    }
  }

  /// Writes a whole file if its name is free, making the folders above it.
  ///
  /// - Parameter path: relative to the folder.
  /// - Returns: false when the name is taken; the existing file is unchanged.
  /// - Throws: ``FileTreeError``; then nothing has changed, apart from new folders.
  public func create(_ bytes: [UInt8], at path: String) throws(FileTreeError) -> Bool {
    var isNew = false
    try CurrentMachine.value.write(bytes, to: try place(of: path)) { () throws(FileTreeError) in
      try act(on: path, followsLast: false) { folder, file throws(FileTreeError) in
        do throws(MachineRefusal) {
          let new = try NewFile(in: folder)
          try put(bytes, into: new.descriptor)
          isNew = try new.takeFree(file)
        } catch {
          throw Self.refusal(error.number, name, path)
        }
      }
    }
    return isNew
  }

  /// Removes a file; a missing one is not an error.
  ///
  /// - Parameter path: relative to the folder.
  /// - Throws: ``FileTreeError``.
  public func remove(_ path: String) throws(FileTreeError) {
    try CurrentMachine.value.write(nil, to: try place(of: path)) { () throws(FileTreeError) in
      try act(on: path) { folder, file throws(FileTreeError) in
        if unlinkat(folder, file, 0) != 0, errno != ENOENT { throw Self.refusal(errno, name, path) }
      }
    }
  }

  private func place(of path: String) throws(FileTreeError) -> String {
    "\(root == "/" ? "" : root)/\(try FileTreePath.normalise(path, in: name))"
  }

  /// An operation on a file in an open folder.
  private typealias Action = (_ folder: Int32, _ file: String) throws(FileTreeError) -> Void

  /// - Parameter followsLast: whether a link at the end of the path means its target.
  private func act(on path: String, followsLast: Bool = true, _ action: Action) throws(FileTreeError) {
    guard path.utf8.last != UInt8(ascii: "/") else {
      throw FileTreeError(kind: .isADirectory, tree: name, path: path, message: "this is a folder's path, not a file's")
    }
    var parts = FileTreePath.parts(of: try FileTreePath.normalise(path, in: name)).map(String.init)
    // Each link gives a new path; the system itself follows at most 40 links.
    for _ in 0..<40 {
      guard !parts.isEmpty else {
        throw FileTreeError(kind: .badPath, tree: name, path: path, message: "the path names no file")
      }
      guard let way = try act(on: parts, path, followsLast, action) else { return }
      parts = way
    }
    throw FileTreeError(
      kind: .linkLoop, tree: name, path: path, message: "symbolic links point to each other in a cycle")
  }

  // MARK: The way

  /// Returns nil when the action is done, and the new path when a part is a link.
  private func act(
    on parts: [String], _ shown: String, _ followsLast: Bool, _ action: Action
  ) throws(FileTreeError) -> [String]? {
    _ = try RealPath.ofOutput(name)
    var folder = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.refusal(errno, name, shown) }
    defer { close(folder) }
    if isForeign { try ForeignOutput.check(root, parts, name, shown) }
    for (index, part) in parts.dropLast().enumerated() {
      if isLink(part, in: folder) { return try way(around: index, of: parts, shown) }
      // Another process may make it at the same moment, which is fine.
      if mkdirat(folder, part, 0o777) != 0, errno != EEXIST { throw Self.refusal(errno, name, shown) }
      let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard next >= 0 else { throw Self.refusal(errno, name, shown) }
      close(folder)
      folder = next
    }
    let last = parts[parts.count - 1]
    if isForeign { try ForeignOutput.check(last, in: folder, name, shown) }
    if followsLast, isLink(last, in: folder) { return try way(around: parts.count - 1, of: parts, shown) }
    try action(folder, last)
    return nil
  }

  private func isLink(_ part: String, in folder: Int32) -> Bool {
    var status = stat()
    return fstatat(folder, part, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Returns the target of a link, followed by the rest of the path.
  private func way(around index: Int, of parts: [String], _ shown: String) throws(FileTreeError) -> [String] {
    let link = root + "/" + parts[...index].joined(separator: "/")
    let target: String
    do throws(MachineRefusal) {
      target = try CurrentMachine.value.realPath(link)
    } catch {
      throw Self.refusal(error.number, name, shown)
    }
    let prefix = root == "/" ? root : root + "/"
    guard target.utf8.starts(with: prefix.utf8) else {
      throw FileTreeError(
        kind: .outsideOfTree, tree: name, path: shown,
        message: "the symbolic link \(parts[...index].joined(separator: "/")) points outside of \(name)",
        hint: "name a path below this folder: files are only written there")
    }
    let inside = String(Substring(target.utf8.dropFirst(prefix.utf8.count)))
    guard VersionControl.part(of: inside) == nil else {
      throw FileTreeError(
        kind: .forbidden, tree: name, path: shown,
        message: "the symbolic link \(parts[...index].joined(separator: "/")) points into version control data",
        hint: "remove the link")
    }
    return FileTreePath.parts(of: inside).map(String.init) + parts[(index + 1)...]
  }

  // MARK: The file

  private func replace(
    _ file: String, in folder: Int32, by bytes: [UInt8], _ shown: String, _ isPrecious: Bool
  ) throws(FileTreeError) {
    var status = stat()
    let exists = fstatat(folder, file, &status, AT_SYMLINK_NOFOLLOW) == 0
    if exists {
      if let error = FileTreeError.noFile(PathStatus(status), tree: name, path: shown) { throw error }
      // The super-user may write it nevertheless, but a write-protected file must not change.
      guard status.st_mode & 0o222 != 0 else {
        throw FileTreeError(
          kind: .unwritable, tree: name, path: shown, message: "the file is write-protected",
          hint: "use chmod u+w to allow changes")
      }
      // Renaming would replace a file without write permission, too.
      guard faccessat(folder, file, W_OK, 0) == 0 else { throw Self.refusal(errno, name, shown) }
    }
    var isProgram = false
    do throws(MachineRefusal) {
      var new = try NewFile(in: folder)
      isProgram = exists && isForeign && ForeignOutput.isExecutable(status, beside: new.descriptor)
      if !isProgram {
        if exists { try new.adopt(permissionsOf: file) }
        try put(bytes, into: new.descriptor)
        try new.take(file, isPrecious: isPrecious)
      }
    } catch {
      throw Self.refusal(error.number, name, shown)
    }
    if isProgram { throw ForeignOutput.executable(name, shown) }
  }

  private func put(_ bytes: [UInt8], into descriptor: Int32) throws(MachineRefusal) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        #else
          Darwin.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw MachineRefusal(number: errno)
      }
      written += count
    }
  }

  private static func refusal(_ number: Int32, _ tree: String, _ path: String) -> FileTreeError {
    FileTreeError(number, tree: tree, path: path, operation: .written)
  }
}

/// Files that only the user of the program may write, and not a script: the data of version control, programs, and the
/// targets of links.
package enum ForeignOutput {
  /// - Parameters:
  ///   - root: the real path of the output folder.
  ///   - way: the parts of a path below it.
  package static func check(_ root: String, _ way: [String], _ folder: String, _ shown: String) throws(FileTreeError) {
    guard let name = VersionControl.part(of: root) ?? way.lazy.map({ $0[...] }).first(where: VersionControl.owns) else {
      return
    }
    throw FileTreeError(
      kind: .forbidden, tree: folder, path: shown, message: "scripts cannot write into \(name) or replace it",
      hint: "version control runs programs from this folder")
  }

  /// Refuses to replace a link.
  package static func check(_ file: String, in open: Int32, _ folder: String, _ shown: String) throws(FileTreeError) {
    var status = stat()
    guard fstatat(open, file, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw FileTreeError(
      kind: .forbidden, tree: folder, path: shown, message: "scripts cannot write to a symbolic link",
      hint: "name the file that it points to")
  }

  /// Returns whether a file is executable and the bit means something: some disks set it on every file, including one
  /// that was just made.
  static func isExecutable(_ status: stat, beside new: Int32) -> Bool {
    var made = stat()
    return status.st_mode & 0o111 != 0 && fstat(new, &made) == 0 && made.st_mode & 0o111 == 0
  }

  package static func executable(_ folder: String, _ shown: String) -> FileTreeError {
    FileTreeError(
      kind: .forbidden, tree: folder, path: shown, message: "scripts cannot replace an executable file",
      hint: "use chmod -x if it is not a program")
  }
}

/// Folders that belong to the user, outside every project, which only the user reads.
package enum PrivateFolder {
  /// Makes a folder, and the missing ones above it. An existing folder stays unchanged.
  ///
  /// - Parameter path: absolute.
  /// - Throws: ``FileTreeError`` when the folder is missing afterwards.
  package static func make(_ path: String) throws(FileTreeError) {
    var made = ""
    for part in FileTreePath.parts(of: path) {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
    let status: PathStatus
    do throws(MachineRefusal) {
      status = try CurrentMachine.value.status(path, followsLink: true)
    } catch {
      throw FileTreeError(
        kind: .unwritable, tree: path, path: "", message: "cannot create the folder: \(SystemError.text(error.number))"
      )
    }
    if let error = FileTreeError.noFolder(status, tree: path) { throw error }
  }
}
