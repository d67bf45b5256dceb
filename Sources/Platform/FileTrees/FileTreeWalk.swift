import PropertyLists

/// All files of a tree, found by a walk that always ends, and what it could not look into.
public struct FileTreeWalk: Sendable {
  /// A file that the walk has met.
  public struct File: Sendable, Equatable {
    /// Inside the tree, the folder in which the walk started included.
    public var path: String
    /// Bytes.
    public var size: Int

    package init(path: String, size: Int) { (self.path, self.size) = (path, size) }
  }

  /// Sorted by the bytes of their paths.
  public private(set) var files: [File] = []
  /// Folders, sorted likewise, without the root.
  public private(set) var directories: [String] = []
  /// What was left out, and why: unreadable folders, links that loop or lead out of the tree, limits that were hit.
  public private(set) var problems: [FileTreeError] = []

  private let tree: any FileTree
  private let limits: FileTreeLimits
  /// Files and folders that were met, skipped ones too, by this walk and those before it.
  package private(set) var entryCount: Int

  /// A folder that waits for its turn. `ancestors` are the real paths above it, to notice links that lead back.
  private struct Pending {
    let path: String
    let realPath: String
    let ancestors: [String]
  }

  /// Walks through a folder and all below it.
  ///
  /// - Parameters:
  ///   - directory: where to start; its own path is part of the result's paths.
  ///   - spent: what earlier walks have used of the limit on entries.
  ///   - isSkipped: says of a folder (path) or file that it is of no interest; a skipped folder is not entered.
  public init(
    _ tree: any FileTree, in directory: String = "", limits: FileTreeLimits = .default, spent: Int = 0,
    skipping isSkipped: (_ path: String, _ entry: FileTreeEntry) -> Bool = { _, _ in false }
  ) {
    self.tree = tree
    self.limits = limits
    entryCount = spent
    var waiting = [Pending(path: directory, realPath: directory, ancestors: [])]
    while let next = waiting.popLast() {
      guard visit(next, isSkipped, &waiting) else { break }
    }
    files.sort { ExactText.precedes($0.path, $1.path) }
    directories.sort(by: ExactText.precedes)
    problems.sort { ExactText.precedes($0.path, $1.path) }
  }

  /// False when the walk has to end.
  private mutating func visit(
    _ folder: Pending, _ isSkipped: (String, FileTreeEntry) -> Bool, _ waiting: inout [Pending]
  ) -> Bool {
    let entries: [FileTreeEntry]
    do {
      entries = try tree.entries(in: folder.path)
    } catch {
      problems.append(error)
      // Such a folder was listed for nothing; links could lead to it again and again.
      if error.kind == .tooManyEntries { entryCount += limits.maximumEntriesPerDirectory }
      return true
    }
    for entry in entries {
      let path = FileTreePath.join(folder.path, entry.name)
      entryCount += 1
      guard entryCount <= limits.maximumEntries else {
        problems.append(
          problem(.tooManyEntries, "", "more than \(limits.maximumEntries) files; the rest was left out"))
        return false
      }
      if isSkipped(path, entry) { continue }
      switch entry.kind {
      case .file:
        files.append(File(path: path, size: entry.size))
      case .other:
        problems.append(
          entry.problem ?? problem(.notARegularFile, path, "this is neither a file nor a folder"))
      case .directory:
        directories.append(path)
        enter(path, entry, from: folder, &waiting)
      }
    }
    return true
  }

  private mutating func enter(
    _ path: String, _ entry: FileTreeEntry, from folder: Pending, _ waiting: inout [Pending]
  ) {
    let realPath = entry.linkTarget ?? FileTreePath.join(folder.realPath, entry.name)
    let ancestors = folder.ancestors + [folder.realPath]
    if entry.linkTarget != nil, ancestors.contains(where: { ExactText.isSame($0, realPath) }) {
      problems.append(problem(.linkLoop, path, "this symbolic link leads back to a folder above it"))
    } else if ancestors.count >= limits.maximumDepth {
      problems.append(
        problem(.tooManyEntries, path, "folders are nested more than \(limits.maximumDepth) levels deep"))
    } else {
      waiting.append(Pending(path: path, realPath: realPath, ancestors: ancestors))
    }
  }

  private func problem(_ kind: FileTreeError.Kind, _ path: String, _ message: String) -> FileTreeError {
    FileTreeError(kind: kind, tree: tree.name, path: path, message: message)
  }
}
