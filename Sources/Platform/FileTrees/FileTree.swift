public import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a package is read from: a folder, memory, files inside the executable, an archive.
///
/// Paths are relative to the root, their parts separated by `/`, and compared byte by byte, as a device does. The
/// empty path is the root. `..`, absolute paths and zero bytes are errors: nothing outside of the root can be named.
public protocol FileTree: Sendable {
  /// What messages call the tree, e.g. `ChangeIcon.app`.
  var name: String { get }

  /// The names in a folder, sorted by their bytes.
  func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry]

  /// A whole file.
  func read(_ path: String) throws(FileTreeError) -> [UInt8]

  /// The first `count` bytes of a file, or all when it has fewer.
  func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8]

  /// A file of whatever size, to be read piece by piece.
  func open(_ path: String) throws(FileTreeError) -> any ByteSource

  /// What a path stands for; nil when there is nothing, or nothing that may be read.
  func kind(of path: String) -> FileTreeEntry.Kind?

  /// The path as the tree itself spells it; nil when there is nothing, or nothing that may be read. Letter case counts in
  /// most trees: then it is the path that was given.
  func spelling(of path: String) -> String?
}

extension FileTree {
  /// The whole file in memory.
  public func open(_ path: String) throws(FileTreeError) -> any ByteSource { BytesInMemory(all: try read(path)) }

  /// The path itself, if something may be read there.
  public func spelling(of path: String) -> String? { kind(of: path) == nil ? nil : path }
}

/// One name in a folder of a file tree.
public struct FileTreeEntry: Sendable, Equatable {
  /// What a name stands for; symbolic links are followed.
  public enum Kind: String, Sendable {
    case file
    case directory
    /// Neither: a pipe, a device, a link that leads nowhere or out of the tree. Never read.
    case other
  }

  /// The last part of its path.
  public var name: String
  /// What the name stands for; for a symbolic link, what that leads to.
  public var kind: Kind
  /// Bytes of a file; 0 for everything else.
  public var size: Int
  /// For a symbolic link, the path inside the tree that it leads to.
  public var linkTarget: String?
  /// Why an entry of kind ``Kind/other`` cannot be read.
  public var problem: FileTreeError?

  /// An entry with what is known about it; only its name and kind have to be.
  public init(
    name: String, kind: Kind, size: Int = 0, linkTarget: String? = nil, problem: FileTreeError? = nil
  ) {
    self.name = name
    self.kind = kind
    self.size = size
    self.linkTarget = linkTarget
    self.problem = problem
  }
}

/// What reading a file tree may spend.
public struct FileTreeLimits: Sendable, Equatable {
  /// Names in one folder.
  public var maximumEntriesPerDirectory: Int
  /// Files and folders met by one walk.
  public var maximumEntries: Int
  /// Folders inside folders.
  public var maximumDepth: Int
  /// Bytes of a file that is read as a whole.
  public var maximumFileSize: Int

  /// Limits that differ from ``default`` in what is given.
  public init(
    maximumEntriesPerDirectory: Int = 50_000, maximumEntries: Int = 100_000, maximumDepth: Int = 64,
    maximumFileSize: Int = 256 * 1024 * 1024
  ) {
    self.maximumEntriesPerDirectory = maximumEntriesPerDirectory
    self.maximumEntries = maximumEntries
    self.maximumDepth = maximumDepth
    self.maximumFileSize = maximumFileSize
  }

  /// 100 000 entries, 64 levels, 256 MiB per file.
  public static let `default` = FileTreeLimits()

  /// Steps (``Work``) for each byte of a file that is read: its reader takes it apart, too.
  package static let costOfReadByte = 4
}

/// Paths inside a file tree.
public enum FileTreePath {
  /// The same path without `.`, double and trailing slashes.
  ///
  /// - Throws: ``FileTreeError`` of kind `badPath` for `..`, an absolute path, or a zero byte.
  public static func normalise(_ path: String, in tree: String) throws(FileTreeError) -> String {
    guard path.utf8.count <= maximumLength else { throw tooLong(path, in: tree) }
    if isNormal(path) { return path }
    func refusal(_ message: String, _ hint: String?) -> FileTreeError {
      FileTreeError(kind: .badPath, tree: tree, path: path, message: message, hint: hint)
    }
    guard !path.utf8.contains(0) else { throw refusal("a path with a zero byte", nil) }
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

  /// Whether nothing is to be done; most paths are so, and are asked for often.
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

  /// In bytes; no system opens a longer one.
  public static let maximumLength = 4096

  /// Refuses a path before anything is made of it.
  ///
  /// - Throws: ``FileTreeError`` of kind `badPath` for a path that is too long for any file.
  public static func checkLength(_ path: String, in tree: String) throws(FileTreeError) {
    if path.utf8.count > maximumLength { throw tooLong(path, in: tree) }
  }

  private static func tooLong(_ path: String, in tree: String) -> FileTreeError {
    let shown = path.unicodeScalars.prefix(60)
    return FileTreeError(
      kind: .badPath, tree: tree, path: "\(String(shown))…", message: "a path of more than \(maximumLength) bytes")
  }

  /// `directory/name`, without a slash for the root.
  public static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : "\(directory)/\(name)"
  }

  /// What stands between the slashes, empty parts left out.
  ///
  /// A slash is a byte. As a character it may be one with what stands before or behind it (U+0600, U+0301), and a part
  /// with a slash in it would lead where nobody has looked.
  public static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// Everything behind the last slash.
  public static func lastComponent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Everything before the last slash; empty for a name in the root.
  public static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  /// How a file is named from within a folder: `../notes/app.lua`. Links are not looked at; a way over the root, or without
  /// one folder in common, is written from the root.
  ///
  /// - Parameter workingFolder: where both paths begin, unless they are absolute.
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

  /// What is behind the last dot of the last part, in lower case; empty without a dot or with the dot in front.
  public static func lowercasedExtension(of path: String) -> String {
    let name = lastComponent(path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }
}

/// Why something in a file tree could not be listed or read.
public struct FileTreeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kept something from being listed, read or written.
  public enum Kind: String, Sendable, CaseIterable {
    case notFound
    case notADirectory
    case isADirectory
    /// The operating system refused; the message holds its words.
    case unreadable
    /// The same for writing.
    case unwritable
    /// A symbolic link that leads out of the tree.
    case outsideOfTree
    /// What is never written for a script, wherever it may write, and what is never read of version control.
    case forbidden
    /// Symbolic links that lead to each other.
    case linkLoop
    /// `..`, an absolute path, a zero byte.
    case badPath
    /// A pipe, socket or device.
    case notARegularFile
    case tooLarge
    case tooManyEntries
    /// An archive that contradicts itself, or whose bytes are not what it says.
    case damaged
    /// Two files of one name, or a file where another path needs a folder (trees made from data).
    case conflict
  }

  /// What went wrong, for programs; ``message`` says it for people.
  public var kind: Kind
  /// What messages call the tree, e.g. `ChangeIcon.app`.
  public var tree: String
  /// The path inside the tree; empty for its root.
  public var path: String
  /// What happened, without the path and without a full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// Where in the file that ``file`` names, in bytes; nil where it is not about one place.
  public var offset: Int?

  /// An error about one path of a tree.
  public init(
    kind: Kind, tree: String, path: String, message: String, hint: String? = nil, offset: Int? = nil
  ) {
    self.kind = kind
    self.tree = tree
    self.path = path
    self.message = message
    self.hint = hint
    self.offset = offset
  }

  /// Tree and path in one, as locations call a file: `ChangeIcon.app/Info.plist`.
  public var file: String { path.isEmpty ? tree : "\(tree)/\(path)" }

  /// ``file``, and the byte in it where it is known.
  public var location: SourceLocation { SourceLocation(file: file, offset: offset) }

  /// `ChangeIcon.app/Info.plist: there is no such file`, and the hint on a second line.
  public var description: String { "\(location): \(message)" + (hint.map { "\n  hint: \($0)" } ?? "") }
}

extension FileTreeError {
  /// What was tried when the operating system refused.
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
      hint = "--read DIR allows another folder"
    case MachineRefusal.versionControl.number:
      kind = .forbidden
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      hint = "it may contain passwords and tokens; put a copy of the file elsewhere"
    case ENOTDIR:
      kind = .notADirectory
      message = "a part of the path is a file, not a folder"
    case ELOOP:
      kind = .linkLoop
      message = "symbolic links that point to each other in a cycle"
    default:
      kind = operation.kind
      message = "cannot be \(operation.rawValue): \(SystemError.text(number))"
      if number == EACCES || number == EPERM { hint = "check the owner and the permissions, e.g. with `ls -l`" }
    }
  }

  /// Of a file what is something else; nil when it is one.
  package static func noFile(_ status: PathStatus, tree: String, path: String) -> FileTreeError? {
    switch status.kind {
    case .file: nil
    case .folder: FileTreeError(kind: .isADirectory, tree: tree, path: path, message: "this is a folder, not a file")
    case .link, .pipe, .socket, .device, .other:
      FileTreeError(
        kind: .notARegularFile, tree: tree, path: path, message: "this is \(status.kind.words), not a file")
    }
  }

  /// Of a folder what is something else; nil when it is one.
  package static func noFolder(_ status: PathStatus, tree: String) -> FileTreeError? {
    guard status.kind != .folder else { return nil }
    return FileTreeError(
      kind: .notADirectory, tree: tree, path: "", message: "this is \(status.kind.words), not a folder")
  }
}

extension PathStatus.Kind {
  /// In a sentence.
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

/// The bytes of one file, for who needs little of a large one and knows where it is.
public protocol ByteSource: Sendable {
  /// Bytes of the whole file, as it was when it was opened.
  var count: Int { get }

  /// The bytes of a range; fewer where the file ends before.
  func bytes(_ range: Range<Int>) throws(FileTreeError) -> [UInt8]
}

/// A file that is in memory already.
package struct BytesInMemory: ByteSource {
  package let all: [UInt8]

  package init(all: [UInt8]) { self.all = all }

  package var count: Int { all.count }

  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(all[range.clamped(to: 0..<all.count)]) }
}

/// A file of a folder that is open.
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
  /// - Throws: ``JSONError``; a file that cannot be read is one of kind ``JSONError/Kind/empty`` without content.
  public static func read(
    _ path: String, in tree: any FileTree, limits: JSONLimits = .default
  ) throws(JSONError) -> LenientJSON {
    let file = FileTreePath.join(tree.name, path)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.read(path)
    } catch {
      throw JSONError(
        location: SourceLocation(file: file), kind: error.kind == .tooLarge ? .tooLarge : .empty,
        message: error.message, hint: error.hint)
    }
    return try parse(bytes, file: file, limits: limits)
  }
}
