import PropertyLists

/// A machine of which only what lies below some folders can be reached, wherever links lead.
///
/// Everything else is refused with ``MachineRefusal/outside``, whether it is there or not, and what belongs to version
/// control with ``MachineRefusal/versionControl``; of that can be seen only that it is there.
package struct ConfinedMachine: Machine {
  private let machine: any Machine
  private let folders: [String]

  /// - Parameters:
  ///   - machine: the one that is asked.
  ///   - folders: real paths.
  package init(over machine: any Machine, folders: [String]) {
    self.machine = machine
    self.folders = folders
  }

  /// - Parameter isRead: whether more than that it is there is asked.
  private func requireInside(_ path: String, isRead: Bool = true) throws(MachineRefusal) {
    let around = folders.filter { RealPath.lies(path, in: $0) }
    guard !FileTreePath.parts(of: path).contains(".."), !around.isEmpty else { throw MachineRefusal.outside }
    let place = isRead ? path : FileTreePath.directory(of: path)
    // Who opens a folder of version control wants it read.
    guard around.contains(where: { VersionControl.part(of: place, below: $0) == nil }) else {
      throw MachineRefusal.versionControl
    }
  }

  package var workingFolder: String { machine.workingFolder }

  package func variable(_ name: String) -> String? { machine.variable(name) }

  package func realPath(_ path: String) throws(MachineRefusal) -> String {
    try requireInside(RealPath.leading(path, on: machine), isRead: false)
    let real = try machine.realPath(path)
    // It may lead elsewhere by now.
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
  /// No number of the system's: what was requested lies where a ``ConfinedMachine`` does not lead.
  package static let outside = MachineRefusal(number: -1)
  /// Another one: it belongs to version control.
  package static let versionControl = MachineRefusal(number: -2)
}
