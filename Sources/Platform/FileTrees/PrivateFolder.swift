import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Folders of the user's own, outside of every project, that only they look into.
package enum PrivateFolder {
  /// Makes a folder, and those above it that are missing. One that is there stays as it is.
  ///
  /// - Parameter path: absolute.
  /// - Throws: ``FileTreeError`` when there is no such folder afterwards.
  package static func make(_ path: String) throws(FileTreeError) {
    var made = ""
    for part in FileTreePath.parts(of: path) {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
    let status: PathStatus
    do throws(MachineRefusal) {
      status = try CurrentMachine.value.status(path, followsLink: true)
    } catch {
      throw FileTreeError(
        kind: .unwritable, tree: path, path: "", message: "cannot create the folder: \(SystemError.text(error.number))"
      )
    }
    if let error = FileTreeError.noFolder(status, tree: path) { throw error }
  }
}
