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

extension AppPackage {
  /// The sources of the app, looked for now; nil for a built app, and for one that is made from data.
  ///
  /// Of a project these are what its target compiles, with the frameworks and local Swift packages that it needs; never
  /// what only lies in the navigator, never tests. Of an Info.plist without a project it is everything below the folder.
  public func sourceFiles(limits: FileTreeLimits = .default) -> SourceFiles? {
    switch origin {
    case .builtApp, .data: nil
    case .xcodeProject: build?.sources?()
    case .infoPlist: files.map { SourceFolder(tree: $0.tree, limits: limits).files() }
    }
  }
}
