import AppPackages
internal import CEmbedded
import Platform
import PropertyLists

/// The files of `lua/` inside the executable.
public enum BundledFiles {
  /// All paths, ascending.
  public static var paths: [String] { files.map(\.path) }

  /// The bytes of a file; nil when there is none of that path.
  public static func bytes(_ path: String) -> UnsafeRawBufferPointer? {
    let index = files.partitioningIndex { $0.path >= path }
    return index < files.count && files[index].path == path ? files[index].bytes : nil
  }

  /// The files as a tree.
  static var tree: EmbeddedTree {
    get throws(FileTreeError) { try whole.get() }
  }

  private static let whole = Result { () throws(FileTreeError) in try makeTree(named: "built-in", of: files, below: "")
  }

  /// Steps (``Work``) of putting a file into a tree of its own.
  private static let costOfFile = 30

  /// A folder of the files as a tree of its own, named as its last part.
  static func subtree(_ folder: String) throws(FileTreeError) -> EmbeddedTree {
    let folder = try FileTreePath.normalise(folder, in: "built-in")
    guard !folder.isEmpty else { return try tree }
    let prefix = folder + "/"
    let inside = files.filter { $0.path.utf8.starts(with: prefix.utf8) }
    Work.count(files.count + inside.count * costOfFile)
    return try makeTree(named: FileTreePath.lastComponent(folder), of: inside, below: prefix)
  }

  private static func makeTree(
    named name: String, of files: [(path: String, bytes: UnsafeRawBufferPointer)], below prefix: String
  ) throws(FileTreeError) -> EmbeddedTree {
    try EmbeddedTree(
      name: name,
      files: files.map { EmbeddedTree.File(path: String($0.path.dropFirst(prefix.count)), bytes: $0.bytes) })
  }

  /// - Note: `nonisolated(unsafe)`: the bytes are constants of the executable; nobody writes them.
  private nonisolated(unsafe) static let files: [(path: String, bytes: UnsafeRawBufferPointer)] = {
    var count = 0
    guard let first = hs_bundled_files(&count) else { return [] }
    return (0..<count).map { index in
      let file = first[index]
      return (String(cString: file.path), UnsafeRawBufferPointer(start: file.bytes, count: file.size))
    }
  }()
}
