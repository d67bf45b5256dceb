import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is never written for somebody else than the person who runs the program, such as a script, wherever it may write:
/// the data of version control, programs, and what a link leads to.
package enum ForeignOutput {
  /// - Parameters:
  ///   - root: the folder below which it is written, by its real path.
  ///   - way: the names of a path below it.
  package static func check(_ root: String, _ way: [String], _ folder: String, _ shown: String) throws(FileTreeError) {
    guard let name = VersionControl.part(of: root) ?? way.lazy.map({ $0[...] }).first(where: VersionControl.owns) else {
      return
    }
    throw FileTreeError(
      kind: .forbidden, tree: folder, path: shown, message: "scripts cannot write into \(name) or replace it",
      hint: "version control runs programs in it")
  }

  /// Refuses a link in the place of the file.
  package static func check(_ file: String, in open: Int32, _ folder: String, _ shown: String) throws(FileTreeError) {
    var status = stat()
    guard fstatat(open, file, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK else { return }
    throw FileTreeError(
      kind: .forbidden, tree: folder, path: shown, message: "scripts cannot write to a symbolic link",
      hint: "name the file that it points to")
  }

  /// Whether a file may be run, and that says something: some disks have such a bit on every file, also on one that was
  /// just made.
  static func isExecutable(_ status: stat, beside new: Int32) -> Bool {
    var made = stat()
    return status.st_mode & 0o111 != 0 && fstat(new, &made) == 0 && made.st_mode & 0o111 == 0
  }

  package static func executable(_ folder: String, _ shown: String) -> FileTreeError {
    FileTreeError(
      kind: .forbidden, tree: folder, path: shown, message: "scripts cannot replace an executable file",
      hint: "chmod -x, if it is not a program")
  }
}
