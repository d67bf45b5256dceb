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
      if isRoot(folder) { return folder }
    }
    return nil
  }

  /// Empty for the root of the disk, and for what is directly in it: a checkout lies deeper.
  static func parent(of folder: String) -> String {
    guard let slash = folder.lastIndex(of: "/") else { return "" }
    return String(folder[..<slash])
  }
}
