import AppPackages
import Platform
import PropertyLists

/// Where a plugin's text lies, and how messages call it.
public struct PluginSource: Sendable {
  /// As messages show it: the path as it was written.
  public let name: String
  /// The folder of the file; `require` in the plugin starts here.
  let folder: String
  let file: String
  /// The user's own start-up file of the REPL: it may also just run and return nothing.
  let isStartUpFile: Bool
  /// Decides about each file, and the settings that name the plugin; nil for one that the command line names.
  private var judge: (trust: ProjectTrust, settings: String)?

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

  /// The path of the file.
  var path: String { FileTreePath.join(folder == "/" ? "" : folder, file) }

  /// The same plugin, of which only the files are loaded that are trusted.
  func judged(by trust: ProjectTrust, settings: String) -> PluginSource {
    var source = self
    source.judge = (trust, settings)
    return source
  }

  /// Reads a file of the plugin's folder.
  /// - Throws: `FileTreeError`, also for a file that is not trusted.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let full = FileTreePath.join(folder == "/" ? "" : folder, path)
    if let judge, let refusal = judge.trust.refusal(of: full, namedBy: judge.settings) {
      throw FileTreeError(
        kind: .unreadable, tree: folder, path: path, message: refusal.reason, hint: refusal.hint)
    }
    return try FolderTree(folder).read(path)
  }
}
