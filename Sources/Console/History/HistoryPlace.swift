internal import AppPackages
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What lies where a history is to be. Only a plain file of the user's own is read, renamed or replaced, in a folder that
/// nobody else may change; a link counts as what it leads to, for settings are often kept as links.
enum HistoryPlace: Equatable {
  /// A file of the user's, or none yet, at this path without links.
  case file(String)
  /// A link to the null device: the user wants no history.
  case unwanted
  /// Something else, which is left alone. The reason is a sentence without its beginning and its full stop.
  case unusable(String)

  init(_ path: String) {
    var named = stat()
    guard lstat(path, &named) == 0 else {
      guard errno == ENOENT else {
        // Reading and writing say why; it may be possible later.
        self = .file(path)
        return
      }
      self = Self.problem(ofFolderAbove: path).map(Self.unusable) ?? .file(path)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .unusable(errno == ENOENT ? "it is a link to a missing file" : SystemError.text(errno))
      return
    }
    if status.st_mode & S_IFMT == S_IFCHR, Self.isNull(status) {
      self = .unwanted
      return
    }
    guard let real = RealPath.of(path) else {
      self = .unusable("its path cannot be read")
      return
    }
    let problem =
      Self.problem(of: status) ?? Self.problem(ofFolderAbove: path)
      ?? (named.st_mode & S_IFMT == S_IFLNK ? Self.problem(ofFolderAbove: real) : nil)
    self = problem.map(Self.unusable) ?? .file(named.st_mode & S_IFMT == S_IFLNK ? real : path)
  }

  /// Why a file is not one of the user's; nil when it is.
  static func problem(of status: stat) -> String? {
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
    return status.st_uid == geteuid() ? nil : "it belongs to another user"
  }

  private static func isNull(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR && null.st_rdev == status.st_rdev
  }

  /// In a folder of somebody else's, files would be made that the other one cannot use; in one that everybody may write,
  /// they could be exchanged at any time.
  private static func problem(ofFolderAbove path: String) -> String? {
    var folder = FileTreePath.directory(of: path)
    var isDirect = true
    var status = stat()
    while stat(folder.isEmpty ? "/" : folder, &status) != 0 {
      // What is missing is made, for the user only.
      guard errno == ENOENT, !folder.isEmpty else { return SystemError.text(errno) }
      folder = FileTreePath.directory(of: folder)
      isDirect = false
    }
    let shown = folder.isEmpty ? "/" : folder
    if isDirect, status.st_mode & 0o002 != 0 { return "every user can write to its folder \(shown)" }
    guard [geteuid(), 0].contains(status.st_uid) || !isDirect && status.st_mode & S_ISVTX != 0 else {
      return "its folder \(shown) belongs to another user"
    }
    return nil
  }
}
