import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
