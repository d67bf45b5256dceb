internal import AppPackages
package import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The history between sessions: a text file, one entry per line, readable only by its owner. The path must be a plain
/// file of the user or a link to one; otherwise the history is not kept.
package struct HistoryFile: Sendable {
  /// The maximum size of a history file; a larger one is not read.
  package static let maximumBytes = 16 * 1024 * 1024

  /// The path of the file.
  package let path: String

  /// Creates a history at a path without reading it.
  package init(path: String) { self.path = path }

  /// Returns `$XDG_STATE_HOME/homescreen/history`, otherwise `$HOME/.local/state/homescreen/history`; `nil` when
  /// neither variable is an absolute path. Then the history stays in memory.
  package static func standard(environment: (String) -> String? = ProcessEnvironment.value) -> HistoryFile? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return HistoryFile(path: state + "/homescreen/history")
    }
    if let home = environment("HOME"), home.hasPrefix("/") {
      return HistoryFile(path: home + "/.local/state/homescreen/history")
    }
    return nil
  }

  /// Reads the history. A missing file is an empty history; an unusable one is ignored, and the note says so in a
  /// sentence for the user.
  package func load() -> (history: History, note: String?) {
    switch HistoryPlace(path) {
    case .unwanted: return (History(), nil)
    case .unusable(let reason):
      return (History(), "This session has no history, and \(path) is unchanged: \(reason).")
    case .file(let target):
      switch FileBytes.read(target, limit: Self.maximumBytes) {
      case .success(nil): return (History(), nil)
      case .success(let bytes?): return read(.success(bytes))
      case .failure(let problem): return read(.failure(problem))
      }
    }
  }

  /// Whether entries can be kept: the file is a plain file of the user, or can be created. ``load()`` gives the reason.
  package var isUsable: Bool { if case .file = HistoryPlace(path) { true } else { false } }

  private func read(_ bytes: Result<[UInt8], FileBytes.Problem>) -> (history: History, note: String?) {
    switch bytes {
    case .failure(let problem):
      return (History(), "The history in \(path) is ignored: \(problem.reason).")
    case .success(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
        return (History(), "The history in \(path) is ignored: it is damaged (not UTF-8 text).")
      }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
      return (History(entries: lines.map(HistoryCoding.decode)), nil)
    }
  }

  /// Appends entries to the current contents of the file, so that concurrent sessions do not lose entries. A damaged
  /// file is renamed to `history.damaged`. A file with well over ``History/maximumEntries`` lines is replaced in one
  /// step by one with the newest of them.
  ///
  /// - Throws: `UserError`, also if it is not ``isUsable``; the file is then unchanged.
  package func append(_ entries: some Sequence<String>) throws(UserError) {
    let lines = entries.map { HistoryCoding.encode($0) + "\n" }
    guard !lines.isEmpty else { return }
    let target: String
    switch HistoryPlace(path) {
    case .file(let place): target = place
    case .unwanted: throw UserError(history: path, "it is the null device")
    case .unusable(let reason): throw UserError(history: path, reason)
    }
    do throws(FileBytes.Problem) {
      try FileBytes.createParents(of: target)
      let file = try LockedFile(target)
      let found = FileBytes.read(file.descriptor, limit: Self.maximumBytes)
      if case .failure(let problem) = found, !problem.isDamage { throw problem }
      if HistoryFile(path: target).read(found).note == nil, let found = try? found.get() {
        try append(lines, to: file, found, target)
      } else {
        try FileBytes.rename(target, to: target + ".damaged")
        // A process that waits for the lock finds a new file in this place.
        try append(lines, to: LockedFile(target), [], target)
      }
    } catch {
      throw UserError(history: path, error.reason)
    }
  }

  /// How many lines a file may have beyond the maximum, so that adding one rarely rewrites the whole file.
  private static let slack = History.maximumEntries / 10

  private func append(
    _ lines: [String], to file: borrowing LockedFile, _ found: [UInt8], _ target: String
  ) throws(FileBytes.Problem) {
    // A process may have ended in the middle of the last line.
    let isCut = found.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let added = Array(((isCut ? "\n" : "") + lines.joined()).utf8)
    let count = found.count { $0 == UInt8(ascii: "\n") } + lines.count
    guard count > History.maximumEntries + Self.slack || found.count + added.count > Self.maximumBytes else {
      return try file.append(added)
    }
    let all = HistoryFile(path: target).read(.success(found + added)).history
    try FileBytes.replace(target, with: Self.bytes(of: all))
  }

  /// Returns the newest entries that fit, oldest first.
  private static func bytes(of history: History) -> [UInt8] {
    var lines: [String] = []
    var size = 0
    for entry in history.newest.reversed() {
      let line = HistoryCoding.encode(entry) + "\n"
      size += line.utf8.count
      if size > maximumBytes { break }
      lines.append(line)
    }
    return lines.reversed().flatMap { Array($0.utf8) }
  }
}

extension UserError {
  fileprivate init(history path: String, _ reason: String) {
    self.init(
      "The history could not be written to \(path): \(reason). Set XDG_STATE_HOME to a folder that can be written.")
  }
}

/// The entries of the line editor, oldest first. An entry may have several lines.
package struct History: Equatable, Sendable {
  /// The maximum number of entries; the oldest are dropped.
  package static let maximumEntries = 10_000
  /// The maximum size of an entry in bytes; longer ones are dropped.
  package static let maximumEntryBytes = 64 * 1024

  /// The entries, oldest first.
  package private(set) var entries: [String]

  /// Creates a history of these entries, oldest first, without those that ``add(_:)`` refuses.
  package init(entries: [String] = []) {
    self.entries = []
    for entry in entries { add(entry) }
  }

  /// Appends an entry.
  ///
  /// - Returns: `false` when it was refused: blank, equal to the newest entry, or too long.
  @discardableResult
  package mutating func add(_ entry: String) -> Bool {
    guard Self.isKept(entry), entry != entries.last else { return false }
    entries.append(entry)
    if entries.count > 2 * Self.maximumEntries { trim() }
    return true
  }

  /// The newest entries, at most ``maximumEntries``.
  package var newest: ArraySlice<String> { entries.suffix(Self.maximumEntries) }

  private mutating func trim() { entries.removeFirst(entries.count - Self.maximumEntries) }

  private static func isKept(_ entry: String) -> Bool {
    entry.utf8.count <= maximumEntryBytes && !entry.utf8.allSatisfy { $0 == 32 || (9...13).contains($0) }
  }
}

/// One entry on one line of the history file: line breaks and the backslash are written as `\n`, `\r` and `\\`. Lines
/// written by hand need no escapes: a backslash before any other character is literal.
enum HistoryCoding {
  static func encode(_ entry: String) -> String {
    var line = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  static func decode(_ line: Substring) -> String {
    var entry = String.UnicodeScalarView()
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        entry.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": entry.append("\n")
      case "r": entry.append("\r")
      case "\\": entry.append("\\")
      case let other?:
        entry.append("\\")
        entry.append(other)
      case nil: entry.append("\\")
      }
    }
    return String(entry)
  }
}

/// The file at the history's path. Only a plain file of the user is read, renamed or replaced, in a folder that others
/// cannot change; a link means its target, since settings are often linked.
enum HistoryPlace: Equatable {
  /// A file of the user, or a missing one, at this path without links.
  case file(String)
  /// A link to the null device: the user wants no history.
  case unwanted
  /// Any other file, which stays unchanged. The reason is a sentence without its beginning and its full stop.
  case unusable(String)

  init(_ path: String) {
    var named = stat()
    guard lstat(path, &named) == 0 else {
      guard errno == ENOENT else {
        // Reading and writing report the error; it may be temporary.
        self = .file(path)
        return
      }
      self = Self.problem(ofFolderAbove: path).map(Self.unusable) ?? .file(path)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .unusable(errno == ENOENT ? "it is a link to a missing file" : SystemError.text(errno))
      return
    }
    if status.st_mode & S_IFMT == S_IFCHR, Self.isNull(status) {
      self = .unwanted
      return
    }
    guard let real = RealPath.of(path) else {
      self = .unusable("its path cannot be read")
      return
    }
    let problem =
      Self.problem(of: status) ?? Self.problem(ofFolderAbove: path)
      ?? (named.st_mode & S_IFMT == S_IFLNK ? Self.problem(ofFolderAbove: real) : nil)
    self = problem.map(Self.unusable) ?? .file(named.st_mode & S_IFMT == S_IFLNK ? real : path)
  }

  /// Returns why a file is not a plain file of the user; nil if it is.
  static func problem(of status: stat) -> String? {
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
    return status.st_uid == geteuid() ? nil : "it belongs to another user"
  }

  private static func isNull(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR && null.st_rdev == status.st_rdev
  }

  /// Returns why a folder is unsuitable. In a folder of another user, that user could not use the new files; in one
  /// that everybody may write to, others could replace them.
  private static func problem(ofFolderAbove path: String) -> String? {
    var folder = FileTreePath.directory(of: path)
    var isDirect = true
    var status = stat()
    while stat(folder.isEmpty ? "/" : folder, &status) != 0 {
      // Missing folders are created, for the user only.
      guard errno == ENOENT, !folder.isEmpty else { return SystemError.text(errno) }
      folder = FileTreePath.directory(of: folder)
      isDirect = false
    }
    let shown = folder.isEmpty ? "/" : folder
    if isDirect, status.st_mode & 0o002 != 0 { return "every user can write to its folder \(shown)" }
    guard [geteuid(), 0].contains(status.st_uid) || !isDirect && status.st_mode & S_ISVTX != 0 else {
      return "its folder \(shown) belongs to another user"
    }
    return nil
  }
}

/// A plain file of the user that one process at a time can change. The lock ends with the process, however it ends.
/// Links are not followed, and only a plain file is opened.
struct LockedFile: ~Copyable {
  let descriptor: Int32

  /// Opens the file, creates a missing one, and waits briefly for other processes.
  init(_ path: String) throws(FileBytes.Problem) {
    while true {
      let descriptor = try Self.open(path)
      do throws(FileBytes.Problem) {
        try Self.lock(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
      // While it waited, another process may have replaced the file.
      if Self.stands(path, as: descriptor) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
    }
  }

  private static func open(_ path: String) throws(FileBytes.Problem) -> Int32 {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags, 0o600)
    #else
      let descriptor = Darwin.open(path, flags, 0o600)
    #endif
    guard descriptor >= 0 else { throw FileBytes.Problem(errno: errno) }
    var status = stat()
    let reason = fstat(descriptor, &status) == 0 ? HistoryPlace.problem(of: status) : SystemError.text(errno)
    guard let reason else { return descriptor }
    close(descriptor)
    throw FileBytes.Problem(reason: reason)
  }

  deinit { close(descriptor) }

  /// Appends either all bytes or none.
  func append(_ bytes: [UInt8]) throws(FileBytes.Problem) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileBytes.Problem(errno: errno) }
    let code = StandardStream.writeAll(bytes, to: descriptor)
    guard code == 0 else {
      ftruncate(descriptor, status.st_size)
      throw FileBytes.Problem(errno: code)
    }
  }

  private static func lock(_ descriptor: Int32) throws(FileBytes.Problem) {
    // Each process needs a millisecond; a stopped one would keep all others waiting forever.
    for _ in 0..<10_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      switch errno {
      case EWOULDBLOCK, EINTR: usleep(1_000)
      // Some network file systems do not support locks.
      case ENOLCK, EOPNOTSUPP, EINVAL, ENOSYS: return
      default: throw FileBytes.Problem(errno: errno)
      }
    }
    throw FileBytes.Problem(reason: "another process has locked it")
  }

  private static func stands(_ path: String, as descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return stat(path, &named) == 0 && fstat(descriptor, &opened) == 0 && named.st_ino == opened.st_ino
      && named.st_dev == opened.st_dev
  }
}

/// The file operations of the history.
enum FileBytes {
  struct Problem: Error, Equatable {
    let reason: String
    /// Whether the file is readable, but not a history.
    let isDamage: Bool

    init(reason: String, isDamage: Bool = false) { (self.reason, self.isDamage) = (reason, isDamage) }

    init(errno code: Int32) { self.init(reason: SystemError.text(code)) }
  }

  /// Returns the whole file; `nil` if it is missing. Links are not followed.
  static func read(_ path: String, limit: Int) -> Result<[UInt8]?, Problem> {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return errno == ENOENT ? .success(nil) : .failure(Problem(errno: errno)) }
    defer { close(descriptor) }
    return read(descriptor, limit: limit).map { $0 }
  }

  /// Returns the whole file of a descriptor, from its beginning.
  static func read(_ descriptor: Int32, limit: Int) -> Result<[UInt8], Problem> {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(Problem(errno: errno)) }
    if let reason = HistoryPlace.problem(of: status) { return .failure(Problem(reason: reason)) }
    guard status.st_size <= limit else {
      return .failure(Problem(reason: "it has more than \(limit) bytes", isDamage: true))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
      let offset = off_t(bytes.count)
      let count = block.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
      if count == 0 { return .success(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failure(Problem(errno: errno))
      }
      bytes += block[..<count]
    }
    return .failure(Problem(reason: "it has more than \(limit) bytes", isDamage: true))
  }

  /// Creates the folders above a file, for the owner only, as the XDG rules require.
  static func createParents(of path: String) throws(Problem) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).dropLast().map { Substring($0) }
    var folder = path.utf8.first == UInt8(ascii: "/") ? "" : "."
    for part in parts {
      folder += "/" + part
      if mkdir(folder, 0o700) != 0, errno != EEXIST, errno != EISDIR, errno != EROFS, errno != EACCES {
        throw Problem(errno: errno)
      }
    }
  }

  static func rename(_ path: String, to other: String) throws(Problem) {
    #if canImport(Glibc)
      let result = Glibc.rename(path, other)
    #else
      let result = Darwin.rename(path, other)
    #endif
    guard result == 0 else { throw Problem(errno: errno) }
  }

  /// Writes a temporary file and moves it over the old one: readers see the old or the new file, never a part.
  static func replace(_ path: String, with bytes: [UInt8]) throws(Problem) {
    let folder = FileTreePath.directory(of: path)
    do {
      try OutputFolder(folder.isEmpty ? "/" : folder).write(
        bytes, to: FileTreePath.lastComponent(path), isPrecious: true)
    } catch {
      throw Problem(reason: error.message)
    }
  }
}
