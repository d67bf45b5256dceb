import Platform
import PropertyLists

/// Sources below a folder, where no project says which ones are compiled.
struct SourceFolder {
  let tree: any FileTree
  let limits: FileTreeLimits

  /// Folders with code of others, or that a build has made.
  private static let foreign: Set<String> = [
    "pods", "carthage", "node_modules", "build", "deriveddata", "tests", "test", "vendor", "thirdparty",
    "preview content",
  ]

  /// All of a project that has no project file.
  func files() -> SourceFiles {
    var files = SourceFiles()
    let (paths, isWhole) = paths(below: "")
    files.add(paths, module: nil)
    files.isWhole = isWhole
    return files
  }

  /// - Parameter excluded: paths of the tree that are left out with all below them.
  func paths(below folder: String, excluded: Set<String> = []) -> (paths: [String], isWhole: Bool) {
    let walk = FileTreeWalk(tree, in: folder, limits: limits) { path, entry in
      if entry.name.utf8.first == UInt8(ascii: ".") || excluded.contains(path) { return true }
      guard entry.kind == .directory else { return !SourceFiles.isSource(entry.name) }
      return FileTreatment.isPackage(entry.name) || Self.foreign.contains(entry.name.lowercased())
        || entry.name.hasSuffix("Tests")
    }
    let isWhole = walk.problems.allSatisfy { $0.kind != .tooManyEntries }
    return (walk.files.map(\.path), isWhole)
  }
}
