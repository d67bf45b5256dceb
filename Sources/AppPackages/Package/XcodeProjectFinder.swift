import PropertyLists

/// Finds the Xcode project that a folder stands for.
struct XcodeProjectFinder {
  enum Result {
    case none
    /// The `.xcodeproj` folder inside of the tree.
    case project(String)
    /// Several, of which none is the obvious one.
    case several([String])
  }

  let tree: any FileTree
  let limits: PropertyListLimits

  /// Folders in which projects lie that are nobody's app.
  private static let skippedNames: Set<String> = [
    "node_modules", "Pods", "Carthage", "DerivedData", "build", "vendor", "Checkouts",
  ]

  /// The only project directly in the folder, else the only one of them with an app.
  func findDirectly(in entries: [FileTreeEntry]) -> Result {
    choose(entries.filter { $0.kind == .directory && $0.name.hasSuffix(".xcodeproj") }.map(\.name))
  }

  /// The same for the folders below: the uppermost ones with a project that has an app count.
  func findBelow() -> Result {
    let walkLimits = FileTreeLimits(maximumEntriesPerDirectory: 2000, maximumEntries: 10_000, maximumDepth: 5)
    var found: [String] = []
    _ = FileTreeWalk(tree, limits: walkLimits) { path, entry in
      if entry.name.utf8.first == UInt8(ascii: ".") || Self.skippedNames.contains(entry.name) { return true }
      if entry.kind == .directory, entry.name.hasSuffix(".xcodeproj") {
        found.append(path)
        return true
      }
      return entry.kind == .directory && FileTreatment.isPackage(entry.name)
    }
    found.sort { ExactText.precedes($0, $1) }
    for depth in 1...5 {
      let level = found.filter { $0.split(separator: "/").count == depth }
      if level.isEmpty { continue }
      switch choose(level) {
      case .none: continue
      case let result: return result
      }
    }
    return .none
  }

  private func choose(_ paths: [String]) -> Result {
    if paths.count == 1, paths[0].split(separator: "/").count == 1 { return .project(paths[0]) }
    // Reading many projects only to choose one would take long; nobody has that many apps side by side.
    let withApps = paths.prefix(30).filter { path in
      (try? XcodeProject(tree: tree, path: path, limits: limits))?.targets.contains(where: \.isApplication) ?? false
    }
    switch withApps.count {
    case 0: return .none
    case 1: return .project(withApps[0])
    default: return .several(withApps)
    }
  }
}
