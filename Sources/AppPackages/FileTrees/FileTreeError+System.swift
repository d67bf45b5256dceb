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
}
