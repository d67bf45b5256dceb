import AppPackages

/// Where a plugin's text lies, and how messages call it.
public struct PluginSource: Sendable, Hashable {
  /// As messages show it: the path as it was written.
  public let name: String
  /// The folder of the file; `require` in the plugin starts here.
  let folder: String
  let file: String
  /// The user's own start-up file of the REPL: it may also just run and return nothing.
  let isStartUpFile: Bool

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
}
