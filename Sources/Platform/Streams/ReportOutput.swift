#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where the lines of a report go: standard output or a file. They are written in large pieces, but at least whenever no
/// event waits. A file takes its place when it is whole; until then it grows next to it (`FILE.partial`).
public final class ReportOutput {
  private struct File {
    let descriptor: Int32
    let terminal: Terminal
  }

  /// nil: standard output.
  private let path: String?
  private let appends: Bool
  /// Once it is open.
  private var file: File?
  /// What ``file`` is the descriptor of, where it has a place to take.
  private var growing: GrowingFile?
  /// What of the file was lost first. Nothing is written after it, so that what arrived has no hole.
  private var loss: LostReport?
  private var text = ""
  private static let limit = 32_768

  /// To where a report was asked for. Standard output knows itself what it loses (``StandardStream/closeOutput()``).
  /// - Parameter appends: what is in the file stays there, in front of the report.
  public init(_ request: ReportRequest, appends: Bool = false) {
    path = request.file
    self.appends = appends
  }

  /// Opens the file. What was written before is kept until then; what the file has stays until the report is whole.
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

  /// Adds a line; its end is added.
  public func write(_ line: OutputText) {
    text +=
      path == nil ? StandardStream.output.rendered(line) : file.map { line.rendered(for: $0.terminal) } ?? line.plain
    text += "\n"
    if text.utf8.count > Self.limit { flush() }
  }

  /// Writes what is kept.
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

  /// Writes what is kept, and lets the file take its place.
  ///
  /// - Throws: ``LostReport`` when something of the file was lost; its place has what it had then.
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

  private func note(_ code: Int32) {
    if code != 0, loss == nil, let path { loss = LostReport(path, number: code) }
  }
}

/// Opening and closing what gets reports as they come.
package enum ReportDescriptor {
  /// Opens a file, a pipe or a device that gets the lines as they come.
  /// - Parameters:
  ///   - appends: what is there stays, and the lines follow it; a missing file is made.
  ///   - truncates: what is there goes.
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

  /// Some file systems say only now that they had no room.
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

/// Where a report goes, found out from the path that a person has named.
package enum ReportTarget {
  /// A file, or a place for one, without links: a new file takes that place when it is whole.
  case file(String)
  /// What gets the bytes as they come: a pipe, a device, a descriptor of this process, and a file that no other file
  /// can take the place of. The caller closes it.
  case open(Int32)

  /// Looks at a path. Nothing is changed yet, except in a file that is ``open(_:)``: that is empty now.
  /// - Throws: ``LostReport`` for what cannot be a report.
  package init(_ path: String) throws(LostReport) {
    guard !path.utf8.contains(0) else { throw LostReport(path, number: ENOENT) }
    if let own = Self.ownDescriptor(path) {
      // Opened by its name a file would be written from its beginning once more.
      let copy = fcntl(own, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw LostReport(path, number: errno) }
      self = .open(copy)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else {
      // For want of permission it may be there, and lead to something else.
      guard errno == ENOENT else { throw LostReport(path, number: errno) }
      let (start, name) = (FileTreePath.directory(of: path), FileTreePath.lastComponent(path))
      let place = try Self.place(path)
      // Each of them is there, or the system would not find the file either.
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
        path, "\(stream == .output ? "standard output" : "standard error") goes into this file; use another one")
    }
    // The super-user may write it all the same; who protects a file wants nobody to.
    guard status.st_mode & 0o222 != 0 else { throw LostReport(path, "the file is write-protected") }
    guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw LostReport(path, number: errno) }
    self = Self.isReplaceable(place, status) ? .file(place) : .open(try Self.openInPlace(path))
  }

  /// That a folder is missing, and how to make it; nil where it is there.
  private static func missingFolder(_ folder: String) -> String? {
    guard !folder.isEmpty, CurrentMachine.aside({ RealPath.of(folder) }) == nil else { return nil }
    return "the folder is missing; create it with mkdir -p \(ShellWord.quoted(folder))"
  }

  // MARK: Descriptors

  /// The descriptor of this process that a path means.
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

  /// Where a report will be, also at the end of links that lead nowhere so far.
  /// - Throws: ``LostReport`` where a link of a checkout leads out of it.
  package static func place(_ path: String) throws(LostReport) -> String {
    do throws(FileTreeError) {
      return try RealPath.ofOutput(path)
    } catch {
      let reason = [error.message, error.hint].compactMap(\.self).joined(separator: "; ")
      throw LostReport(path, TerminalText.visible(reason, isOneLine: true))
    }
  }

  /// Whether another file can take the place of this one.
  private static func isReplaceable(_ path: String, _ status: stat) -> Bool {
    let above = FileTreePath.directory(of: path)
    var folder = stat()
    guard stat(above.isEmpty ? "/" : above, &folder) == 0 else { return true }
    // A file alone may be mounted, as into a container.
    guard folder.st_dev == status.st_dev else { return false }
    guard faccessat(AT_FDCWD, above.isEmpty ? "/" : above, W_OK, AT_EACCESS) == 0 else { return false }
    let own = geteuid()
    return folder.st_mode & S_ISVTX == 0 || own == 0 || own == folder.st_uid || own == status.st_uid
  }

  /// A file that stays where it is belongs to one writer at a time, and is empty from now on.
  private static func openInPlace(_ path: String) throws(LostReport) -> Int32 {
    let descriptor = try ReportDescriptor.open(path, truncates: false)
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      _ = ReportDescriptor.close(descriptor)
      throw LostReport(path, "another process is writing it")
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
  /// Whether it goes into this very file.
  fileprivate func isFile(_ status: stat) -> Bool {
    var own = stat()
    return fstat(fileDescriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG && own.st_dev == status.st_dev
      && own.st_ino == status.st_ino
  }
}

/// Files that whole reports are written to.
public enum ReportFile {
  /// Writes a whole document. A file appears whole or not at all, and what was there before stays until then; a pipe or
  /// a device just gets it.
  public static func write(_ text: String, to path: String) throws(LostReport) {
    try write(Array(text.utf8), to: path)
  }

  /// The same for bytes of any kind.
  public static func write(_ bytes: [UInt8], to path: String) throws(LostReport) {
    switch try ReportTarget(path) {
    case .open(let descriptor):
      let lost = StandardStream.writeAll(bytes, to: descriptor)
      let closing = ReportDescriptor.close(descriptor)
      if lost != 0 || closing != 0 { throw LostReport(path, number: lost != 0 ? lost : closing) }
    case .file(let target):
      let folder = FileTreePath.directory(of: target)
      do throws(FileTreeError) {
        // A report is nothing that a script does.
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

/// A report that is written line by line. Until it is whole it grows next to its place, as `FILE.partial`, and what was
/// there before stays. The end of the process leaves it there, with what happened until then.
///
/// A process locks what it writes. Another one that writes the same report takes `FILE.partial-2`, so that two cannot mix;
/// the last one to end has the place.
package struct GrowingFile: ~Copyable {
  private var file: NewFile
  private let path: String
  private let target: String

  /// The descriptor that lines are written to.
  package var descriptor: Int32 { file.descriptor }

  /// Where a report grows.
  /// - Parameter number: how many living processes write the same one.
  package static func name(of path: String, _ number: Int = 0) -> String {
    "\(path).partial\(number == 0 ? "" : "-\(number + 1)")"
  }

  /// Begins a report, and says so if one is replaced that a process has left.
  /// - Parameters:
  ///   - path: as it was named.
  ///   - target: its place.
  package init(_ path: String, at target: String) throws(LostReport) {
    self.path = path
    self.target = target
    file = try Self.begin(path, at: target)
    if file.hasReplacedLeftover {
      StandardStream.error.write(
        "note: \(line: Self.name(of: path)) is replaced; an unfinished run left it\n")
    }
    CurrentMachine.value.hasReport(at: target)
  }

  private static func begin(_ path: String, at target: String) throws(LostReport) -> NewFile {
    do throws(NewFile.Refusal) {
      let file = try NewFile(growingAt: { name(of: target, $0) })
      try file.adopt(permissionsOf: target)
      return file
    } catch {
      throw LostReport(path, number: error.number)
    }
  }

  /// The report is whole and takes its place.
  package mutating func take() throws(LostReport) {
    do throws(NewFile.Refusal) {
      try file.take(target, isPrecious: true)
    } catch {
      throw leave(LostReport(path, number: error.number))
    }
  }

  /// The report is not whole: what arrived stays next to its place, unless that is nothing.
  /// - Returns: what was lost, with where the rest is.
  package mutating func leave(_ loss: LostReport) -> LostReport {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_size > 0, let name = file.leave() else { return loss }
    return LostReport(
      path, "\(loss.reason); what was written until then is in \(TerminalText.visible(name, isOneLine: true))")
  }
}

/// A report that did not arrive.
public struct LostReport: Error, CustomStringConvertible {
  /// The file that it was to go to, as it was named.
  public let path: String
  /// Why, without a full stop.
  public let reason: String

  package init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  package init(_ path: String, number: Int32) {
    self.init(path, SystemError.text(number))
  }

  /// What a person reads, without a full stop.
  public var description: String {
    "the report \(TerminalText.visible(path, isOneLine: true)) could not be written: \(reason)"
  }
}
