internal import CProcess
import PropertyLists
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A machine on which only some folders and their contents can be reached, wherever links point.
///
/// Every other path is refused with ``MachineRefusal/outside``, existing or not, and data of version control with
/// ``MachineRefusal/versionControl``; only its existence is visible.
package struct ConfinedMachine: Machine {
  private let machine: any Machine
  private let folders: [String]

  /// - Parameter folders: real paths.
  package init(over machine: any Machine, folders: [String]) { (self.machine, self.folders) = (machine, folders) }

  /// - Parameter isRead: whether the caller asks for more than existence.
  private func requireInside(_ path: String, isRead: Bool = true) throws(MachineRefusal) {
    let around = folders.filter { RealPath.lies(path, in: $0) }
    guard !FileTreePath.parts(of: path).contains(".."), !around.isEmpty else { throw MachineRefusal.outside }
    let place = isRead ? path : FileTreePath.directory(of: path)
    // Opening a folder of version control is reading it.
    guard around.contains(where: { VersionControl.part(of: place, below: $0) == nil }) else {
      throw MachineRefusal.versionControl
    }
  }

  package var workingFolder: String { machine.workingFolder }

  package func variable(_ name: String) -> String? { machine.variable(name) }

  package func realPath(_ path: String) throws(MachineRefusal) -> String {
    try requireInside(RealPath.leading(path, on: machine), isRead: false)
    let real = try machine.realPath(path)
    // The path may lead elsewhere by now.
    try requireInside(real, isRead: false)
    return real
  }

  package func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    let place = followsLink ? try realPath(path) : path
    try requireInside(place, isRead: false)
    return try machine.status(place, followsLink: false)
  }

  package func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    try requireInside(folder)
    return try machine.entries(in: folder, maximum: maximum)
  }

  package func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    try requireInside(path)
    return try machine.read(path, amount)
  }

  package func open(_ path: String) throws(MachineRefusal) -> MachineFile? {
    try requireInside(path)
    return try machine.open(path)
  }

  package func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) {
    try machine.write(bytes, to: path, write)
  }
}

extension MachineRefusal {
  /// The refusal of a path outside the folders of a ``ConfinedMachine``. Its number is not a system error number.
  package static let outside = MachineRefusal(number: -1)
  /// The refusal of a path that belongs to version control. Its number is not a system error number.
  package static let versionControl = MachineRefusal(number: -2)
}

/// A machine that keeps written files in memory and reads them from there. The disk stays unchanged.
///
/// Only existing files can be written. New files and removals are refused.
package final class OverlayMachine: Machine {
  private let machine: any Machine
  /// The written files by their real paths.
  private let files = Mutex<[ExactText: [UInt8]]>([:])

  /// - Parameter machine: the underlying machine.
  package init(over machine: any Machine) { self.machine = machine }

  /// Returns the bytes written at a path; links are followed.
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

/// The rights that the kernel takes from a process that works with untrusted data: Landlock, in one of its versions.
///
/// It is the second line of defence, in case code of this program writes where it should not.
package struct Confinement: Sendable {
  /// Landlock's version; 0 for none.
  package let version: Int

  package init(version: Int) { self.version = version }

  /// The version that the kernel supports.
  package static var ofKernel: Confinement { Confinement(version: Int(cp_landlock_version())) }

  package static let none = Confinement(version: 0)

  /// The rights, and the first version that takes each.
  private static let table: [(right: String, version: Int)] = [
    ("writing", 1), ("moving", 2), ("truncating", 3), ("network", 4), ("devices", 5), ("signals", 6),
    ("abstract sockets", 6),
  ]

  /// The rights that this version takes, in a word each.
  package var rights: [String] { Self.table.filter { $0.version <= version }.map(\.right) }

  /// The rights that this version does not take, but newer kernels do.
  package var missingRights: [String] { Self.table.filter { $0.version > version }.map(\.right) }

  /// Permanently removes the right to write elsewhere from this thread, and from all threads and programs that it
  /// starts later; call it before the process starts any. Does nothing if the kernel lacks support.
  ///
  /// - Parameter paths: writable files and folders; missing ones are left out.
  /// - Returns: whether rights were taken.
  @discardableResult
  package func confine(writing paths: [String]) -> Bool {
    guard version > 0 else { return false }
    // The standard input of programs that read none.
    let all = (paths + ["/dev/null"]).map { strdup($0).map { UnsafePointer($0) } }
    defer { for case let pointer? in all { free(UnsafeMutablePointer(mutating: pointer)) } }
    return cp_confine(Int32(version), all, all.count) == 0
  }

  /// Returns the folder, or the nearest existing one above it.
  ///
  /// - Parameter levels: the number of levels to search above it.
  package static func place(ofFolder path: String, above levels: Int) -> [String] {
    var path = path
    for _ in 0...levels {
      if CurrentMachine.value.exists(path) { return [path] }
      path = FileTreePath.directory(of: path)
    }
    return []
  }

  /// Returns the folder of an output file, or the path's target if that is not a file.
  package static func place(ofOutput path: String) -> [String] {
    let real = RealPath.leading(path)
    let folder = FileTreePath.directory(of: real)
    let kind = (try? CurrentMachine.value.status(real, followsLink: false))?.kind
    return kind == nil || kind == .file ? [folder.isEmpty ? "/" : folder] : [real]
  }
}
