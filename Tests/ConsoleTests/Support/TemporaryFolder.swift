#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/homescreen-tests-XXXXXX".utf8CString)
    let made = mkdtemp(&template) != nil
    precondition(made, "no temporary folder can be made in /tmp")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // Tests keep to two levels of folders and plain files.
    Self.remove(path)
  }

  func write(_ bytes: [UInt8], to name: String) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "a test file cannot be written")
      rest = rest.dropFirst(count)
    }
    close(descriptor)
  }

  func write(_ text: String, to name: String) {
    write(Array(text.utf8), to: name)
  }

  func read(_ name: String) -> String? {
    let descriptor = open("\(path)/\(name)", O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8 * 1024 * 1024)
    var used = 0
    while true {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: used), $0.count - used)
      }
      if count <= 0 { break }
      used += count
    }
    return String(decoding: bytes[..<used], as: UTF8.self)
  }

  var names: [String] { Self.names(in: path) }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let child = "\(path)/\(name)"
      var status = stat()
      if lstat(child, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(child) } else { unlink(child) }
    }
    rmdir(path)
  }
}
