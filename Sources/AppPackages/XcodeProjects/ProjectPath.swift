import Platform

/// A path that a project or an xcconfig names, resolved inside of the folder that may be read.
enum ProjectPath: Sendable, Equatable {
  /// Inside of the tree, without `.` and `..`; empty for its root.
  case inside(String)
  /// Absolute, or above the root: never read.
  case outside(String)
  /// In a place that only a build or a Mac has: products, the SDK, Xcode itself.
  case elsewhere(String)

  /// The path inside of the tree.
  var path: String? { if case .inside(let path) = self { path } else { nil } }

  /// Follows `path` from a folder of the tree.
  ///
  /// `..` is worked out on the text, as a build does; a symbolic link on the way is checked by the tree when it is read.
  static func resolve(_ path: String, from directory: String) -> ProjectPath {
    guard path.utf8.count <= maximumLength, !path.utf8.contains(0) else { return .outside(path) }
    if path.utf8.first == UInt8(ascii: "/") { return .outside(path) }
    if isPlain(path) { return .inside(FileTreePath.join(directory, path)) }
    var parts = FileTreePath.parts(of: directory)
    for part in FileTreePath.parts(of: path) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return .outside(path) }
      } else {
        parts.append(part)
      }
    }
    return parts.count <= maximumDepth ? .inside(parts.joined(separator: "/")) : .outside(path)
  }

  /// The name of one file or folder, which most paths of a project are.
  private static func isPlain(_ path: String) -> Bool {
    !path.isEmpty && path != "." && path != ".." && !path.utf8.contains(UInt8(ascii: "/"))
  }

  /// Longer than any path that a file system takes.
  private static let maximumLength = 4096
  private static let maximumDepth = 256
}
