public import AppPackages

/// Where a script lies; paths that it names are relative to this place.
public enum ScriptLocation: Sendable {
  /// A folder of the file system.
  case folder(String)
  /// A folder of the files inside the executable, such as `scenarios/seeds`.
  case bundled(String)

  /// The path that a script's own path `path` means, for the loader.
  public func resolve(_ path: String) -> String {
    switch self {
    case .folder(let folder): path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    case .bundled(let folder): folder.isEmpty ? path : "\(folder)/\(path)"
    }
  }

  /// The bytes of a file beside the script.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    switch self {
    case .folder(let folder): try FolderTree(path: folder.isEmpty ? "." : folder).read(path)
    case .bundled: try BundledFiles.tree.read(resolve(path))
    }
  }

  /// Loads an app from a path beside the script.
  /// - Throws: ``AppPackageError``.
  func package(_ path: String) throws -> AppPackage {
    switch self {
    case .folder: try AppPackage(contentsOf: resolve(path))
    case .bundled: try AppPackage(tree: BundledFiles.tree, path: resolve(path))
    }
  }
}
