import PropertyLists

/// A file tree made from data: for tests, for fuzzing, and for packages written in a script.
public struct MemoryTree: FileTree {
  /// The name in messages.
  public let name: String
  private let contents: [[UInt8]]
  private let index: PathIndex

  /// Creates a tree of files in memory.
  ///
  /// - Throws: ``FileTreeError`` for a bad path, a path given twice, or a file where another path needs a folder.
  public init(name: String, files: [(path: String, bytes: [UInt8])]) throws(FileTreeError) {
    self.name = name
    self.contents = files.map(\.bytes)
    self.index = try PathIndex(files.map { ($0.path, $0.bytes.count) }, tree: name)
  }

  /// Creates a tree from a dictionary, e.g. a literal.
  public init(name: String = "memory", _ files: [String: [UInt8]]) throws(FileTreeError) {
    try self.init(name: name, files: files.map { (path: $0.key, bytes: $0.value) })
  }

  /// Returns the names in a folder, sorted by their bytes; only files and folders.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or a file in its place.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    try index.entries(in: directory)
  }

  /// Returns the bytes of a file.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] { contents[try index.require(path)] }

  /// Returns the first `count` bytes of a file, or all if it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    Array(contents[try index.require(path)].prefix(max(0, count)))
  }

  /// Returns the kind of a path; nil for a missing file and a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? { index.kind(of: path) }
}

/// A file tree inside the executable, in bytes that the linker placed there.
public struct EmbeddedTree: FileTree {
  /// One embedded file.
  ///
  /// `@unchecked Sendable` is sound because ``init(path:bytes:)`` requires constants of the executable: nothing changes
  /// or frees them, and this type only reads them.
  public struct File: @unchecked Sendable {
    /// The path inside the tree, with `/` between its parts.
    public let path: String
    fileprivate let bytes: UnsafeRawBufferPointer

    /// Creates a file of the executable.
    ///
    /// - Parameter bytes: must stay valid and unchanged until the process ends, as static constants do.
    public init(path: String, bytes: UnsafeRawBufferPointer) { (self.path, self.bytes) = (path, bytes) }
  }

  /// The name in messages.
  public let name: String
  private let files: [File]
  private let index: PathIndex

  /// Creates a tree of files that are embedded in the executable.
  ///
  /// - Throws: ``FileTreeError`` for a bad path, a path given twice, or a file where another path needs a folder.
  public init(name: String, files: [File]) throws(FileTreeError) {
    (self.name, self.files) = (name, files)
    self.index = try PathIndex(files.map { ($0.path, $0.bytes.count) }, tree: name)
  }

  /// The cost of finding a file, and of an entry of a folder, in steps (``Work``).
  private static let costOfFile = 20, costOfEntry = 10

  /// Returns the names in a folder, sorted by their bytes; only files and folders.
  /// - Throws: ``FileTreeError`` for a bad path, a folder that does not exist, or a file in its place.
  public func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] {
    let entries = try index.entries(in: directory)
    Work.count(Self.costOfFile + entries.count * Self.costOfEntry)
    return entries
  }

  /// Returns a copy of a whole file of any size.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func read(_ path: String) throws(FileTreeError) -> [UInt8] {
    let bytes = files[try index.require(path)].bytes
    Work.count(Self.costOfFile + bytes.count * FileTreeLimits.costOfReadByte)
    return Array(bytes)
  }

  /// Returns a copy of the first `count` bytes of a file, or of all if it has fewer; none for a negative count.
  /// - Throws: ``FileTreeError`` for a bad path, a file that does not exist, or a folder in its place.
  public func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
    let bytes = files[try index.require(path)].bytes.prefix(max(0, count))
    Work.count(Self.costOfFile + bytes.count * FileTreeLimits.costOfReadByte)
    return Array(bytes)
  }

  /// Returns the kind of a path; nil for a missing file and a bad path.
  public func kind(of path: String) -> FileTreeEntry.Kind? { index.kind(of: path) }
}

/// The folders of a list of file paths, for trees without a file system.
package struct PathIndex: Sendable {
  package struct File: Sendable {
    package let path: String
    package let size: Int
    /// The position in the list that the index was made from.
    package let position: Int
  }

  /// The files, sorted by the bytes of their paths.
  private let files: [File]
  private let tree: String

  package init(_ paths: [(path: String, size: Int)], tree: String) throws(FileTreeError) {
    var files: [File] = []
    files.reserveCapacity(paths.count)
    for (position, entry) in paths.enumerated() {
      let path = try FileTreePath.normalise(entry.path, in: tree)
      guard !path.isEmpty else {
        throw FileTreeError(kind: .badPath, tree: tree, path: entry.path, message: "a file has no name")
      }
      files.append(File(path: path, size: entry.size, position: position))
    }
    files.sort { ExactText.precedes($0.path, $1.path) }
    (self.files, self.tree) = (files, tree)
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

  /// Returns the position of a file in the list that the index was made from.
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
    // The loop meets a folder at its name with a slash, which can sort differently from its name.
    entries.sort { ExactText.precedes($0.name, $1.name) }
    return entries
  }

  /// Returns the position for ``read`` and its siblings, or throws the reason why there is none.
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

  /// Returns the index of the first file that does not come before `path`.
  private func lowerBound(_ path: String) -> Int { files.partitioningIndex { !ExactText.precedes($0.path, path) } }
}
