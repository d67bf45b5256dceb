/// The file of an archive, of which only the parts are read that somebody asks for.
package protocol ArchiveBytes: Sendable {
  /// What messages call it: `Paint.ipa`.
  var name: String { get }
  /// Bytes of the whole file.
  var count: Int { get }

  /// The bytes of a range inside of the file.
  func read(_ range: Range<Int>) throws(FileTreeError) -> [UInt8]
}

/// An archive on the disk.
package struct DiskArchive: ArchiveBytes {
  package let name: String
  package let count: Int
  private let path: String
  private let machine: any Machine

  /// - Parameter path: of a file; links are followed.
  package init(_ path: String) throws(FileTreeError) {
    name = FileTreePath.lastComponent(path)
    machine = CurrentMachine.value
    let status: PathStatus
    do throws(MachineRefusal) {
      self.path = try machine.realPath(path)
      status = try machine.status(self.path, followsLink: false)
    } catch {
      throw FileTreeError(error.number, tree: name, path: "", operation: .read)
    }
    if let error = FileTreeError.noFile(status, tree: name, path: "") { throw error }
    count = status.size
  }

  package func read(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] {
    let content: FileContent
    do throws(MachineRefusal) {
      content = try machine.read(path, .part(range))
    } catch {
      throw FileTreeError(error.number, tree: name, path: "", operation: .read)
    }
    guard content.bytes.count == range.count else {
      throw FileTreeError(
        kind: .unreadable, tree: name, path: "", message: "the file became shorter while it was read",
        hint: "wait until it is written, and try again", offset: range.lowerBound + content.bytes.count)
    }
    return content.bytes
  }
}

/// An archive in memory: made by a test, or packed into another one.
package struct MemoryArchive: ArchiveBytes {
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  package var count: Int { bytes.count }

  package func read(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] { Array(bytes[range]) }
}
