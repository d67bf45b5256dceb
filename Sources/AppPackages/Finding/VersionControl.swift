import PropertyLists

/// Where a checkout begins.
package enum VersionControl {
  private static let markers = [".git", ".hg", ".jj", ".svn"]

  /// Whether a folder of the disk is the root of a checkout.
  static func isRoot(_ folder: String) -> Bool { markers.contains { CurrentMachine.value.exists("\(folder)/\($0)") } }

  /// The root of the checkout that a folder lies in, or that it is; nil when there is none.
  ///
  /// - Parameter folder: any path to it.
  package static func root(of folder: String) -> String? {
    RealPath.of(folder).flatMap { isRoot($0) ? $0 : root(above: $0) }
  }

  /// Whether git has a commit checked out there and not a branch, as for a look at somebody's change.
  package static func isDetached(_ root: String) -> Bool {
    func text(_ path: String) -> String? {
      let content = try? CurrentMachine.value.readFollowingLinks(path, .prefix(4096))
      return content.map { String(decoding: $0.bytes, as: UTF8.self) }?.split(whereSeparator: \.isNewline).first.map(
        String.init)
    }
    var folder = "\(root)/.git"
    // Of a worktree and a submodule it is a file that names the folder.
    if let line = text(folder), line.hasPrefix("gitdir: ") {
      let path = String(line.dropFirst("gitdir: ".count))
      folder = path.hasPrefix("/") ? path : "\(root)/\(path)"
    }
    return text("\(folder)/HEAD").map { !$0.hasPrefix("ref:") } ?? false
  }

  /// The root of the checkout that a folder lies in; nil when there is none, or it is the folder itself.
  ///
  /// - Parameter folder: a real path (``RealPath``).
  static func root(above folder: String) -> String? {
    guard !isRoot(folder) else { return nil }
    var folder = FileTreePath.directory(of: folder)
    while !folder.isEmpty, !isRoot(folder) { folder = FileTreePath.directory(of: folder) }
    return folder.isEmpty || isHome(folder) ? nil : folder
  }

  /// Who keeps settings in version control has a home that is a checkout of everything.
  private static func isHome(_ folder: String) -> Bool {
    CurrentMachine.value.variable("HOME").flatMap { RealPath.of($0) }.map { ExactText.isSame($0, folder) } ?? false
  }

  /// A folder's path below another one of the disk.
  static func path(of folder: String, below root: String) -> String {
    String(Substring(folder.utf8.dropFirst(root.utf8.count + 1)))
  }
}
