#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of a test, removed after the test.
public final class TemporaryFolder {
  /// Its path on disk.
  public let path: String

  /// Creates an empty folder.
  public init() {
    var template = Array("/tmp/homescreen-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress, let made = mkdtemp(base) else {
        preconditionFailure("mkdtemp failed with \(errno)")
      }
      return String(cString: made)
    }
  }

  deinit { Self.remove(path) }

  /// Writes a file, creating its folders, and returns its path on disk.
  @discardableResult
  public func write(_ relative: String, _ bytes: [UInt8]) -> String {
    let full = "\(path)/\(relative)"
    makeFolder(relative.split(separator: "/").dropLast().joined(separator: "/"))
    let descriptor = open(full, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    precondition(descriptor >= 0, "cannot write \(relative)")
    var written = 0
    while written < bytes.count {
      written += max(
        0, bytes.withUnsafeBytes { Self.put(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written) })
    }
    close(descriptor)
    return full
  }

  /// Writes a file with the UTF-8 of a text.
  @discardableResult
  public func write(_ relative: String, _ text: String) -> String { write(relative, Array(text.utf8)) }

  /// Writes a file whose path may not be text; its folder is created.
  public func write(_ relative: [UInt8], _ bytes: [UInt8]) {
    let full = Array(path.utf8) + [UInt8(ascii: "/")] + relative
    func withPath(_ bytes: some Sequence<UInt8>, _ body: (UnsafePointer<CChar>?) -> Void) {
      (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress) }
    }
    if let slash = full.lastIndex(of: UInt8(ascii: "/")) {
      withPath(full[..<slash]) { if let path = $0 { mkdir(path, 0o755) } }
    }
    withPath(full) { path in
      guard let path, let file = fopen(path, "w") else { preconditionFailure("cannot write \(relative)") }
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }

  /// The text of a file; nil if it is missing.
  public func read(_ relative: String) -> String? { Files.text("\(path)/\(relative)") }

  /// The names in the folder.
  public var names: [String] { Files.names(in: path) }

  /// Creates a folder and its parents.
  public func makeFolder(_ relative: String) {
    var current = path
    for part in relative.split(separator: "/") {
      current += "/\(part)"
      mkdir(current, 0o755)
    }
  }

  /// Creates a symbolic link, whose target may be missing.
  public func link(_ relative: String, to target: String) { symlink(target, "\(path)/\(relative)") }

  /// Creates a named pipe.
  public func makePipe(_ relative: String) { mkfifo("\(path)/\(relative)", 0o644) }

  /// Removes a file.
  public func delete(_ relative: String) { unlink("\(path)/\(relative)") }

  private static func put(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in Files.names(in: path) { remove("\(path)/\(name)") }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
