#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileTreeError {
  /// What was tried when the operating system refused.
  enum Operation: String {
    case read, written

    fileprivate var kind: Kind {
      switch self {
      case .read: .unreadable
      case .written: .unwritable
      }
    }
  }

  /// - Parameter number: `errno`.
  init(_ number: Int32, tree: String, path: String, operation: Operation) {
    self.init(kind: .notFound, tree: tree, path: path, message: "there is no such file or folder")
    switch number {
    case ENOENT: break
    case ENOTDIR:
      kind = .notADirectory
      message = "a part of the path is a file, not a folder"
    case ELOOP:
      kind = .linkLoop
      message = "symbolic links that lead to each other in a circle"
    default:
      kind = operation.kind
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      if number == EACCES || number == EPERM { hint = "check the owner and the permissions, e.g. with `ls -l`" }
    }
  }

  /// Of a file what is something else; nil when it is one.
  static func noFile(_ status: stat, tree: String, path: String) -> FileTreeError? {
    switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: FileTreeError(kind: .isADirectory, tree: tree, path: path, message: "this is a folder, not a file")
    default:
      FileTreeError(kind: .notARegularFile, tree: tree, path: path, message: "this is \(word(for: status)), not a file")
    }
  }

  /// Of a folder what is something else; nil when it is one.
  static func noFolder(_ status: stat, tree: String) -> FileTreeError? {
    guard status.st_mode & S_IFMT != S_IFDIR else { return nil }
    return FileTreeError(
      kind: .notADirectory, tree: tree, path: "", message: "this is \(word(for: status)), not a folder")
  }

  /// What stands on the disk.
  static func word(for status: stat) -> String {
    switch status.st_mode & S_IFMT {
    case S_IFREG: "a file"
    case S_IFDIR: "a folder"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    case S_IFCHR, S_IFBLK: "a device"
    default: "something special"
    }
  }
}
