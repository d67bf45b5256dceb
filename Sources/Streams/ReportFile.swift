internal import AppPackages
internal import HomeScreenReports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that reports are written to.
public enum ReportFile {
  /// Writes a whole document. A file appears whole or not at all, and what was there before stays until then; a pipe or
  /// a device just gets it.
  public static func write(_ text: String, to path: String) throws(LostReport) {
    try write(Array(text.utf8), to: path)
  }

  /// The same for bytes of any kind.
  public static func write(_ bytes: [UInt8], to path: String) throws(LostReport) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = try open(path)
      let lost = StandardStream.writeAll(bytes, to: descriptor)
      let closing = close(descriptor)
      if lost != 0 || closing != 0 { throw LostReport(path, number: lost != 0 ? lost : closing) }
      return
    }
    do throws(FileTreeError) {
      // Where a link stands, the file that it leads to is meant.
      let target = RealPath.of(path) ?? path
      let folder = FileTreePath.directory(of: target)
      let start = folder.isEmpty ? (target.utf8.first == UInt8(ascii: "/") ? "/" : ".") : folder
      // A report is nothing that a script does.
      try CurrentMachine.aside { () throws(FileTreeError) in
        try OutputFolder(start).write(bytes, to: FileTreePath.lastComponent(target))
      }
    } catch {
      throw LostReport(path, error.message)
    }
  }

  /// Opens a file that is written line by line, so that a crash leaves what was written before it.
  /// - Parameter appends: what is there stays, and the lines come behind it.
  static func open(_ path: String, appends: Bool = false) throws(LostReport) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : O_TRUNC)
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
  static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      let code = Glibc.close(descriptor)
    #else
      let code = Darwin.close(descriptor)
    #endif
    return code == 0 || errno == EINTR ? 0 : errno
  }
}

/// A report that did not arrive.
public struct LostReport: Error, CustomStringConvertible {
  /// The file that it was to go to, as it was named.
  public let path: String
  /// Why, without a full stop.
  public let reason: String

  init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  init(_ path: String, number: Int32) {
    self.init(path, SystemError.text(number))
  }

  /// What a person reads, without a full stop.
  public var description: String {
    "the report \(TerminalText.visible(path, isOneLine: true)) could not be written: \(reason)"
  }
}
