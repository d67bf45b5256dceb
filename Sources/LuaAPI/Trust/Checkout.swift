import AppPackages
import Platform
import PropertyLists

/// The part of the disk that belongs together: a checkout of version control, or where there is none, one folder.
///
/// A checkout inside another one (a submodule, a vendored clone) and a linked worktree are checkouts of their own.
package struct Checkout: Sendable {
  /// Its real path.
  package let root: String

  /// - Parameter root: a real path.
  init(root: String) { self.root = root }

  /// The one that a file lies in; of a link, the one that the link lies in.
  /// - Parameter file: an absolute path; it need not exist.
  package static func of(_ file: String) -> Checkout { containing(FileTreePath.directory(of: file)) }

  /// The one that a folder lies in, or that it is.
  package static func containing(_ folder: String) -> Checkout {
    let folder = folder.isEmpty ? "/" : folder
    return Checkout(root: VersionControl.root(of: folder) ?? RealPath.of(folder) ?? folder)
  }

  /// Whether a path lies in it, or in a checkout inside it.
  /// - Parameter path: a real path.
  func holds(_ path: String) -> Bool { RealPath.lies(path, in: root) }

  /// Whether a file belongs to it, and not to a checkout inside it.
  /// - Parameter file: a real path.
  package func covers(_ file: String) -> Bool {
    guard holds(file) else { return false }
    guard let nearest = VersionControl.root(of: FileTreePath.directory(of: file)) else { return true }
    return RealPath.lies(root, in: nearest)
  }
}
