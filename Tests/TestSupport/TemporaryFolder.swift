#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of a test's own, removed when the test is over.
public final class TemporaryFolder {
  /// Its path on the disk.
  public let path: String

  /// Makes an empty one.
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

  /// Writes a file, making the folders above it; returns its path on the disk.
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

  /// The same with the UTF-8 of a text.
  @discardableResult
  public func write(_ relative: String, _ text: String) -> String { write(relative, Array(text.utf8)) }

  /// The same for a path that may be no text; the folder above the file is made.
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

  /// The text of a file; nil when it is not there.
  public func read(_ relative: String) -> String? { Files.text("\(path)/\(relative)") }

  /// What is in the folder itself.
  public var names: [String] { Files.names(in: path) }

  /// Makes a folder, and those above it.
  public func makeFolder(_ relative: String) {
    var current = path
    for part in relative.split(separator: "/") {
      current += "/\(part)"
      mkdir(current, 0o755)
    }
  }

  /// Makes a symbolic link, whose target need not be there.
  public func link(_ relative: String, to target: String) { symlink(target, "\(path)/\(relative)") }

  /// Makes a named pipe.
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
