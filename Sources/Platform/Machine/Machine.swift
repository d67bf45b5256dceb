import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files, folders and variables of the machine that this program runs on.
///
/// Every question that affects a run goes through this protocol, so that it can be recorded, and so that folders can be made
/// inaccessible. Paths are absolute, or relative to ``workingFolder``. ``FolderTree`` decides how folders and trees are read.
package protocol Machine: Sendable {
  /// The folder that relative paths start in.
  var workingFolder: String { get }

  /// Returns the value of an environment variable; nil when it is not set, or not UTF-8.
  func variable(_ name: String) -> String?

  /// Returns a path without symbolic links, `.` and `..`.
  func realPath(_ path: String) throws(MachineRefusal) -> String

  /// Returns the status of a file.
  /// - Parameter followsLink: whether a symbolic link means its target.
  func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus

  /// Returns the entries of a folder in no particular order, links not followed; nil for more than `maximum`.
  /// - Parameter folder: a result of ``realPath(_:)``. If it contains a link by now, the call throws.
  func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]?

  /// Reads a file.
  /// - Parameter path: a result of ``realPath(_:)``. If it contains a link by now, the call throws.
  func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent

  /// Opens a file to read it in pieces; nil for other kinds, and on machines that read only whole files.
  /// - Parameter path: as for ``read(_:_:)``.
  func open(_ path: String) throws(MachineRefusal) -> MachineFile?

  /// Writes a file, or removes it.
  /// - Parameters:
  ///   - bytes: nil to remove the file.
  ///   - path: absolute.
  ///   - write: performs the change on the disk.
  func write(_ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void) throws(FileTreeError)

  /// Notes that a report was written, which is not part of a run.
  /// - Parameter path: absolute.
  func hasReport(at path: String)
}

extension Machine {
  /// Does nothing.
  package func hasReport(at path: String) {}

  /// Returns nil: the machine reads only whole files.
  package func open(_ path: String) throws(MachineRefusal) -> MachineFile? { nil }

  /// Reads a file at any path; links are followed.
  package func readFollowingLinks(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    try read(try realPath(path), amount)
  }

  /// Returns whether there is a file at a path; links are followed.
  package func exists(_ path: String) -> Bool { (try? status(path, followsLink: true)) != nil }
}

/// The machine through which this program's code reads files and the environment.
package enum CurrentMachine {
  /// The real machine, unless a caller has replaced it temporarily.
  @TaskLocal package static var value: any Machine = RealMachine()

  /// Runs code that is not part of a run, such as writing its reports, on the real machine.
  package static func aside<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // The task local rethrows any error.
    let result = $value.withValue(RealMachine()) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

/// The error of a refused system call.
package struct MachineRefusal: Error, Hashable {
  /// `errno`.
  package let number: Int32

  package init(number: Int32) { self.number = number }
}

/// The kind and the size of a file.
package struct PathStatus: Sendable, Hashable {
  package enum Kind: Sendable {
    case file, folder, link, pipe, socket, device, other
  }

  package var kind: Kind
  /// The size of a file in bytes; 0 for other kinds.
  package var size: Int

  package init(_ kind: Kind, size: Int = 0) {
    self.kind = kind
    self.size = kind == .file ? size : 0
  }
}

/// A name in a folder.
package struct PathEntry: Sendable, Hashable {
  package let name: String
  /// The status of the name; links are not followed.
  package let status: Result<PathStatus, MachineRefusal>

  package init(name: String, status: Result<PathStatus, MachineRefusal>) { (self.name, self.status) = (name, status) }
}

/// An amount of a file to read.
package enum ReadAmount: Sendable, Hashable {
  /// The whole file; no bytes if it is larger than the maximum.
  case all(maximum: Int)
  /// The first bytes, at most this number.
  case prefix(Int)
  /// The bytes of a range; fewer if the file ends before that.
  case part(Range<Int>)
}

/// The result of reading: without bytes for anything but files.
package struct FileContent: Sendable, Hashable {
  package var status: PathStatus
  package var bytes: [UInt8]

  package init(status: PathStatus, bytes: [UInt8]) { (self.status, self.bytes) = (status, bytes) }

  /// Returns the part that was asked for: no bytes of a file that is larger than the maximum.
  package func limited(to amount: ReadAmount) -> FileContent {
    switch amount {
    case .all(let maximum): FileContent(status: status, bytes: status.size > maximum ? [] : bytes)
    case .prefix(let count): FileContent(status: status, bytes: Array(bytes.prefix(max(0, count))))
    case .part(let range): FileContent(status: status, bytes: Array(bytes[range.clamped(to: 0..<bytes.count)]))
    }
  }
}

/// The first question that the machine could not answer because it failed: a disk error, or no descriptors or
/// memory left.
///
/// Such an answer does not describe the file. Many readers treat an unreadable file like a missing one and continue, so
/// their results may be wrong; the end of the process reports this.
public enum MachineFailure {
  private static let first = Mutex<(path: String, number: Int32)?>(nil)

  /// The first failure, without a full stop: where, and why. Nil if there was none.
  public static var text: String? {
    first.withLock { $0.map { "\($0.path) could not be read: \(SystemError.text($0.number))" } }
  }

  /// Records the error of a question about a path, if it is a failure of the machine.
  package static func note(_ number: Int32, _ path: String) {
    switch number {
    case EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT: first.withLock { $0 = $0 ?? (path, number) }
    default: break
    }
  }
}

/// The operating system's texts for error numbers.
public enum SystemError {
  /// Returns the text for an error.
  ///
  /// - Parameter number: `errno`.
  public static func text(_ number: Int32) -> String {
    if number == MachineRefusal.versionControl.number { return "it is part of version control data, such as .git" }
    var bytes = [CChar](repeating: 0, count: 256)
    // The POSIX form of strerror_r; plain strerror is not thread-safe.
    guard strerror_r(number, &bytes, bytes.count) == 0 else { return "error \(number)" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
