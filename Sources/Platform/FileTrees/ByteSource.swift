/// The bytes of one file, for who needs little of a large one and knows where it is.
public protocol ByteSource: Sendable {
  /// Bytes of the whole file, as it was when it was opened.
  var count: Int { get }

  /// The bytes of a range; fewer where the file ends before.
  func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8]
}

/// A file that is in memory already.
package struct BytesInMemory: ByteSource {
  package let all: [UInt8]

  package init(all: [UInt8]) { self.all = all }

  package var count: Int { all.count }

  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(all[range.clamped(to: 0..<all.count)]) }
}

/// A file of a folder that is open.
package struct FolderFile: ByteSource {
  package let file: MachineFile
  package let tree: String
  package let path: String

  package var count: Int { file.count }

  package func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] {
    do throws(MachineRefusal) {
      return try file.bytes(range)
    } catch {
      throw FileTreeError(error.number, tree: tree, path: path, operation: .read)
    }
  }
}
