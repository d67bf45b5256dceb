#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of files that may disappear at any time. Files that cannot be read or written are ignored.
struct CacheFolder: Sendable {
  let path: String

  /// Returns the bytes after the first line, which is a checksum.
  func read(_ name: String) -> ArraySlice<UInt8>? {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < 1 << 30 else {
      return nil
    }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size, let start = buffer.baseAddress {
        #if canImport(Glibc)
          let got = Glibc.read(descriptor, start + count, size - count)
        #else
          let got = Darwin.read(descriptor, start + count, size - count)
        #endif
        guard got > 0 else { break }
        count += got
      }
    }
    guard let end = bytes.firstIndex(of: 10), end == 32 else { return nil }
    let content = bytes[(end + 1)...]
    return ContentHash(content).text.utf8.elementsEqual(bytes[..<end]) ? content : nil
  }

  /// Writes atomically, because another process may read at the same time.
  func write(_ name: String, _ content: [UInt8]) {
    makeFolders()
    let target = "\(path)/\(name)"
    let draft = "\(target).\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let bytes = Array(ContentHash(content).text.utf8) + [10] + content
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    let isClosed = close(descriptor) == 0
    if !rest.isEmpty || !isClosed || rename(draft, target) != 0 { unlink(draft) }
  }

  private func makeFolders() {
    let bytes = Array(path.utf8)
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: bytes[..<index], as: UTF8.self), 0o700)
    }
    mkdir(path, 0o700)
  }
}
