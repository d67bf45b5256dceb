import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written where nobody sees it, and then stands in its place at once.
///
/// Where the system can, it has no name while it is written, so that the end of the process leaves nothing behind.
/// Elsewhere, and for the moment in which it takes the place of another file, it has a name beside it; what a process
/// left behind that was killed in that moment, the next one removes. A file that is meant to be seen while it grows has
/// such a name from its beginning.
package struct NewFile: ~Copyable {
  /// Open for writing.
  package let descriptor: Int32
  private let folder: Int32
  private var temporary: String?
  /// Another one of the first name was there, whose process is gone. It was removed.
  package private(set) var hasReplacedLeftover = false

  /// What the system refused with.
  package struct Refusal: Error {
    /// `errno`.
    package let number: Int32

    package init(number: Int32) { self.number = number }
  }

  /// - Parameter folder: the descriptor of the folder where the file will stand.
  package init(in folder: Int32) throws(Refusal) {
    self.folder = folder
    let unnamed = Self.openUnnamed(folder)
    if unnamed >= 0 {
      descriptor = unnamed
      // Locked before it has a name: that is how a living process's file is told from a dead one's.
      flock(unnamed, LOCK_EX | LOCK_NB)
      return
    }
    var removed = 0
    (descriptor, temporary) = try Self.openNamed(folder, Self.hiddenName, &removed)
  }

  /// A file that anybody sees while it grows.
  /// - Parameter names: paths next to its place: the first that no living process writes is taken.
  package init(growingAt names: (Int) -> String) throws(Refusal) {
    folder = AT_FDCWD
    var removed = 0
    (descriptor, temporary) = try Self.openNamed(folder, names, &removed)
    hasReplacedLeftover = removed > 0
  }

  /// Gives it the permissions of the file that it will replace, and its owner where the system lets it.
  /// - Parameter name: of that file; if it is missing, nothing is done.
  package func adopt(permissionsOf name: String) throws(Refusal) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    // The owner can be kept by root only; changing it takes bits of the mode away, so it comes first.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 { throw Refusal(number: errno) }
  }

  /// It keeps the name under which it has grown, and stays.
  /// - Returns: that name; nil where it has none.
  package mutating func leave() -> String? {
    defer { temporary = nil }
    return temporary
  }

  deinit {
    if let temporary { unlinkat(folder, temporary, 0) }
    close(descriptor)
  }

  /// Gives the file a name that nothing has.
  /// - Returns: false when something has it.
  package func takeFree(_ name: String) throws(Refusal) -> Bool {
    try flush(isPrecious: false)
    let code: Int32
    if let temporary {
      code = linkat(folder, temporary, folder, name, 0) == 0 ? 0 : errno
    } else {
      code = Self.link(descriptor, in: folder, as: name)
    }
    guard code == 0 || code == EEXIST else { throw Refusal(number: code) }
    return code == 0
  }

  /// A full disk may say so only when a descriptor is closed.
  private func flush(isPrecious: Bool) throws(Refusal) {
    if isPrecious, fsync(descriptor) != 0 {
      // Some file systems do not have it.
      guard [EINVAL, ENOSYS, EROFS, EOPNOTSUPP].contains(errno) else { throw Refusal(number: errno) }
    }
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) == 0 else { throw Refusal(number: errno) }
  }

  /// Gives the file its name; what had it before is replaced.
  /// - Parameter isPrecious: it is on the disk before it takes that place, so that a power cut loses neither.
  package mutating func take(_ name: String, isPrecious: Bool = false) throws(Refusal) {
    try flush(isPrecious: isPrecious)
    if temporary == nil {
      // Where nothing is in the way no other name is needed.
      let code = Self.link(descriptor, in: folder, as: name)
      if code == 0 { return }
      guard code == EEXIST else { throw Refusal(number: code) }
      var removed = 0
      temporary = try Self.named(in: folder, Self.hiddenName, &removed) { [descriptor, folder] in
        Self.link(descriptor, in: folder, as: $0)
      }
    }
    guard let temporary, renameat(folder, temporary, folder, name) == 0 else { throw Refusal(number: errno) }
    self.temporary = nil
  }

  // MARK: Without a name

  private static func openUnnamed(_ folder: Int32) -> Int32 {
    #if os(Linux)
      // Without /proc the file could not get a name later. The number is O_TMPFILE, a macro that Swift does not see.
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
  ) throws(Refusal) -> (Int32, String) {
    var descriptor: Int32 = -1
    let name = try named(in: folder, names, &removed) { name in
      descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if descriptor < 0 { return errno }
      flock(descriptor, LOCK_EX | LOCK_NB)
      if stands(name, in: folder, as: descriptor) { return 0 }
      // Before it was locked, somebody took it for left behind.
      close(descriptor)
      return EEXIST
    }
    return (descriptor, name)
  }

  /// The first name that `make` could use; it gives 0 or `errno`.
  /// - Parameter removed: how many of these names were of processes that are gone.
  private static func named(
    in folder: Int32, _ names: (Int) -> String, _ removed: inout Int, _ make: (String) -> Int32
  ) throws(Refusal) -> String {
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
    throw Refusal(number: code)
  }

  /// Removes a file of this name whose process is gone.
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

/// Who may change a file. It must be known before a decision about the file's content is kept.
package enum FileOwner {
  /// Why people other than the user can change what lies at a path, or put something else in its place.
  ///
  /// Files belong to the user or to root, and nobody else may write to them; the same holds for folders. A group may
  /// write when it is the user's own. The real machine is asked, whatever ``CurrentMachine`` says.
  ///
  /// - Parameter path: absolute, of a file or a folder; a link counts as itself.
  /// - Returns: a sentence without a full stop; nil when only the user and root can, and when nothing is there.
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
