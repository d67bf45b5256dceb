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
  package let device: UInt64
  package let inode: UInt64
  private let owner: UInt32
  /// When it was made, in nanoseconds since 1970; 0 where the file system does not say. Inodes are used again.
  private let birth: Int64
  /// The same of what makes it a checkout; 0 where nothing does.
  private let marker: UInt64
  private let markerBirth: Int64

  /// - Parameter path: of a folder, not of a link to one.
  /// - Returns: nil when there is none.
  package init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(status.st_ino)
    owner = status.st_uid
    birth = cp_birth_time(path)
    let marker = VersionControl.marker(of: path)
    self.marker = marker.flatMap { lstat($0, &status) == 0 ? UInt64(status.st_ino) : nil } ?? 0
    markerBirth = marker.map { cp_birth_time($0) } ?? 0
  }

  /// - Parameter words: as ``words`` gives them.
  package init?(words: String) {
    let parts = words.split(separator: " ")
    guard parts.count == 6, let device = UInt64(parts[0]), let inode = UInt64(parts[1]), let owner = UInt32(parts[2]),
      let birth = Int64(parts[3]), let marker = UInt64(parts[4]), let markerBirth = Int64(parts[5])
    else { return nil }
    (self.device, self.inode, self.owner, self.birth) = (device, inode, owner, birth)
    (self.marker, self.markerBirth) = (marker, markerBirth)
  }

  /// The same as text.
  package var words: String { "\(device) \(inode) \(owner) \(birth) \(marker) \(markerBirth)" }
}
