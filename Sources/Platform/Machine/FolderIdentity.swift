internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the root of a checkout is, whatever its name: a clone that is made again at the same path is another one, also
/// in the same folder.
///
/// The real machine is asked, whatever ``CurrentMachine`` says.
package struct FolderIdentity: Sendable, Hashable {
  /// Device, inode, owner and time of birth of the folder, then inode and time of birth of what makes it a checkout; 0
  /// where the file system does not say. Inodes are used again, times are not.
  package let words: String

  /// - Parameter words: as ``words`` gives them.
  package init(words: String) { self.words = words }

  /// - Parameter path: of a folder, not of a link to one.
  /// - Returns: nil when there is none.
  package init?(of path: String) {
    var (folder, marker) = (stat(), stat())
    guard lstat(path, &folder) == 0, folder.st_mode & S_IFMT == S_IFDIR else { return nil }
    let markerPath = VersionControl.marker(of: path)
    if let markerPath { lstat(markerPath, &marker) }
    words =
      "\(folder.st_dev) \(folder.st_ino) \(folder.st_uid) \(cp_birth_time(path)) \(marker.st_ino) "
      + "\(markerPath.map { cp_birth_time($0) } ?? 0)"
  }

  /// The name of a file about the folder.
  package var fileName: String { words.split(separator: " ").prefix(2).joined(separator: "-") + ".json" }
}
