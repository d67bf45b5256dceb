/// Paths inside a file tree.
public enum FileTreePath {
  /// The same path without `.`, double and trailing slashes.
  ///
  /// - Throws: ``FileTreeError`` of kind `badPath` for `..`, an absolute path, or a zero byte.
  public static func normalise(_ path: String, in tree: String) throws(FileTreeError) -> String {
    guard path.utf8.count <= maximumLength else { throw tooLong(path, in: tree) }
    if isNormal(path) { return path }
    func refusal(_ message: String, _ hint: String?) -> FileTreeError {
      FileTreeError(kind: .badPath, tree: tree, path: path, message: message, hint: hint)
    }
    guard !path.utf8.contains(0) else { throw refusal("a path with a zero byte", nil) }
    guard path.utf8.first != UInt8(ascii: "/") else {
      throw refusal("an absolute path", "write it relative to \(tree)")
    }
    var parts: [Substring] = []
    for part in Self.parts(of: path) where part != "." {
      guard part != ".." else { throw refusal("a path with “..”", "a package cannot reach out of its folder") }
      parts.append(part)
    }
    return parts.joined(separator: "/")
  }

  /// Whether nothing is to be done; most paths are so, and are asked for often.
  private static func isNormal(_ path: String) -> Bool {
    var length = 0
    var isDots = true
    for byte in path.utf8 {
      if byte == UInt8(ascii: "/") {
        if length == 0 || isDots && length <= 2 { return false }
        length = 0
        isDots = true
      } else {
        if byte == 0 { return false }
        length += 1
        isDots = isDots && byte == UInt8(ascii: ".")
      }
    }
    return path.isEmpty || length > 0 && !(isDots && length <= 2)
  }

  /// In bytes; no system opens a longer one.
  public static let maximumLength = 4096

  /// Refuses a path before anything is made of it.
  ///
  /// - Throws: ``FileTreeError`` of kind `badPath` for a path that is too long for any file.
  public static func checkLength(_ path: String, in tree: String) throws(FileTreeError) {
    if path.utf8.count > maximumLength { throw tooLong(path, in: tree) }
  }

  private static func tooLong(_ path: String, in tree: String) -> FileTreeError {
    let shown = path.unicodeScalars.prefix(60)
    return FileTreeError(
      kind: .badPath, tree: tree, path: "\(String(shown))…", message: "a path of more than \(maximumLength) bytes")
  }

  /// `directory/name`, without a slash for the root.
  public static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : "\(directory)/\(name)"
  }

  /// What stands between the slashes, empty parts left out.
  ///
  /// A slash is a byte. As a character it may be one with what stands before or behind it (U+0600, U+0301), and a part
  /// with a slash in it would lead where nobody has looked.
  public static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
  }

  /// Everything behind the last slash.
  public static func lastComponent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Everything before the last slash; empty for a name in the root.
  public static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  /// How a file is named from within a folder: `../notes/app.lua`. Links are not looked at; a way over the root, or without
  /// one folder in common, is written from the root.
  ///
  /// - Parameter workingFolder: where both paths begin, unless they are absolute.
  public static func relative(_ path: String, from folder: String, workingFolder: String) -> String {
    func resolved(_ path: String) -> [Substring] {
      let whole = path.utf8.first == UInt8(ascii: "/") ? path : "\(workingFolder)/\(path)"
      return parts(of: whole).reduce(into: []) { parts, part in
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
      }
    }
    let (file, start) = (resolved(path), resolved(folder))
    let common = zip(file, start).prefix { $0.0.utf8.elementsEqual($0.1.utf8) }.count
    if common == 0, !start.isEmpty { return "/" + file.joined(separator: "/") }
    let way = Array(repeating: "..", count: start.count - common) + file[common...].map(String.init)
    return way.isEmpty ? "." : way.joined(separator: "/")
  }

  /// What is behind the last dot of the last part, in lower case; empty without a dot or with the dot in front.
  public static func lowercasedExtension(of path: String) -> String {
    let name = lastComponent(path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }
}
