import AppPackages
import PropertyLists

/// Where a plugin's text lies, and how messages call it.
public struct PluginSource: Sendable, Hashable {
  /// As messages show it: the path as it was written.
  public let name: String
  /// The folder of the file; `require` in the plugin starts here.
  let folder: String
  let file: String
  /// The user's own start-up file of the REPL: it may also just run and return nothing.
  let isStartUpFile: Bool
  /// The only files that may be loaded, with the digests of their content (``ContentDigest``); nil: all of the folder.
  private var trusted: [String: String]?

  /// A file that holds a plugin; it is not read yet.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory.
  ///   - name: how messages call it; the path when not given.
  public init(path: String, name: String? = nil, isStartUpFile: Bool = false) {
    self.name = name ?? path
    let directory = FileTreePath.directory(of: path)
    folder = directory.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : directory
    file = FileTreePath.lastComponent(path)
    self.isStartUpFile = isStartUpFile
  }

  /// How messages call another file of the plugin's folder.
  func name(of path: String) -> String {
    FileTreePath.join(FileTreePath.directory(of: name), path)
  }

  /// The same plugin, of which only the trusted files are loaded, and only with the content that was trusted.
  func trusted(_ files: [String: String]) -> PluginSource {
    var source = self
    source.trusted = files
    return source
  }

  /// Reads a file of the plugin's folder.
  /// - Throws: `FileTreeError`, also for a file that nobody has trusted.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let tree = try FolderTree(folder)
    let text = try tree.read(path)
    guard let trusted else { return text }
    let full = FileTreePath.join(folder == "/" ? "" : folder, path)
    guard let digest = trusted[RealPath.of(full) ?? full], ExactText.isSame(digest, ContentDigest.of(text)) else {
      throw FileTreeError(
        kind: .unreadable, tree: folder, path: path, message: "it is not part of what was trusted",
        hint: "Look at it, then trust it: homescreen trust.")
    }
    return text
  }
}
