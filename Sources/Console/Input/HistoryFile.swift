internal import AppPackages
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The history between sessions: a text file, one entry per line, readable by its owner only. Where something else lies
/// than a plain file of the user's, or a link to one, there is no history.
package struct HistoryFile: Sendable {
  /// A larger file is not read: it is no history of ours.
  package static let maximumBytes = 16 * 1024 * 1024

  /// Where the file lies.
  package let path: String

  /// A history at a path; nothing is read yet.
  package init(path: String) {
    self.path = path
  }

  /// `$XDG_STATE_HOME/homescreen/history`, else `$HOME/.local/state/homescreen/history`; `nil` when neither variable
  /// holds an absolute path. Then the history lives in memory only.
  package static func standard(
    environment: (String) -> String? = ProcessEnvironment.value
  ) -> HistoryFile? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return HistoryFile(path: state + "/homescreen/history")
    }
    if let home = environment("HOME"), home.hasPrefix("/") {
      return HistoryFile(path: home + "/.local/state/homescreen/history")
    }
    return nil
  }

  /// Reads the history. A file that is not there is an empty history; one that cannot be used is ignored, and the
  /// note says so in a sentence for the user.
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

  /// Whether lines can be kept here: a plain file of the user's is there, or a place for one. ``load()`` says why not.
  package var isUsable: Bool {
    if case .file = HistoryPlace(path) { true } else { false }
  }

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

  /// Appends entries to what the file holds now: any number of sessions that run side by side lose nothing to each
  /// other. A damaged file is kept beside it as `history.damaged`. When the file has grown well beyond
  /// ``History/maximumEntries`` lines, it is replaced in one step by one with the newest of them.
  ///
  /// - Throws: ``HistoryFileError``; the file is then as it was. Also for what is not ``isUsable``.
  package func append(_ entries: some Sequence<String>) throws(HistoryFileError) {
    let lines = entries.map { HistoryCoding.encode($0) + "\n" }
    guard !lines.isEmpty else { return }
    let target: String
    switch HistoryPlace(path) {
    case .file(let place): target = place
    case .unwanted: throw HistoryFileError(path: path, reason: "it is the null device")
    case .unusable(let reason): throw HistoryFileError(path: path, reason: reason)
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
        // A process that waits for the lock finds another file in the place of this one.
        try append(lines, to: LockedFile(target), [], target)
      }
    } catch {
      throw HistoryFileError(path: path, reason: error.reason)
    }
  }

  /// Lines beyond the maximum that a file may have, so that it is not replaced at every line.
  private static let slack = History.maximumEntries / 10

  private func append(
    _ lines: [String], to file: borrowing LockedFile, _ found: [UInt8], _ target: String
  ) throws(FileBytes.Problem) {
    // The end of a process may have cut the last line off.
    let isCut = found.last.map { $0 != UInt8(ascii: "\n") } ?? false
    let added = Array(((isCut ? "\n" : "") + lines.joined()).utf8)
    let count = found.count { $0 == UInt8(ascii: "\n") } + lines.count
    guard count > History.maximumEntries + Self.slack || found.count + added.count > Self.maximumBytes else {
      return try file.append(added)
    }
    let all = HistoryFile(path: target).read(.success(found + added)).history
    try FileBytes.replace(target, with: Self.bytes(of: all))
  }

  /// The newest entries that fit, oldest first.
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

/// The history could not be written.
package struct HistoryFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where the file lies.
  package let path: String
  /// What the system says, without a full stop.
  package let reason: String

  /// What a person reads, without a full stop.
  package var description: String {
    "The history could not be written to \(path): \(reason). Set XDG_STATE_HOME to a folder that can be written."
  }
}

/// The entries of the line editor, oldest first. An entry may have several lines.
package struct History: Equatable, Sendable {
  /// How many entries are kept; the oldest go first.
  package static let maximumEntries = 10_000
  /// A longer entry, in bytes, is not kept.
  package static let maximumEntryBytes = 64 * 1024

  /// The entries, oldest first.
  package private(set) var entries: [String]

  /// A history of these entries, oldest first; what ``add(_:)`` would refuse is left out.
  package init(entries: [String] = []) {
    self.entries = []
    for entry in entries { add(entry) }
  }

  /// Appends an entry.
  ///
  /// - Returns: `false` when it was not kept: blank, equal to the newest entry, or too long.
  @discardableResult
  package mutating func add(_ entry: String) -> Bool {
    guard Self.isKept(entry), entry != entries.last else { return false }
    entries.append(entry)
    if entries.count > 2 * Self.maximumEntries { trim() }
    return true
  }

  /// The newest entries, at most ``maximumEntries``.
  package var newest: ArraySlice<String> { entries.suffix(Self.maximumEntries) }

  private mutating func trim() {
    entries.removeFirst(entries.count - Self.maximumEntries)
  }

  private static func isKept(_ entry: String) -> Bool {
    entry.utf8.count <= maximumEntryBytes && !entry.utf8.allSatisfy { $0 == 32 || (9...13).contains($0) }
  }
}

/// One entry on one line of the history file: `\n`, `\r` and `\\` stand for line breaks and the backslash.
/// A line made by hand needs no knowledge of this: a backslash before anything else is itself.
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

/// What lies where a history is to be. Only a plain file of the user's own is read, renamed or replaced, in a folder that
/// nobody else may change; a link counts as what it leads to, for settings are often kept as links.
enum HistoryPlace: Equatable {
  /// A file of the user's, or none yet, at this path without links.
  case file(String)
  /// A link to the null device: the user wants no history.
  case unwanted
  /// Something else, which is left alone. The reason is a sentence without its beginning and its full stop.
  case unusable(String)

  init(_ path: String) {
    var named = stat()
    guard lstat(path, &named) == 0 else {
      guard errno == ENOENT else {
        // Reading and writing say why; it may be possible later.
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

  /// Why a file is not one of the user's; nil when it is.
  static func problem(of status: stat) -> String? {
    guard status.st_mode & S_IFMT == S_IFREG else { return "it is not a file" }
    return status.st_uid == geteuid() ? nil : "it belongs to another user"
  }

  private static func isNull(_ status: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_mode & S_IFMT == S_IFCHR && null.st_rdev == status.st_rdev
  }

  /// In a folder of somebody else's, files would be made that the other one cannot use; in one that everybody may write,
  /// they could be exchanged at any time.
  private static func problem(ofFolderAbove path: String) -> String? {
    var folder = FileTreePath.directory(of: path)
    var isDirect = true
    var status = stat()
    while stat(folder.isEmpty ? "/" : folder, &status) != 0 {
      // What is missing is made, for the user only.
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

/// A plain file of the user's own that only one process at a time adds to or replaces. The lock ends with the process,
/// however it ends. A link is not followed, and nothing else than a plain file is touched.
struct LockedFile: ~Copyable {
  let descriptor: Int32

  /// Opens the file, making it when it is not there, and waits a moment for the others.
  init(_ path: String) throws(FileBytes.Problem) {
    while true {
      let descriptor = try Self.open(path)
      do throws(FileBytes.Problem) {
        try Self.lock(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
      // While it waited, the file may have been replaced.
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

  /// Adds bytes at the end; all of them, or none.
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
    // Each of them takes a millisecond; one that was stopped in between would keep all others waiting for ever.
    for _ in 0..<10_000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      switch errno {
      case EWOULDBLOCK, EINTR: usleep(1_000)
      // Some network file systems have no locks: then without.
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

/// The few file operations that the history needs.
enum FileBytes {
  struct Problem: Error, Equatable {
    let reason: String
    /// The file can be read, and is not one of ours.
    let isDamage: Bool

    init(reason: String, isDamage: Bool = false) {
      self.reason = reason
      self.isDamage = isDamage
    }

    init(errno code: Int32) {
      self.init(reason: SystemError.text(code))
    }
  }

  /// The whole file; `nil` if it is missing. A link is not followed.
  static func read(_ path: String, limit: Int) -> Result<[UInt8]?, Problem> {
    // O_NONBLOCK: opening a named pipe must not wait for its writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else {
      return errno == ENOENT ? .success(nil) : .failure(Problem(errno: errno))
    }
    defer { close(descriptor) }
    return read(descriptor, limit: limit).map { $0 }
  }

  /// The whole file of a descriptor, from its beginning.
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

  /// Creates the folders above a file, for the owner only, as the XDG rules ask.
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

  /// Writes a new file out of sight and puts it in the place of the old one: a reader sees the old or the new, never a
  /// half.
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
