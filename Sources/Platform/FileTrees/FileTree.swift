public import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The source of a package: a folder, memory, files inside the executable, an archive.
///
/// Paths are relative to the root, with `/` between their parts, and compared byte by byte, as a device does. The empty
/// path is the root. `..`, absolute paths and zero bytes are errors: no path leads out of the root.
public protocol FileTree: Sendable {
  /// The name in messages, e.g. `ChangeIcon.app`.
  var name: String { get }

  /// Returns the names in a folder, sorted by their bytes.
  func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry]

  /// Returns the bytes of a whole file.
  func read(_ path: String) throws(FileTreeError) -> [UInt8]

  /// Returns the first `count` bytes of a file, or all if it has fewer.
  func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8]

  /// Opens a file of any size, to read it piece by piece.
  func open(_ path: String) throws(FileTreeError) -> any ByteSource

  /// Returns the kind of a path; nil for a missing or unreadable file.
  func kind(of path: String) -> FileTreeEntry.Kind?

  /// Returns the path as the tree spells it; nil for a missing or unreadable file. In most trees letter case counts,
  /// and the result is `path`.
  func spelling(of path: String) -> String?
}

extension FileTree {
  /// Reads the whole file into memory.
  public func open(_ path: String) throws(FileTreeError) -> any ByteSource { BytesInMemory(all: try read(path)) }

  /// Returns the path unchanged, if a file or folder is there.
  public func spelling(of path: String) -> String? { kind(of: path) == nil ? nil : path }
}

/// A name in a folder of a file tree.
public struct FileTreeEntry: Sendable, Equatable {
  /// The kind of a file; symbolic links are followed.
  public enum Kind: String, Sendable {
    case file
    case directory
    /// A pipe, a device, or a link with a missing target or one outside the tree. Never read.
    case other
  }

  /// The last part of the path.
  public var name: String
  /// The kind of the file; for a symbolic link, that of its target.
  public var kind: Kind
  /// The size of a file in bytes; 0 for other kinds.
  public var size: Int
  /// The path inside the tree that a symbolic link points to.
  public var linkTarget: String?
  /// The reason why an entry of kind ``Kind/other`` cannot be read.
  public var problem: FileTreeError?

  /// Creates an entry. Only its name and kind are required.
  public init(name: String, kind: Kind, size: Int = 0, linkTarget: String? = nil, problem: FileTreeError? = nil) {
    (self.name, self.kind, self.size, self.linkTarget, self.problem) = (name, kind, size, linkTarget, problem)
  }
}

/// The limits of reading a file tree.
public struct FileTreeLimits: Sendable, Equatable {
  /// The maximum number of names in one folder.
  public var maximumEntriesPerDirectory: Int
  /// The maximum number of files and folders in one walk.
  public var maximumEntries: Int
  /// The maximum number of levels of nested folders.
  public var maximumDepth: Int
  /// The maximum size in bytes of a file that is read as a whole.
  public var maximumFileSize: Int

  /// Creates limits; those that are not given have the values of ``default``.
  public init(
    maximumEntriesPerDirectory: Int = 50_000, maximumEntries: Int = 100_000, maximumDepth: Int = 64,
    maximumFileSize: Int = 256 * 1024 * 1024
  ) {
    (self.maximumEntriesPerDirectory, self.maximumEntries) = (maximumEntriesPerDirectory, maximumEntries)
    (self.maximumDepth, self.maximumFileSize) = (maximumDepth, maximumFileSize)
  }

  /// 100 000 entries, 64 levels, 256 MiB per file.
  public static let `default` = FileTreeLimits()

  /// The cost of each byte of a file that is read, parsing included, in steps (``Work``).
  package static let costOfReadByte = 4
}

/// Paths inside a file tree.
public enum FileTreePath {
  /// Returns the path without `.`, double and trailing slashes.
  ///
  /// - Throws: ``FileTreeError`` of kind `badPath` for `..`, an absolute path, or a zero byte.
  public static func normalise(_ path: String, in tree: String) throws(FileTreeError) -> String {
    guard path.utf8.count <= maximumLength else { throw tooLong(path, in: tree) }
    if isNormal(path) { return path }
    func refusal(_ message: String, _ hint: String?) -> FileTreeError {
      FileTreeError(kind: .badPath, tree: tree, path: path, message: message, hint: hint)
    }
    guard !path.utf8.contains(0) else { throw refusal("the path contains a zero byte", nil) }
    guard path.utf8.first != UInt8(ascii: "/") else {
      throw refusal("an absolute path", "write it relative to \(tree)")
    }
    var parts: [Substring] = []
    for part in Self.parts(of: path) where part != "." {
      guard part != ".." else { throw refusal("a path with “..”", "a package cannot reach out of its folder") }
      parts.append(part)
    }
    return parts.joined(separator: "/")
  }

  /// Returns whether the path is normal already; most paths are, and the check is frequent.
  private static func isNormal(_ path: String) -> Bool {
    var length = 0
    var isDots = true
    for byte in path.utf8 {
      if byte == UInt8(ascii: "/") {
        if length == 0 || isDots && length <= 2 { return false }
        length = 0
        isDots = true
      } else {
        if byte == 0 { return false }
        length += 1
        isDots = isDots && byte == UInt8(ascii: ".")
      }
    }
    return path.isEmpty || length > 0 && !(isDots && length <= 2)
  }

  /// The maximum length in bytes; no system opens a longer path.
  public static let maximumLength = 4096

  /// Refuses a path that is too long for any file.
  ///
  /// - Throws: ``FileTreeError`` of kind `badPath`.
  public static func checkLength(_ path: String, in tree: String) throws(FileTreeError) {
    if path.utf8.count > maximumLength { throw tooLong(path, in: tree) }
  }

  private static func tooLong(_ path: String, in tree: String) -> FileTreeError {
    let shown = path.unicodeScalars.prefix(60)
    return FileTreeError(
      kind: .badPath, tree: tree, path: "\(String(shown))…", message: "the path has more than \(maximumLength) bytes")
  }

  /// Returns `directory/name`, without a slash for the root.
  public static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : "\(directory)/\(name)"
  }

  /// Returns the parts between the slashes, without empty ones.
  ///
  /// A slash is a byte. In a `Character` it may be combined with the scalars around it (U+0600, U+0301), and a part
  /// with a slash in it would escape the checks of a path.
  public static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// Returns the name after the last slash.
  public static func lastComponent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Returns the path before the last slash; empty for a name in the root.
  public static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  /// Returns the path of a file relative to a folder: `../notes/app.lua`. Links are not resolved. Without a common
  /// folder the result is absolute.
  ///
  /// - Parameter workingFolder: the folder that relative paths start in.
  public static func relative(_ path: String, from folder: String, workingFolder: String) -> String {
    func resolved(_ path: String) -> [Substring] {
      let whole = path.utf8.first == UInt8(ascii: "/") ? path : "\(workingFolder)/\(path)"
      return parts(of: whole).reduce(into: []) { parts, part in
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
      }
    }
    let (file, start) = (resolved(path), resolved(folder))
    let common = zip(file, start).prefix { $0.0.utf8.elementsEqual($0.1.utf8) }.count
    if common == 0, !start.isEmpty { return "/" + file.joined(separator: "/") }
    let way = Array(repeating: "..", count: start.count - common) + file[common...].map(String.init)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// Returns the part after the last dot of the name, in lower case; empty without a dot or with a leading dot.
  public static func lowercasedExtension(of path: String) -> String {
    let name = lastComponent(path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// Returns whether a name matches a pattern with `*`, `?` and `[a-z]`, as `fnmatch` does.
  /// - Parameter hidesDots: whether only a dot matches a leading dot.
  package static func matches(_ name: [UInt8], _ pattern: [UInt8], hidesDots: Bool = true) -> Bool {
    if hidesDots, name.first == UInt8(ascii: "."), pattern.first != UInt8(ascii: ".") { return false }
    var position = 0
    var index = 0
    var star: (pattern: Int, name: Int)?
    while index < name.count {
      if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
        star = (position, index)
        position += 1
      } else if let next = afterOne(pattern, position, name[index]) {
        position = next
        index += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        position = last.pattern + 1
        index = last.name + 1
      } else {
        return false
      }
    }
    while position < pattern.count, pattern[position] == UInt8(ascii: "*") { position += 1 }
    return position == pattern.count
  }

  /// Returns the position in the pattern after one byte; nil if the byte does not match.
  private static func afterOne(_ pattern: [UInt8], _ position: Int, _ byte: UInt8) -> Int? {
    guard position < pattern.count else { return nil }
    switch pattern[position] {
    case UInt8(ascii: "?"): return position + 1
    case UInt8(ascii: "["):
      guard let end = pattern[(position + 1)...].dropFirst().firstIndex(of: UInt8(ascii: "]")) else {
        return pattern[position] == byte ? position + 1 : nil
      }
      var set = pattern[(position + 1)..<end]
      let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
      if isNegated { set = set.dropFirst() }
      return contains(set, byte) != isNegated ? end + 1 : nil
    case byte: return position + 1
    default: return nil
    }
  }

  private static func contains(_ set: ArraySlice<UInt8>, _ byte: UInt8) -> Bool {
    var index = set.startIndex
    while index < set.endIndex {
      if index + 2 < set.endIndex, set[index + 1] == UInt8(ascii: "-") {
        if set[index] <= byte, byte <= set[index + 2] { return true }
        index += 3
      } else {
        if set[index] == byte { return true }
        index += 1
      }
    }
    return false
  }
}

/// The reason why a file in a tree could not be listed, read or written.
public struct FileTreeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A category of errors.
  public enum Kind: String, Sendable, CaseIterable {
    case notFound
    case notADirectory
    case isADirectory
    /// The operating system refused; the message is from the system.
    case unreadable
    /// The operating system refused to write.
    case unwritable
    /// A symbolic link that points out of the tree.
    case outsideOfTree
    /// A file that a script may never write, even in a writable folder, or data of version control, which is never read.
    case forbidden
    /// Symbolic links that point to each other.
    case linkLoop
    /// `..`, an absolute path, a zero byte.
    case badPath
    /// A pipe, socket or device.
    case notARegularFile
    case tooLarge
    case tooManyEntries
    /// An archive that contradicts itself, or whose bytes differ from its directory.
    case damaged
    /// Two files with the same path, or a file where another path needs a folder. Only in trees made from data.
    case conflict
  }

  /// The category of the error, for programs; ``message`` is for people.
  public var kind: Kind
  /// The name of the tree in messages, e.g. `ChangeIcon.app`.
  public var tree: String
  /// The path inside the tree; empty for its root.
  public var path: String
  /// The problem, without the path and without a full stop.
  public var message: String
  /// A suggestion for a fix.
  public var hint: String?
  /// The byte offset in ``file``; nil if the error is not about one place.
  public var offset: Int?

  /// Creates an error about one path of a tree.
  public init(kind: Kind, tree: String, path: String, message: String, hint: String? = nil, offset: Int? = nil) {
    (self.kind, self.tree, self.path, self.message, self.hint) = (kind, tree, path, message, hint)
    self.offset = offset
  }

  /// The tree and the path, as locations name a file: `ChangeIcon.app/Info.plist`.
  public var file: String { path.isEmpty ? tree : "\(tree)/\(path)" }

  /// ``file`` with the offset, if there is one.
  public var location: SourceLocation { SourceLocation(file: file, offset: offset) }

  /// The location and the message, `ChangeIcon.app/Info.plist: …`, and the hint on a second line.
  public var description: String { "\(location): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}

extension FileTreeError {
  /// The operation that the operating system refused.
  package enum Operation: String {
    case read, written

    fileprivate var kind: Kind {
      switch self {
      case .read: .unreadable
      case .written: .unwritable
      }
    }
  }

  /// - Parameter number: `errno`.
  package init(_ number: Int32, tree: String, path: String, operation: Operation) {
    self.init(kind: .notFound, tree: tree, path: path, message: "there is no such file or folder")
    switch number {
    case ENOENT: break
    case MachineRefusal.outside.number:
      kind = .outsideOfTree
      message = "this is outside of the folders that scripts may read"
      hint = "use --read DIR to allow another folder"
    case MachineRefusal.versionControl.number:
      kind = .forbidden
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      hint = "the file may contain passwords and tokens; put a copy of it elsewhere"
    case ENOTDIR:
      kind = .notADirectory
      message = "a part of the path is a file, not a folder"
    case ELOOP:
      kind = .linkLoop
      message = "symbolic links point to each other in a cycle"
    default:
      kind = operation.kind
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      if number == EACCES || number == EPERM { hint = "check the owner and the permissions, e.g. with `ls -l`" }
    }
  }

  /// Returns the error for a path that is not a file; nil for a file.
  package static func noFile(_ status: PathStatus, tree: String, path: String) -> FileTreeError? {
    switch status.kind {
    case .file: nil
    case .folder: FileTreeError(kind: .isADirectory, tree: tree, path: path, message: "this is a folder, not a file")
    case .link, .pipe, .socket, .device, .other:
      FileTreeError(kind: .notARegularFile, tree: tree, path: path, message: "this is \(status.kind.words), not a file")
    }
  }

  /// Returns the error for a path that is not a folder; nil for a folder.
  package static func noFolder(_ status: PathStatus, tree: String) -> FileTreeError? {
    guard status.kind != .folder else { return nil }
    return FileTreeError(
      kind: .notADirectory, tree: tree, path: "", message: "this is \(status.kind.words), not a folder")
  }
}

extension PathStatus.Kind {
  /// The kind with its article, for sentences.
  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .link, .other: "something special"
    }
  }
}

/// All files of a tree, found by a walk that always ends, and the problems on its way.
public struct FileTreeWalk: Sendable {
  /// A file of the walk.
  public struct File: Sendable, Equatable {
    /// The path inside the tree, including the folder in which the walk started.
    public var path: String
    /// The size in bytes.
    public var size: Int

    package init(path: String, size: Int) { (self.path, self.size) = (path, size) }
  }

  /// The files, sorted by the bytes of their paths.
  public private(set) var files: [File] = []
  /// The folders, sorted in the same way, without the root.
  public private(set) var directories: [String] = []
  /// The entries that were left out: unreadable folders, links that loop or leave the tree, exceeded limits.
  public private(set) var problems: [FileTreeError] = []

  private let tree: any FileTree
  private let limits: FileTreeLimits
  /// The number of files and folders that this walk and earlier ones met, skipped ones included.
  package private(set) var entryCount: Int

  /// A folder to visit. `ancestors` are the real paths above it, to detect links that lead back.
  private struct Pending {
    let path: String
    let realPath: String
    let ancestors: [String]
  }

  /// Walks through a folder and all folders below it.
  ///
  /// - Parameters:
  ///   - directory: the folder to start in; its path is part of the result's paths.
  ///   - spent: the entries that earlier walks have counted towards the limit.
  ///   - isSkipped: returns whether to leave out a folder (by its path) or a file; a skipped folder is not entered.
  public init(
    _ tree: any FileTree, in directory: String = "", limits: FileTreeLimits = .default, spent: Int = 0,
    skipping isSkipped: (_ path: String, _ entry: FileTreeEntry) -> Bool = { _, _ in false }
  ) {
    (self.tree, self.limits) = (tree, limits)
    entryCount = spent
    var waiting = [Pending(path: directory, realPath: directory, ancestors: [])]
    while let next = waiting.popLast() { guard visit(next, isSkipped, &waiting) else { break } }
    files.sort { ExactText.precedes($0.path, $1.path) }
    directories.sort(by: ExactText.precedes)
    problems.sort { ExactText.precedes($0.path, $1.path) }
  }

  /// Visits a folder. Returns false when the walk must end.
  private mutating func visit(
    _ folder: Pending, _ isSkipped: (String, FileTreeEntry) -> Bool, _ waiting: inout [Pending]
  ) -> Bool {
    let entries: [FileTreeEntry]
    do {
      entries = try tree.entries(in: folder.path)
    } catch {
      problems.append(error)
      // The attempt to list such a folder counts; otherwise links could lead to it again and again.
      if error.kind == .tooManyEntries { entryCount += limits.maximumEntriesPerDirectory }
      return true
    }
    for entry in entries {
      let path = FileTreePath.join(folder.path, entry.name)
      entryCount += 1
      guard entryCount <= limits.maximumEntries else {
        problems.append(
          problem(.tooManyEntries, "", "there are more than \(limits.maximumEntries) files; the rest were left out"))
        return false
      }
      if isSkipped(path, entry) { continue }
      switch entry.kind {
      case .file:
        files.append(File(path: path, size: entry.size))
      case .other:
        problems.append(entry.problem ?? problem(.notARegularFile, path, "this is neither a file nor a folder"))
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
      problems.append(problem(.tooManyEntries, path, "folders are nested more than \(limits.maximumDepth) levels deep"))
    } else {
      waiting.append(Pending(path: path, realPath: realPath, ancestors: ancestors))
    }
  }

  private func problem(_ kind: FileTreeError.Kind, _ path: String, _ message: String) -> FileTreeError {
    FileTreeError(kind: kind, tree: tree.name, path: path, message: message)
  }
}

/// A file that is read in parts, for readers that need little of a large one.
public protocol ByteSource: Sendable {
  /// The size in bytes when the file was opened.
  var count: Int { get }

  /// Returns the bytes of a range; fewer if the file ends before that.
  func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8]
}

/// A file that is in memory already.
package struct BytesInMemory: ByteSource {
  package let all: [UInt8]

  package init(all: [UInt8]) { self.all = all }

  package var count: Int { all.count }

  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(all[range.clamped(to: 0..<all.count)]) }
}

/// An open file in a folder on disk.
package struct FolderFile: ByteSource {
  package let file: MachineFile
  package let tree: String
  package let path: String

  package var count: Int { file.count }

  package func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] {
    do throws(MachineRefusal) {
      return try file.bytes(range)
    } catch {
      throw FileTreeError(error.number, tree: tree, path: path, operation: .read)
    }
  }
}

extension LenientJSON {
  /// Reads a file of a tree.
  ///
  /// - Throws: ``PropertyListError``; for an unreadable file, of kind ``PropertyListError/Kind/empty`` and without content.
  public static func read(
    _ path: String, in tree: any FileTree, limits: PropertyListLimits = .json
  ) throws(PropertyListError) -> LenientJSON {
    let file = FileTreePath.join(tree.name, path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.read(path)
    } catch {
      throw PropertyListError(
        location: SourceLocation(file: file), kind: error.kind == .tooLarge ? .tooLarge : .empty,
        message: error.message, hint: error.hint)
    }
    return try parse(bytes, file: file, limits: limits)
  }
}
