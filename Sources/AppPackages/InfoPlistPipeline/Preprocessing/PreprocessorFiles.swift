import Platform
import PropertyLists

/// The files that an Info.plist can include: those of the tree, and nothing else.
struct PreprocessorFiles {
  let tree: any FileTree
  /// The project's folder, from which paths of settings start.
  let directory: String
  /// What messages call the Info.plist.
  let mainFile: String
  /// `-I`, in order, as they are written.
  var searchFolders: [String] = []

  enum Finding {
    case file(String)
    /// Above the folder that may be read.
    case outside
    case missing
  }

  func find(_ name: String, in folder: String) -> Finding {
    guard case .inside(let path) = ProjectPath.resolve(name, from: folder) else { return .outside }
    guard let found = tree.spelling(of: path), tree.kind(of: found) == .file else { return .missing }
    return .file(found)
  }

  /// Looks in the folders of `-I`.
  func findInSearchFolders(_ name: String) -> Finding {
    var result = Finding.missing
    for folder in searchFolders {
      guard case .inside(let path) = ProjectPath.resolve(folder, from: directory) else {
        result = .outside
        continue
      }
      if case .file(let path) = find(name, in: path) { return .file(path) }
    }
    return result
  }

  func file(_ path: String) -> String { FileTreePath.join(tree.name, path) }
}
