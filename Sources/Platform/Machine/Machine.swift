import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is asked of the machine that this program runs on: its files, folders and variables.
///
/// All that decides what a run does is asked here, so that it can be watched, and so that folders can be closed.
/// Paths are absolute, or relative to ``workingFolder``. Nothing is said of how folders and trees are read: that is
/// ``FolderTree``'s.
package protocol Machine: Sendable {
  /// The folder that relative paths start in.
  var workingFolder: String { get }

  /// The value of a variable of the environment; nil when it is not set, or no UTF-8.
  func variable(_ name: String) -> String?

  /// A path without symbolic links, `.` and `..`.
  func realPath(_ path: String) throws(MachineRefusal) -> String

  /// What lies at a path.
  /// - Parameter followsLink: of a symbolic link, what it leads to.
  func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus

  /// What lies in a folder, in no order, links not followed; nil when it is more than `maximum`.
  /// - Parameter folder: a path that ``realPath(_:)`` gave: a link in it has been put there since, and is refused.
  func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]?

  /// Reads what lies at a path.
  /// - Parameter path: one that ``realPath(_:)`` gave: a link in it has been put there since, and is refused.
  func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent

  /// Opens a file that is then read piece by piece; nil for what is not a file, and where it can only be read as a whole.
  /// - Parameter path: as for ``read(_:_:)``.
  func open(_ path: String) throws(MachineRefusal) -> MachineFile?

  /// Writes a file, or removes it.
  /// - Parameters:
  ///   - bytes: nil: it is removed.
  ///   - path: absolute.
  ///   - write: does it on the disk.
  func write(
    _ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void
  ) throws(FileTreeError)

  /// A report was written, which is nothing that a run does.
  /// - Parameter path: absolute.
  func hasReport(at path: String)
}

extension Machine {
  /// Most need not know.
  package func hasReport(at path: String) {}

  /// nil: what is read has to be known as a whole.
  package func open(_ path: String) throws(MachineRefusal) -> MachineFile? { nil }

  /// Reads what lies at any path, links followed.
  package func readFollowingLinks(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
    try read(try realPath(path), amount)
  }

  /// Whether a path leads somewhere.
  package func exists(_ path: String) -> Bool { (try? status(path, followsLink: true)) != nil }
}

/// The machine that is asked.
package enum CurrentMachine {
  /// The real one, unless somebody has put another one in its place for a while.
  @TaskLocal package static var value: any Machine = RealMachine()

  /// Does what concerns no run, such as writing its reports, with the real machine.
  package static func aside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The task local rethrows any error.
    let result = $value.withValue(RealMachine()) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

/// Why the system gave no answer.
package struct MachineRefusal: Error, Hashable {
  /// `errno`.
  package let number: Int32

  package init(number: Int32) { self.number = number }
}

/// What lies at a path.
package struct PathStatus: Sendable, Hashable {
  package enum Kind: Sendable {
    case file, folder, link, pipe, socket, device, other
  }

  package var kind: Kind
  /// Bytes of a file; 0 for everything else.
  package var size: Int

  package init(_ kind: Kind, size: Int = 0) {
    self.kind = kind
    self.size = kind == .file ? size : 0
  }
}

/// One name in a folder.
package struct PathEntry: Sendable, Hashable {
  package let name: String
  /// What the name stands for, a link being a link.
  package let status: Result<PathStatus, MachineRefusal>

  package init(name: String, status: Result<PathStatus, MachineRefusal>) {
    self.name = name
    self.status = status
  }
}

/// How much of a file is read.
package enum ReadAmount: Sendable, Hashable {
  /// All, or nothing of a file that is larger.
  case all(maximum: Int)
  /// At most so many bytes.
  case prefix(Int)
  /// The bytes of a range, as far as the file has them.
  case part(Range<Int>)
}

/// What reading has given: no bytes for what is no file.
package struct FileContent: Sendable, Hashable {
  package var status: PathStatus
  package var bytes: [UInt8]

  package init(status: PathStatus, bytes: [UInt8]) {
    self.status = status
    self.bytes = bytes
  }

  /// What of it is read: nothing of a file that is larger than wanted.
  package func limited(to amount: ReadAmount) -> FileContent {
    switch amount {
    case .all(let maximum): FileContent(status: status, bytes: status.size > maximum ? [] : bytes)
    case .prefix(let count): FileContent(status: status, bytes: Array(bytes.prefix(max(0, count))))
    case .part(let range): FileContent(status: status, bytes: Array(bytes[range.clamped(to: 0..<bytes.count)]))
    }
  }
}

/// What the machine could not answer in this process, because it failed itself: a disk that gives no data, no descriptor
/// left, no memory.
///
/// Such an answer says nothing of what is there. Many readers go on without a file that they cannot read, as without one
/// that is missing; what they say then may be wrong, and this is how the end of the process knows.
public enum MachineFailure {
  private static let first = Mutex<(path: String, number: Int32)?>(nil)

  /// The first one in words, without a full stop: where, and why. nil where there was none.
  public static var text: String? {
    first.withLock { $0.map { "\($0.path) could not be read: \(SystemError.text($0.number))" } }
  }

  /// Keeps what a question about a path has failed with, if that is the machine's failure and no answer.
  package static func note(_ number: Int32, _ path: String) {
    switch number {
    case EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT: first.withLock { $0 = $0 ?? (path, number) }
    default: break
    }
  }
}

/// The operating system's words for an error number.
public enum SystemError {
  /// The system’s words for an error.
  ///
  /// - Parameter number: `errno`.
  public static func text(_ number: Int32) -> String {
    if number == MachineRefusal.versionControl.number { return "it belongs to version control" }
    var bytes = [CChar](repeating: 0, count: 256)
    // The POSIX form of strerror_r; the plain strerror is not safe beside other threads.
    guard strerror_r(number, &bytes, bytes.count) == 0 else { return "error \(number)" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
