#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of lines that may be larger than memory: read line by line, from the beginning or from any offset.
public final class RecordFile {
  /// A line without its end, and its place.
  public struct Line {
    /// The bytes of the line.
    public let bytes: ArraySlice<UInt8>
    /// The offset of the line's first byte in the file.
    public let start: Int
    /// The offset after the line's line feed.
    public let end: Int
  }

  /// The path as the caller gave it.
  public let path: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var block = [UInt8](repeating: 0, count: 65_536)
  private var lines = LineBuffer()
  /// The offset of the next line in the file.
  private var position = 0

  /// Opens a file.
  /// - Parameter path: `-` is standard input.
  public init(_ path: String) throws(UserError) {
    self.path = path
    ownsDescriptor = path != "-"
    guard ownsDescriptor else {
      descriptor = STDIN_FILENO
      return
    }
    guard !path.utf8.contains(0) else { throw UserError(path, number: ENOENT) }
    #if canImport(Glibc)
      descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #else
      descriptor = Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #endif
    guard descriptor < 0 else { return }
    let code = errno
    throw UserError(path, SystemError.text(code) + (code == ENOENT ? Self.leftover(of: path) : ""))
  }

  /// Returns a note about the partial report of an unfinished run.
  private static func leftover(of path: String) -> String {
    let partial = GrowingFile.name(of: path)
    guard ProcessEnvironment.fileExists(partial) else { return "" }
    return "; \(TerminalText.visible(partial, isOneLine: true)) has the events of an unfinished run"
  }

  deinit {
    if ownsDescriptor { _ = ReportDescriptor.close(descriptor) }
  }

  /// Returns the next line; nil at the end of the file. The last line may lack a line feed.
  public func next() throws(UserError) -> Line? {
    while true {
      if let line = lines.next() { return take(line.dropLast(), line.count) }
      guard !lines.isBroken else { throw UserError(path, "a line has more than \(LineBuffer.maximumLength >> 20) MiB") }
      if try fill() { continue }
      let rest = lines.takeRest()
      return rest.isEmpty ? nil : take(rest, rest.count)
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>, _ length: Int) -> Line {
    defer { position += length }
    return Line(bytes: bytes, start: position, end: position + length)
  }

  /// Continues at another offset.
  public func seek(to offset: Int) throws(UserError) {
    if offset == position { return }
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw UserError(path, number: errno) }
    position = offset
    lines = LineBuffer()
  }

  /// Whether the file can be read twice.
  public var isRegular: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns whether a path leads to this file.
  public func isSame(as path: String) -> Bool {
    var own = stat()
    var other = stat()
    guard fstat(descriptor, &own) == 0, stat(path, &other) == 0 else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino && own.st_mode & S_IFMT == S_IFREG
  }

  /// - Returns: false at the end of the file.
  private func fill() throws(UserError) -> Bool {
    while true {
      let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw UserError(path, number: errno) }
      guard count > 0 else { return false }
      lines.append(block[..<count])
      return true
    }
  }
}

extension UserError {
  fileprivate init(_ path: String, _ reason: String) {
    self.init("\(TerminalText.visible(path, isOneLine: true)): \(reason)")
  }

  fileprivate init(_ path: String, number: Int32) { self.init(path, SystemError.text(number)) }
}
