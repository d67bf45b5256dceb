#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension FileTreeError {
  /// What was tried when the operating system refused.
  package enum Operation: String {
    case read, written

    fileprivate var kind: Kind {
      switch self {
      case .read: .unreadable
      case .written: .unwritable
      }
    }
  }

  /// - Parameter number: `errno`.
  package init(_ number: Int32, tree: String, path: String, operation: Operation) {
    self.init(kind: .notFound, tree: tree, path: path, message: "there is no such file or folder")
    switch number {
    case ENOENT: break
    case MachineRefusal.outside.number:
      kind = .outsideOfTree
      message = "this is outside of the folders that scripts may read"
      hint = "--read DIR allows another folder"
    case MachineRefusal.versionControl.number:
      kind = .forbidden
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      hint = "it may contain passwords and tokens; put a copy of the file elsewhere"
    case ENOTDIR:
      kind = .notADirectory
      message = "a part of the path is a file, not a folder"
    case ELOOP:
      kind = .linkLoop
      message = "symbolic links that point to each other in a cycle"
    default:
      kind = operation.kind
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      if number == EACCES || number == EPERM { hint = "check the owner and the permissions, e.g. with `ls -l`" }
    }
  }

  /// Of a file what is something else; nil when it is one.
  package static func noFile(_ status: PathStatus, tree: String, path: String) -> FileTreeError? {
    switch status.kind {
    case .file: nil
    case .folder: FileTreeError(kind: .isADirectory, tree: tree, path: path, message: "this is a folder, not a file")
    case .link, .pipe, .socket, .device, .other:
      FileTreeError(
        kind: .notARegularFile, tree: tree, path: path, message: "this is \(status.kind.words), not a file")
    }
  }

  /// Of a folder what is something else; nil when it is one.
  package static func noFolder(_ status: PathStatus, tree: String) -> FileTreeError? {
    guard status.kind != .folder else { return nil }
    return FileTreeError(
      kind: .notADirectory, tree: tree, path: "", message: "this is \(status.kind.words), not a folder")
  }
}

extension PathStatus.Kind {
  /// In a sentence.
  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .link, .other: "something special"
    }
  }
}
