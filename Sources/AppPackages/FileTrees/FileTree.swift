/// Where a package is read from: a folder, memory, files inside the executable, later an archive.
///
/// Paths are relative to the root, their parts separated by `/`, and compared byte by byte, as a device does. The
/// empty path is the root. `..`, absolute paths and zero bytes are errors: nothing outside of the root can be named.
public protocol FileTree: Sendable {
  /// What messages call the tree, e.g. `ChangeIcon.app`.
  var name: String { get }

  /// The names in a folder, sorted by their bytes.
  func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry]

  /// A whole file.
  func read(_ path: String) throws(FileTreeError) -> [UInt8]

  /// The first `count` bytes of a file, or all when it has fewer.
  func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8]

  /// What a path stands for; nil when there is nothing, or nothing that may be read.
  func kind(of path: String) -> FileTreeEntry.Kind?
}
