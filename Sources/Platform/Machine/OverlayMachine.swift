import PropertyLists
import Synchronization

/// A machine on which files are written as if: what is written stays in memory, and is read again from there. The disk
/// stays as it is.
///
/// Files that are there become others. New ones, and removing one, are refused.
package final class OverlayMachine: Machine {
  private let machine: any Machine
  /// By their real paths.
  private let files = Mutex<[ExactText: [UInt8]]>([:])

  /// - Parameter machine: what lies below.
  package init(over machine: any Machine) { self.machine = machine }

  /// What was written at a path; links are followed.
  private func written(at path: String) -> [UInt8]? {
    guard files.withLock({ !$0.isEmpty }), let real = try? machine.realPath(path) else { return nil }
    return files.withLock { $0[ExactText(real)] }
  }

  package var workingFolder: String { machine.workingFolder }

  package func variable(_ name: String) -> String? { machine.variable(name) }

  package func realPath(_ path: String) throws(MachineRefusal) -> String { try machine.realPath(path) }

  package func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    let status = try machine.status(path, followsLink: followsLink)
    guard status.kind == .file, let bytes = written(at: path) else { return status }
    return PathStatus(.file, size: bytes.count)
  }

  package func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    guard let entries = try machine.entries(in: folder, maximum: maximum) else { return nil }
    guard files.withLock({ !$0.isEmpty }) else { return entries }
    return entries.map { entry in
      guard case .success(let status) = entry.status, status.kind == .file,
        let bytes = written(at: FileTreePath.join(folder == "/" ? "" : folder, entry.name))
      else { return entry }
      return PathEntry(name: entry.name, status: .success(PathStatus(.file, size: bytes.count)))
    }
  }

  package func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    guard let bytes = written(at: path) else { return try machine.read(path, amount) }
    return FileContent(status: PathStatus(.file, size: bytes.count), bytes: bytes).limited(to: amount)
  }

  package func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) {
    guard let bytes, let real = try? machine.realPath(path) else {
      throw FileTreeError(
        kind: .unreadable, tree: FileTreePath.directory(of: path), path: FileTreePath.lastComponent(path),
        message: "only existing files can be written here")
    }
    files.withLock { $0[ExactText(real)] = bytes }
  }
}
