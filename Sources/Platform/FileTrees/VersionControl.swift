internal import CProcess
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The roots of checkouts, and the files in them that belong to version control.
package enum VersionControl {
  private static let markers = [".git", ".hg", ".jj", ".svn", ".bzr", ".sl", ".pijul", "_darcs"]

  /// Folders with the programs and data of version control. An app may have the last name.
  private static let names = [".git", ".hg", ".svn", ".jj", ".bzr", ".sl", ".pijul", "_darcs", "cvs"]

  // MARK: Names

  /// Returns whether a disk may treat a name like one of these. All decisions about writing use this function.
  ///
  /// Some disks ignore letter case, some ignore invisible characters, some ignore dots and spaces at the end, some
  /// ignore everything after a colon, and some have a second name for each file (`GIT~1`, `GI7D29~1`).
  package static func owns(_ name: Substring) -> Bool {
    guard let first = name.utf8.first,
      first >= 0x80 || "._cC".utf8.contains(first) || name.utf8.contains(UInt8(ascii: "~"))
    else { return false }
    var seen = name.unicodeScalars.prefix { $0 != ":" }.filter { !$0.properties.isDefaultIgnorableCodePoint }
    while let last = seen.last, last == "." || last == " " { seen.removeLast() }
    // The long s has the same capital letter as s.
    let folded = String(String.UnicodeScalarView(seen)).uppercased().lowercased()
    return names.contains { $0 == folded || isShort(folded, for: $0) }
  }

  private static func isShort(_ name: String, for long: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, parts[1].allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    let letters = long.utf8.drop { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
    if parts[0].elementsEqual(letters) { return true }
    // From the fifth name on there are two letters and four digits of a checksum.
    return parts[0].count == 6 && parts[0].starts(with: letters.prefix(2))
      && Substring(parts[0].dropFirst(2)).allSatisfy(\.isHexDigit)
  }

  /// Returns the part of a path that is one of these folders, or nil. Scripts and projects never read these folders.
  ///
  /// - Parameter root: a folder above; the parts of its path do not count.
  package static func part(of path: String, below root: String = "") -> Substring? {
    let inner = path.utf8.dropFirst(root.utf8.count)
    // Called for every file; very few have a part that could be such a name.
    var last = UInt8(ascii: "/")
    for byte in inner {
      if byte == 0x7E || last == 0x2F && (byte == 0x2E || byte == 0x5F || byte >= 0x80) {
        return FileTreePath.parts(of: String(Substring(inner))).first { owns($0) && $0.lowercased() != "cvs" }
      }
      last = byte
    }
    return nil
  }

  // MARK: Roots

  /// Returns whether a folder on disk is the root of a checkout.
  package static func isRoot(_ folder: String) -> Bool { marker(of: folder) != nil }

  /// Returns the path that makes a folder the root of a checkout, such as that of its `.git`.
  package static func marker(of folder: String) -> String? {
    markers.lazy.map { "\(folder)/\($0)" }.first { CurrentMachine.value.exists($0) }
  }

  /// Returns the root of the checkout that contains a folder, which may be the folder; nil if there is none.
  ///
  /// - Parameter folder: any path to it.
  package static func root(of folder: String) -> String? {
    RealPath.of(folder).flatMap { isRoot($0) ? $0 : root(above: $0) }
  }

  /// Returns whether git has a commit checked out and not a branch, as in the review of a pull request.
  package static func isDetached(_ root: String) -> Bool {
    func text(_ path: String) -> String? {
      let content = try? CurrentMachine.value.readFollowingLinks(path, .prefix(4096))
      return content.map { String(decoding: $0.bytes, as: UTF8.self) }?.split(whereSeparator: \.isNewline).first.map(
        String.init)
    }
    var folder = "\(root)/.git"
    // In a worktree and a submodule it is a file with the path of the folder.
    if let line = text(folder), line.hasPrefix("gitdir: ") {
      let path = String(line.dropFirst("gitdir: ".count))
      folder = path.hasPrefix("/") ? path : "\(root)/\(path)"
    }
    return text("\(folder)/HEAD").map { !$0.hasPrefix("ref:") } ?? false
  }

  /// Returns the root of the checkout around a folder; nil if there is none, or the folder is the root.
  ///
  /// - Parameter folder: a real path (``RealPath``).
  package static func root(above folder: String) -> String? {
    guard !isRoot(folder) else { return nil }
    var folder = FileTreePath.directory(of: folder)
    while !folder.isEmpty, !isRoot(folder) { folder = FileTreePath.directory(of: folder) }
    return folder.isEmpty || isHome(folder) ? nil : folder
  }

  /// Returns whether a real path is the user's home. The home never counts as a project: if the user keeps dotfiles in
  /// version control, every folder in it would be part of that checkout.
  package static func isHome(_ folder: String) -> Bool { home.map { ExactText.isSame($0, folder) } ?? false }

  /// Returns whether the user's home is at a real path or below it.
  package static func holdsHome(_ folder: String) -> Bool { home.map { RealPath.lies($0, in: folder) } ?? false }

  /// The real path of the user's home: the value of `HOME`, otherwise that in the system's list of users.
  private static var home: String? {
    if let home = CurrentMachine.value.variable("HOME"), home.utf8.first == UInt8(ascii: "/") {
      return RealPath.of(home)
    }
    guard let users = try? FolderTree("/etc").readPrefix("passwd", count: 1 << 20) else { return nil }
    let fields = String(decoding: users, as: UTF8.self).split(separator: "\n").lazy.map {
      $0.split(separator: ":", omittingEmptySubsequences: false)
    }
    return fields.first { $0.count > 5 && $0[2] == "\(geteuid())" }.flatMap { RealPath.of(String($0[5])) }
  }

  /// Returns a folder's path below another one on disk.
  package static func path(of folder: String, below root: String) -> String {
    String(Substring(folder.utf8.dropFirst(root.utf8.count + 1)))
  }
}

/// The identity of a checkout's root, regardless of its name: a new clone at the same path, or in the same folder, has
/// another identity.
///
/// Asks the real machine, regardless of ``CurrentMachine``.
package struct FolderIdentity: Sendable, Hashable {
  /// Device, inode, owner and creation time of the folder, then inode and creation time of its marker; 0 for values
  /// that the file system lacks. Inodes are reused, times are not.
  package let words: String

  /// - Parameter words: the value of ``words``.
  package init(words: String) { self.words = words }

  /// - Parameter path: the path of a folder; a link to one does not count.
  /// - Returns: nil when the folder is missing.
  package init?(of path: String) {
    var (folder, marker) = (stat(), stat())
    guard lstat(path, &folder) == 0, folder.st_mode & S_IFMT == S_IFDIR else { return nil }
    let markerPath = VersionControl.marker(of: path)
    if let markerPath { lstat(markerPath, &marker) }
    words =
      "\(folder.st_dev) \(folder.st_ino) \(folder.st_uid) \(cp_birth_time(path)) \(marker.st_ino) "
      + "\(markerPath.map { cp_birth_time($0) } ?? 0)"
  }

  /// The name of a file with data about the folder.
  package var fileName: String { words.split(separator: " ").prefix(2).joined(separator: "-") + ".json" }
}
