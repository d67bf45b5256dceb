/// The bytes of one file, for who needs little of a large one and knows where it is.
public protocol ByteSource: Sendable {
  /// Bytes of the whole file, as it was when it was opened.
  var count: Int { get }

  /// The bytes of a range; fewer where the file ends before.
  func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8]
}

/// A file that is in memory already.
struct BytesInMemory: ByteSource {
  let all: [UInt8]

  var count: Int { all.count }

  func bytes(_ range: Range<Int>) -> [UInt8] { Array(all[range.clamped(to: 0..<all.count)]) }
}

/// A file of a folder that is open.
struct FolderFile: ByteSource {
  let file: MachineFile
  let tree: String
  let path: String

  var count: Int { file.count }

  func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] {
    do throws(MachineRefusal) {
      return try file.bytes(range)
    } catch {
      throw FileTreeError(error.number, tree: tree, path: path, operation: .read)
    }
  }
}
