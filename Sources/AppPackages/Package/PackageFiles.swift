public import Platform
import PropertyLists

/// The files that a package was read from, for whoever needs more of them than the package keeps: pixels, lines of text.
public struct PackageFiles: Sendable {
  /// All that may be read for the package.
  public let tree: any FileTree
  /// The real path of the tree's folder on the disk; nil for a tree that is elsewhere.
  public let folder: String?

  init(_ tree: any FileTree) {
    self.tree = tree
    folder = (tree as? FolderTree)?.path
  }

  /// The path inside of the tree that a message means: `Paint/Info.plist` is `Info.plist` in the tree `Paint`; nil for
  /// what lies in another tree.
  public func path(of file: String) -> String? {
    if ExactText.isSame(file, tree.name) { return "" }
    let prefix = tree.name + "/"
    guard file.utf8.starts(with: prefix.utf8) else { return nil }
    return String(Substring(file.utf8.dropFirst(prefix.utf8.count)))
  }

  /// The path on the disk that a message means; nil for what lies elsewhere.
  public func diskPath(of file: String) -> String? {
    guard let folder, let path = path(of: file) else { return nil }
    if path.isEmpty { return folder }
    return folder == "/" ? "/" + path : "\(folder)/\(path)"
  }
}

extension AppPackage {
  /// A file as it was when the package was read, where the package still knows: its Info.plist and the files of its build
  /// settings. Whoever edits one sees whether it is still the same.
  package func bytesAsRead(of file: String) -> [UInt8]? {
    if ExactText.isSame(file, infoPlistFile), let source = infoPlistText { return source.fileBytes }
    return build?.settings.bytesAsRead(of: file)
  }

  /// Whether the Info.plist was put together by the C preprocessor, so that no place of it can be written back.
  package var hasComposedInfoPlist: Bool { infoPlistText?.isComposed ?? false }

  private var infoPlistText: SourceText? { (build?.writtenInfoPlist ?? infoPlist).source }
}
