import PropertyLists

/// The folders that follow from a list of file paths, for trees that have no file system behind them.
package struct PathIndex: Sendable {
  package struct File: Sendable {
    package let path: String
    package let size: Int
    /// Position in the list that the index was made from.
    package let position: Int
  }

  /// Sorted by the bytes of their paths.
  private let files: [File]
  private let tree: String

  package init(_ paths: [(path: String, size: Int)], tree: String) throws(FileTreeError) {
    var files: [File] = []
    files.reserveCapacity(paths.count)
    for (position, entry) in paths.enumerated() {
      let path = try FileTreePath.normalise(entry.path, in: tree)
      guard !path.isEmpty else {
        throw FileTreeError(kind: .badPath, tree: tree, path: entry.path, message: "a file without a name")
      }
      files.append(File(path: path, size: entry.size, position: position))
    }
    files.sort { ExactText.precedes($0.path, $1.path) }
    self.files = files
    self.tree = tree
    for (earlier, later) in zip(files, files.dropFirst()) where ExactText.isSame(earlier.path, later.path) {
      throw FileTreeError(kind: .conflict, tree: tree, path: later.path, message: "the file is given twice")
    }
    for file in files {
      var directory = FileTreePath.directory(of: file.path)
      while !directory.isEmpty {
        guard position(of: directory) == nil else {
          throw FileTreeError(
            kind: .conflict, tree: tree, path: directory,
            message: "this is a file, but \(file.path) needs a folder of that name")
        }
        directory = FileTreePath.directory(of: directory)
      }
    }
  }

  /// The position of a file in the list that the index was made from.
  package func position(of path: String) -> Int? {
    let index = lowerBound(path)
    guard index < files.count, ExactText.isSame(files[index].path, path) else { return nil }
    return files[index].position
  }

  package func isDirectory(_ path: String) -> Bool {
    if path.isEmpty { return true }
    let prefix = path + "/"
    let index = lowerBound(prefix)
    return index < files.count && files[index].path.utf8.starts(with: prefix.utf8)
  }

  package func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let directory = try FileTreePath.normalise(directory, in: tree)
    guard isDirectory(directory) else {
      throw FileTreeError(
        kind: position(of: directory) == nil ? .notFound : .notADirectory, tree: tree, path: directory,
        message: position(of: directory) == nil ? "there is no such folder" : "this is a file, not a folder")
    }
    let prefix = directory.isEmpty ? "" : directory + "/"
    var entries: [FileTreeEntry] = []
    var index = lowerBound(prefix)
    while index < files.count, files[index].path.utf8.starts(with: prefix.utf8) {
      let rest = files[index].path.utf8.dropFirst(prefix.utf8.count)
      if let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
        entries.append(FileTreeEntry(name: String(Substring(rest[..<slash])), kind: .directory))
        // Skips all files below: “0” follows “/” in the order of bytes.
        index = lowerBound(prefix + String(Substring(rest[..<slash])) + "0")
      } else {
        entries.append(FileTreeEntry(name: String(Substring(rest)), kind: .file, size: files[index].size))
        index += 1
      }
    }
    // A folder was met at its name and slash, which is not where its name alone belongs.
    entries.sort { ExactText.precedes($0.name, $1.name) }
    return entries
  }

  /// The position for ``read`` and its siblings, or the error that says why not.
  package func require(_ path: String) throws(FileTreeError) -> Int {
    let path = try FileTreePath.normalise(path, in: tree)
    if let position = position(of: path) { return position }
    let isFolder = isDirectory(path)
    throw FileTreeError(
      kind: isFolder ? .isADirectory : .notFound, tree: tree, path: path,
      message: isFolder ? "this is a folder, not a file" : "there is no such file")
  }

  package func kind(of path: String) -> FileTreeEntry.Kind? {
    guard let path = try? FileTreePath.normalise(path, in: tree) else { return nil }
    if position(of: path) != nil { return .file }
    return isDirectory(path) ? .directory : nil
  }

  /// The first file that does not come before `path`.
  private func lowerBound(_ path: String) -> Int {
    files.partitioningIndex { !ExactText.precedes($0.path, path) }
  }
}
