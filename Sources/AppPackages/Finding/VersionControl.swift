import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a checkout begins.
enum VersionControl {
  private static let markers = [".git", ".hg", ".jj", ".svn"]

  /// Whether a folder of the disk is the root of a checkout.
  static func isRoot(_ folder: String) -> Bool { markers.contains { access("\(folder)/\($0)", F_OK) == 0 } }

  /// The root of the checkout that a folder lies in; nil when there is none, or it is the folder itself.
  ///
  /// - Parameter folder: a real path (``RealPath``).
  static func root(above folder: String) -> String? {
    var folder = folder
    // A folder of the disk has no more above it.
    for _ in 0..<64 where !isRoot(folder) {
      folder = parent(of: folder)
      if folder.isEmpty { return nil }
      if isRoot(folder) { return isHome(folder) ? nil : folder }
    }
    return nil
  }

  /// Who keeps settings in version control has a home that is a checkout of everything.
  private static func isHome(_ folder: String) -> Bool {
    getenv("HOME").flatMap { RealPath.of(String(cString: $0)) }.map { ExactText.isSame($0, folder) } ?? false
  }

  /// A folder's path below another one of the disk.
  static func path(of folder: String, below root: String) -> String {
    String(Substring(folder.utf8.dropFirst(root.utf8.count + 1)))
  }

  /// Empty for the root of the disk, and for what is directly in it: a checkout lies deeper.
  static func parent(of folder: String) -> String {
    FileTreePath.directory(of: folder)
  }
}
