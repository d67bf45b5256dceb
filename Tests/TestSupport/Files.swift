#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading files in tests, without Foundation.
public enum Files {
  /// Whether a text without null bytes contains a word, byte by byte: a string search over all files takes seconds.
  public static func isThere(_ word: String, in text: String) -> Bool { text.withCString { strstr($0, word) != nil } }

  /// The text of a file; nil if it cannot be read.
  public static func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of a file; nil if it cannot be read.
  public static func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// Writes a file into an existing folder.
  public static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fwrite(bytes, 1, bytes.count, file)
  }

  /// The names in a folder, ascending, without `.` and `..`.
  public static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths of all files below a folder, relative to it, ascending by bytes, without hidden ones.
  public static func paths(below folder: String, _ inner: String = "") -> [String] {
    var paths: [String] = []
    for name in names(in: "\(folder)/\(inner)") where !name.hasPrefix(".") {
      let path = inner.isEmpty ? name : "\(inner)/\(name)"
      var status = stat()
      guard lstat("\(folder)/\(path)", &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        paths += self.paths(below: folder, path)
      } else {
        paths.append(path)
      }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
