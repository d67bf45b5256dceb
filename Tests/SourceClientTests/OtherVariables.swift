import AppPackages
import Platform
import Synchronization

/// The real machine with other environment variables.
final class OtherVariables: Machine {
  private let real = RealMachine()
  private let variables: [String: String]
  /// The paths whose status was asked for.
  let asked = Mutex<[String]>([])

  init(_ variables: [String: String]) { self.variables = variables }

  var workingFolder: String { real.workingFolder }
  func variable(_ name: String) -> String? { variables[name] }
  /// The program has no folder, so no reader next to it is found.
  func realPath(_ path: String) throws(MachineRefusal) -> String {
    guard !path.contains("/.build/") else { return "/proc/nowhere/program" }
    return try real.realPath(path)
  }
  func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
    asked.withLock { $0.append(path) }
    return try real.status(path, followsLink: followsLink)
  }
  func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
    try real.entries(in: folder, maximum: maximum)
  }
  func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent { try real.read(path, amount) }
  func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError) { try real.write(bytes, to: path, write) }
}
