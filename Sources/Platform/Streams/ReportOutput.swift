#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The output for the lines of a report: standard output or a file. Lines are written in large pieces, or as soon as no
/// event is pending. A file is written as `FILE.partial` next to its final path, and renamed when it is complete.
public final class ReportOutput {
  private struct File {
    let descriptor: Int32
    let terminal: Terminal
  }

  /// The path of the file; nil for standard output.
  private let path: String?
  private let appends: Bool
  /// The file once it is open.
  private var file: File?
  /// The growing file of the descriptor in ``file``, if it will replace another.
  private var growing: GrowingFile?
  /// The first loss of the file. Nothing is written after it, so that the output has no gap.
  private var loss: LostReport?
  private var text = ""
  private static let limit = 32_768

  /// Creates the output of a report. Standard output records its own losses (``StandardStream/closeOutput()``).
  /// - Parameter appends: whether to keep the contents of the file, and append the report.
  public init(_ request: ReportRequest, appends: Bool = false) {
    path = request.file
    self.appends = appends
  }

  /// Opens the file. Earlier lines are buffered until then; the file keeps its contents until the report is complete.
  public func open() throws(LostReport) {
    guard let path, file == nil else { return }
    let descriptor: Int32
    if appends { _ = try ReportTarget.place(path) }
    switch appends ? .open(try ReportDescriptor.open(path, appends: true)) : try ReportTarget(path) {
    case .open(let open): descriptor = open
    case .file(let target):
      let new = try GrowingFile(path, at: target)
      descriptor = new.descriptor
      growing = consume new
    }
    file = File(descriptor: descriptor, terminal: Terminal(fileDescriptor: descriptor))
  }

  deinit { _ = close() }

  /// - Returns: 0, or an error number.
  private func close() -> Int32 {
    defer {
      file = nil
      growing = nil
    }
    guard let file, growing == nil else { return 0 }
    return ReportDescriptor.close(file.descriptor)
  }

  /// Writes a line and a line feed.
  public func write(_ line: OutputText) {
    text +=
      path == nil ? StandardStream.output.rendered(line) : file.map { line.rendered(for: $0.terminal) } ?? line.plain
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  /// Writes the buffered lines.
  public func flush() {
    guard !text.isEmpty else { return }
    if path == nil {
      StandardStream.output.writeRendered(text)
    } else if let file {
      if loss == nil { note(StandardStream.writeAll(Array(text.utf8), to: file.descriptor)) }
    } else {
      return
    }
    text.removeAll(keepingCapacity: true)
  }

  /// Writes the buffered lines, and moves the file to its place.
  ///
  /// - Throws: ``LostReport`` when a part of the file was lost; an earlier file at its place is then unchanged.
  public func finish() throws(LostReport) {
    flush()
    defer { _ = close() }
    if growing == nil {
      note(close())
    } else if let lost = loss {
      loss = growing?.leave(lost)
    } else {
      try growing?.take()
    }
    if let loss { throw loss }
  }

  private func note(_ code: Int32) { if code != 0, loss == nil, let path { loss = LostReport(path, number: code) } }
}

/// Opens and closes the files of reports that are written as they come.
package enum ReportDescriptor {
  /// Opens a file, a pipe or a device for lines as they come.
  /// - Parameters:
  ///   - appends: whether to append to the contents; a missing file is created.
  ///   - truncates: whether to remove the contents.
  package static func open(_ path: String, appends: Bool = false, truncates: Bool = true) throws(LostReport) -> Int32 {
    let flags = O_WRONLY | O_CLOEXEC | (appends ? O_CREAT | O_APPEND : truncates ? O_TRUNC : 0)
    guard !path.utf8.contains(0) else { throw LostReport(path, number: ENOENT) }
    while true {
      #if canImport(Glibc)
        let descriptor = Glibc.open(path, flags, 0o666)
      #else
        let descriptor = Darwin.open(path, flags, 0o666)
      #endif
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw LostReport(path, number: errno) }
    }
  }

  /// Closes the file. Some file systems report a full disk only now.
  /// - Returns: 0, or an error number.
  package static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      let code = Glibc.close(descriptor)
    #else
      let code = Darwin.close(descriptor)
    #endif
    return code == 0 || errno == EINTR ? 0 : errno
  }
}

/// The place of a report, determined from the path that the user gave.
package enum ReportTarget {
  /// A file, or a place for one, without links: a new file replaces it when it is complete.
  case file(String)
  /// A descriptor for bytes as they come: of a pipe, a device, a descriptor of this process, or a file that cannot be
  /// replaced. The caller closes it.
  case open(Int32)

  /// Determines the place of a path. The only change is to a file that is ``open(_:)``, which becomes empty.
  /// - Throws: ``LostReport`` for a path that cannot be a report.
  package init(_ path: String) throws(LostReport) {
    guard !path.utf8.contains(0) else { throw LostReport(path, number: ENOENT) }
    if let own = Self.ownDescriptor(path) {
      // Opened by its name, a file would be overwritten from its beginning.
      let copy = fcntl(own, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw LostReport(path, number: errno) }
      self = .open(copy)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // Without permission to look, the file may exist, and may be a link.
      guard errno == ENOENT else { throw LostReport(path, number: errno) }
      let (start, name) = (FileTreePath.directory(of: path), FileTreePath.lastComponent(path))
      let place = try Self.place(path)
      // Both folders must exist; otherwise the system would not find the file either.
      let folders = [
        start.isEmpty && path.utf8.first != UInt8(ascii: "/") ? "." : start, FileTreePath.directory(of: place),
      ]
      guard !["", ".", ".."].contains(name),
        CurrentMachine.aside({ folders.allSatisfy { RealPath.of($0.isEmpty ? "/" : $0) != nil } })
      else { throw LostReport(path, Self.missingFolder(start) ?? SystemError.text(ENOENT)) }
      self = .file(place)
      return
    }
    let place = try Self.place(path)
    guard status.st_mode & S_IFMT == S_IFREG else {
      self = .open(try ReportDescriptor.open(path))
      return
    }
    for stream in [StandardStream.output, .error] where stream.isFile(status) {
      throw LostReport(
        path, "\(stream == .output ? "standard output" : "standard error") goes into this file; name another file")
    }
    // The super-user may write it nevertheless, but a write-protected file must not change.
    guard status.st_mode & 0o222 != 0 else { throw LostReport(path, "the file is write-protected") }
    guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw LostReport(path, number: errno) }
    self = Self.isReplaceable(place, status) ? .file(place) : .open(try Self.openInPlace(path))
  }

  /// Returns a message about a missing folder and how to make it; nil if it exists.
  private static func missingFolder(_ folder: String) -> String? {
    guard !folder.isEmpty, CurrentMachine.aside({ RealPath.of(folder) }) == nil else { return nil }
    return "the folder is missing; create it with mkdir -p \(ShellWord.quoted(folder))"
  }

  // MARK: Descriptors

  /// Returns the descriptor of this process that a path means.
  private static func ownDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  // MARK: Places

  /// Returns the place of a report, following links, including those with missing targets.
  /// - Throws: ``LostReport`` for a link in a checkout that points out of it.
  package static func place(_ path: String) throws(LostReport) -> String {
    do throws(FileTreeError) {
      return try RealPath.ofOutput(path)
    } catch {
      let reason = [error.message, error.hint].compactMap(\.self).joined(separator: "; ")
      throw LostReport(path, TerminalText.visible(reason, isOneLine: true))
    }
  }

  /// Returns whether another file can replace this one.
  private static func isReplaceable(_ path: String, _ status: stat) -> Bool {
    let above = FileTreePath.directory(of: path)
    var folder = stat()
    guard stat(above.isEmpty ? "/" : above, &folder) == 0 else { return true }
    // A single file may be mounted, for example into a container.
    guard folder.st_dev == status.st_dev else { return false }
    guard faccessat(AT_FDCWD, above.isEmpty ? "/" : above, W_OK, AT_EACCESS) == 0 else { return false }
    let own = geteuid()
    return folder.st_mode & S_ISVTX == 0 || own == 0 || own == folder.st_uid || own == status.st_uid
  }

  /// Opens a file that cannot be replaced, locks it, and empties it.
  private static func openInPlace(_ path: String) throws(LostReport) -> Int32 {
    let descriptor = try ReportDescriptor.open(path, truncates: false)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      _ = ReportDescriptor.close(descriptor)
      throw LostReport(path, "another process is writing the same file")
    }
    guard ftruncate(descriptor, 0) == 0 else {
      let code = errno
      _ = ReportDescriptor.close(descriptor)
      throw LostReport(path, number: code)
    }
    return descriptor
  }
}

extension StandardStream {
  /// Returns whether the report goes to this file.
  fileprivate func isFile(_ status: stat) -> Bool {
    var own = stat()
    return fstat(fileDescriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG && own.st_dev == status.st_dev
      && own.st_ino == status.st_ino
  }
}

/// Files for whole reports.
public enum ReportFile {
  /// Writes a whole document. A file appears complete or not at all, and the old one stays until then; a pipe or a
  /// device gets the bytes directly.
  public static func write(_ text: String, to path: String) throws(LostReport) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes the bytes of a whole document, with the same guarantees as for text.
  public static func write(_ bytes: [UInt8], to path: String) throws(LostReport) {
    switch try ReportTarget(path) {
    case .open(let descriptor):
      let lost = StandardStream.writeAll(bytes, to: descriptor)
      let closing = ReportDescriptor.close(descriptor)
      if lost != 0 || closing != 0 { throw LostReport(path, number: lost != 0 ? lost : closing) }
    case .file(let target):
      let folder = FileTreePath.directory(of: target)
      do throws(FileTreeError) {
        // A report is not part of what a script does.
        try CurrentMachine.aside { () throws(FileTreeError) in
          try OutputFolder(folder.isEmpty ? "/" : folder)
            .write(bytes, to: FileTreePath.lastComponent(target), isPrecious: true)
        }
      } catch {
        throw LostReport(path, error.message)
      }
      CurrentMachine.value.hasReport(at: target)
    }
  }
}

/// A report that is written line by line. Until it is complete it grows next to its place, as `FILE.partial`, and the
/// old file stays. If the process ends, the part that was written remains there.
///
/// A process locks its file. Another process with the same report takes `FILE.partial-2`, so that two reports cannot
/// mix; the last one to finish takes the place.
package struct GrowingFile: ~Copyable {
  private var file: NewFile
  private let path: String
  private let target: String

  package var descriptor: Int32 { file.descriptor }

  /// Returns the path at which a report grows.
  /// - Parameter number: the number of living processes that write the same report.
  package static func name(of path: String, _ number: Int = 0) -> String {
    "\(path).partial\(number == 0 ? "" : "-\(number + 1)")"
  }

  /// Starts a report, and says so if it replaces a leftover of another process.
  /// - Parameters:
  ///   - path: the path that the user gave.
  ///   - target: the place of the report.
  package init(_ path: String, at target: String) throws(LostReport) {
    (self.path, self.target) = (path, target)
    file = try Self.begin(path, at: target)
    if file.hasReplacedLeftover {
      StandardStream.error.write("note: \(line: Self.name(of: path)) is replaced; an unfinished run left it\n")
    }
    CurrentMachine.value.hasReport(at: target)
  }

  private static func begin(_ path: String, at target: String) throws(LostReport) -> NewFile {
    do throws(MachineRefusal) {
      let file = try NewFile(growingAt: { name(of: target, $0) })
      try file.adopt(permissionsOf: target)
      return file
    } catch {
      throw LostReport(path, number: error.number)
    }
  }

  /// Moves the complete report to its place.
  package mutating func take() throws(LostReport) {
    do throws(MachineRefusal) {
      try file.take(target, isPrecious: true)
    } catch {
      throw leave(LostReport(path, number: error.number))
    }
  }

  /// Keeps the incomplete report next to its place, unless it is empty.
  /// - Returns: the loss, with the path of the part that was written.
  package mutating func leave(_ loss: LostReport) -> LostReport {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_size > 0, let name = file.leave() else { return loss }
    return LostReport(
      path, "\(loss.reason); the incomplete report is in \(TerminalText.visible(name, isOneLine: true))")
  }
}

/// The error of a report that was not written.
public struct LostReport: Error, CustomStringConvertible {
  /// The file of the report, as the user gave it.
  public let path: String
  /// The reason, without a full stop.
  public let reason: String

  package init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  package init(_ path: String, number: Int32) { self.init(path, SystemError.text(number)) }

  /// The message, without a full stop.
  public var description: String {
    "the report \(TerminalText.visible(path, isOneLine: true)) could not be written: \(reason)"
  }
}
