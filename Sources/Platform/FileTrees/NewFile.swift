import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is invisible while it is written, and then appears in its place at once.
///
/// If the system supports it, the file has no name while it is written, so the end of the process leaves no file. On
/// other systems, and while it replaces another file, it has a temporary name next to its place. If a process is killed
/// at that moment, the next one removes the file. A file that should be visible while it grows has such a name from the
/// start.
package struct NewFile: ~Copyable {
  /// The descriptor, open for writing.
  package let descriptor: Int32
  private let folder: Int32
  private var temporary: String?
  /// Whether a file with the first name existed, was left by an ended process, and was removed.
  package private(set) var hasReplacedLeftover = false

  /// - Parameter folder: the descriptor of the folder that will contain the file.
  package init(in folder: Int32) throws(MachineRefusal) {
    self.folder = folder
    let unnamed = Self.openUnnamed(folder)
    if unnamed >= 0 {
      descriptor = unnamed
      // Locked before it has a name: the lock distinguishes the file of a living process from a leftover.
      flock(unnamed, LOCK_EX | LOCK_NB)
      return
    }
    var removed = 0
    (descriptor, temporary) = try Self.openNamed(folder, Self.hiddenName, &removed)
  }

  /// Creates a file that is visible while it grows.
  /// - Parameter names: paths next to its place; the file takes the first one that no living process writes.
  package init(growingAt names: (Int) -> String) throws(MachineRefusal) {
    folder = AT_FDCWD
    var removed = 0
    (descriptor, temporary) = try Self.openNamed(folder, names, &removed)
    hasReplacedLeftover = removed > 0
  }

  /// Copies the permissions of the file that it will replace, and the owner if the system permits.
  /// - Parameter name: the name of that file; a missing file is ignored.
  package func adopt(permissionsOf name: String) throws(MachineRefusal) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    // Only root can keep the owner. The call clears bits of the mode, so it comes first.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 { throw MachineRefusal(number: errno) }
  }

  /// Keeps the file under its temporary name.
  /// - Returns: that name; nil if it has none.
  package mutating func leave() -> String? {
    defer { temporary = nil }
    return temporary
  }

  deinit {
    if let temporary { unlinkat(folder, temporary, 0) }
    close(descriptor)
  }

  /// Gives the file a name that is free.
  /// - Returns: false when the name is taken.
  package func takeFree(_ name: String) throws(MachineRefusal) -> Bool {
    try flush(isPrecious: false)
    let code: Int32
    if let temporary {
      code = linkat(folder, temporary, folder, name, 0) == 0 ? 0 : errno
    } else {
      code = Self.link(descriptor, in: folder, as: name)
    }
    guard code == 0 || code == EEXIST else { throw MachineRefusal(number: code) }
    return code == 0
  }

  /// Reports a full disk; some file systems report it only when a descriptor is closed.
  private func flush(isPrecious: Bool) throws(MachineRefusal) {
    if isPrecious, fsync(descriptor) != 0 {
      // Some file systems do not support it.
      guard [EINVAL, ENOSYS, EROFS, EOPNOTSUPP].contains(errno) else { throw MachineRefusal(number: errno) }
    }
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw MachineRefusal(number: errno) }
  }

  /// Gives the file its name, and replaces a file with that name.
  /// - Parameter isPrecious: writes the bytes to the disk first, so that a power cut loses neither file.
  package mutating func take(_ name: String, isPrecious: Bool = false) throws(MachineRefusal) {
    try flush(isPrecious: isPrecious)
    if temporary == nil {
      // A free name needs no temporary one.
      let code = Self.link(descriptor, in: folder, as: name)
      if code == 0 { return }
      guard code == EEXIST else { throw MachineRefusal(number: code) }
      var removed = 0
      temporary = try Self.named(in: folder, Self.hiddenName, &removed) { [descriptor, folder] in
        Self.link(descriptor, in: folder, as: $0)
      }
    }
    guard let temporary, renameat(folder, temporary, folder, name) == 0 else { throw MachineRefusal(number: errno) }
    self.temporary = nil
  }

  // MARK: Without a name

  private static func openUnnamed(_ folder: Int32) -> Int32 {
    #if os(Linux)
      // Without /proc the file could not get a name later. The number is O_TMPFILE, a macro that Swift does not import.
      guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
      return openat(folder, ".", O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20_000_000, 0o666)
    #else
      return -1
    #endif
  }

  private static func link(_ descriptor: Int32, in folder: Int32, as name: String) -> Int32 {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", folder, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
  }

  // MARK: With a name

  private static func hiddenName(_ number: Int) -> String { ".homescreen-\(number).tmp" }

  private static func openNamed(
    _ folder: Int32, _ names: (Int) -> String, _ removed: inout Int
  ) throws(MachineRefusal) -> (Int32, String) {
    var descriptor: Int32 = -1
    let name = try named(in: folder, names, &removed) { name in
      descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if descriptor < 0 { return errno }
      flock(descriptor, LOCK_EX | LOCK_NB)
      if stands(name, in: folder, as: descriptor) { return 0 }
      // Another process took it for a leftover before it was locked.
      close(descriptor)
      return EEXIST
    }
    return (descriptor, name)
  }

  /// Returns the first name that `make` accepts; `make` returns 0 or `errno`.
  /// - Parameter removed: counts the removed files of processes that have ended.
  private static func named(
    in folder: Int32, _ names: (Int) -> String, _ removed: inout Int, _ make: (String) -> Int32
  ) throws(MachineRefusal) -> String {
    var code: Int32 = 0
    for number in 0..<100 {
      let name = names(number)
      code = make(name)
      if code == EEXIST, removeLeftBehind(name, in: folder) {
        removed += 1
        code = make(name)
      }
      if code == 0 { return name }
      if code != EEXIST { break }
    }
    throw MachineRefusal(number: code)
  }

  /// Removes a file of this name if its process has ended.
  private static func removeLeftBehind(_ name: String, in folder: Int32) -> Bool {
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, stands(name, in: folder, as: descriptor) else { return false }
    return unlinkat(folder, name, 0) == 0
  }

  private static func stands(_ name: String, in folder: Int32, as descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(descriptor, &opened) == 0
      && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev && named.st_mode & S_IFMT == S_IFREG
  }
}

/// Checks who can change a file: code and stored decisions are used only if other people cannot change them.
package enum FileOwner {
  /// Returns why people other than the user can change or replace the file at a path.
  ///
  /// Files and folders must belong to the user or to root, and must not be writable by others. A group may write if it
  /// is the user's own. Asks the real machine, regardless of ``CurrentMachine``.
  ///
  /// - Parameter path: an absolute path of a file or a folder; links are not followed.
  /// - Returns: a sentence without a full stop; nil for a missing file, and when only the user and root can write.
  package static func problem(_ path: String) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      return "\(path) cannot be checked: \(SystemError.text(errno))"
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR: break
    default: return "\(path) is not a plain file or folder"
    }
    let user = geteuid()
    guard status.st_uid == user || status.st_uid == 0 else {
      return "\(path) belongs to another user (\(status.st_uid); you are \(user))"
    }
    if status.st_mode & S_IWOTH != 0 { return "every user can write to \(path)" }
    if status.st_mode & S_IWGRP != 0, status.st_gid != getegid() {
      return "another group can write to \(path)"
    }
    return nil
  }
}
