import AppPackages
import Platform
import PropertyLists

/// Where a script lies; paths that it names are relative to this place.
public enum ScriptLocation: Sendable {
  /// A folder of the file system.
  case folder(String)
  /// A folder of the files inside the executable, such as `scenarios/seeds`.
  case bundled(String)

  /// The path that a script's own path `path` means, for the loader.
  public func resolve(_ path: String) -> String {
    switch self {
    case .folder(let folder): path.utf8.first == UInt8(ascii: "/") || folder.isEmpty ? path : "\(folder)/\(path)"
    case .bundled(let folder): folder.isEmpty ? path : "\(folder)/\(path)"
    }
  }

  /// The path as the script would write it, of one that the loader uses: the way back from ``resolve(_:)``.
  func written(_ path: String) -> String {
    guard case .folder(let folder) = self, !folder.isEmpty, folder != "." else { return path }
    guard ExactText.begins(path, with: "\(folder)/") else { return RealPath.leading(path) }
    return String(Substring(path.utf8.dropFirst(folder.utf8.count + 1)))
  }

  /// What messages call the file at `path`: as the script's own name is written.
  func name(of path: String) -> String {
    if case .folder(".") = self { return path }
    return resolve(path)
  }

  /// The bytes of a file, by the path to which its own leads.
  /// - Throws: ``FileTreeError``.
  func read(real path: String) throws(FileTreeError) -> [UInt8] {
    guard case .folder = self else { return try BundledFiles.tree.read(path) }
    let folder = FileTreePath.directory(of: path)
    return try FolderTree(folder.isEmpty ? "/" : folder).read(FileTreePath.lastComponent(path))
  }

  /// The bytes of a file beside the script.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    try FileTreePath.checkLength(path, in: "")
    switch self {
    case .folder(let folder): return try FolderTree(folder.isEmpty ? "." : folder).read(path)
    case .bundled: return try BundledFiles.tree.read(resolve(path))
    }
  }

  /// The same, or its beginning where it has more bytes.
  /// - Throws: ``FileTreeError``.
  func read(_ path: String, atMost count: Int) throws(FileTreeError) -> [UInt8] {
    try FileTreePath.checkLength(path, in: "")
    switch self {
    case .folder(let folder): return try FolderTree(folder.isEmpty ? "." : folder).readPrefix(path, count: count)
    case .bundled: return try BundledFiles.tree.readPrefix(resolve(path), count: count)
    }
  }

  /// Loads an app, by its path as the loader takes it.
  /// - Throws: ``AppPackageError``.
  func package(_ path: String, options: PackageOptions) throws -> AppPackage {
    switch self {
    case .folder: return try AppPackage(contentsOf: path, options: options)
    case .bundled:
      let isProject = path.hasSuffix(".xcodeproj")
      guard isProject || path.hasSuffix(".plist") else {
        return try AppPackage(tree: try BundledFiles.subtree(path), options: options)
      }
      let folder = try BundledFiles.subtree(FileTreePath.directory(of: path))
      let name = FileTreePath.lastComponent(path)
      return isProject
        ? try AppPackage(projectAt: name, in: folder, options: options)
        : try AppPackage(tree: folder, infoPlistPath: name, options: options)
    }
  }
}
