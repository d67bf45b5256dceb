import PropertyLists

/// A machine of which only what lies below some folders can be reached, wherever links lead.
///
/// Everything else is refused with ``MachineRefusal/outside``, whether it is there or not.
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

  private func requireInside(_ path: String) throws(MachineRefusal) {
    guard !FileTreePath.parts(of: path).contains(".."), folders.contains(where: { RealPath.lies(path, in: $0) }) else {
      throw MachineRefusal.outside
    }
  }

  package var workingFolder: String { machine.workingFolder }

  package func variable(_ name: String) -> String? { machine.variable(name) }

  package func realPath(_ path: String) throws(MachineRefusal) -> String {
    try requireInside(RealPath.leading(path, on: machine))
    let real = try machine.realPath(path)
    // It may lead elsewhere by now.
    try requireInside(real)
    return real
  }

  package func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    let place = followsLink ? try realPath(path) : path
    try requireInside(place)
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
  /// No number of the system's: what was asked for lies where a ``ConfinedMachine`` does not lead.
  package static let outside = MachineRefusal(number: -1)
}
