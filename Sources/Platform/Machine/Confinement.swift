internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the kernel takes from a process that works with what strangers have written: Landlock, in one of its versions.
///
/// It is the second wall. The first is that nothing here writes elsewhere; this one holds where that is wrong.
package struct Confinement: Sendable {
  /// Landlock's version; 0 for none.
  package let version: Int

  package init(version: Int) { self.version = version }

  /// What the kernel has.
  package static var ofKernel: Confinement { Confinement(version: Int(cp_landlock_version())) }

  /// Nothing is taken.
  package static let none = Confinement(version: 0)

  /// Something that is taken, and the first version that takes it.
  private static let table: [(right: String, version: Int)] = [
    ("writing", 1), ("moving", 2), ("truncating", 3), ("network", 4), ("devices", 5), ("signals", 6),
    ("abstract sockets", 6),
  ]

  /// What is taken, in a word each.
  package var rights: [String] { Self.table.filter { $0.version <= version }.map(\.right) }

  /// What other kernels take, and this one does not.
  package var missingRights: [String] { Self.table.filter { $0.version > version }.map(\.right) }

  /// Takes the rights from this thread, and from all threads and programs that it starts, for good; for a process, before
  /// it starts any. Where the kernel does not do it, everything goes on as it was.
  ///
  /// - Parameter paths: folders below which files are written, and files; a missing one is left out.
  /// - Returns: whether something was taken.
  @discardableResult
  package func confine(writing paths: [String]) -> Bool {
    guard version > 0 else { return false }
    // Programs are started with it where they are to read nothing.
    let all = (paths + ["/dev/null"]).map { strdup($0).map { UnsafePointer($0) } }
    defer { for case let pointer? in all { free(UnsafeMutablePointer(mutating: pointer)) } }
    return cp_confine(Int32(version), all, all.count) == 0
  }

  /// The folder itself, or the nearest one above it that is there.
  ///
  /// - Parameter levels: how far above it may be.
  package static func place(ofFolder path: String, above levels: Int) -> [String] {
    var path = path
    for _ in 0...levels {
      if CurrentMachine.value.exists(path) { return [path] }
      path = FileTreePath.directory(of: path)
    }
    return []
  }

  /// The folder in which a file is written, or what lies there if it is not a file.
  package static func place(ofOutput path: String) -> [String] {
    let real = RealPath.leading(path)
    let folder = FileTreePath.directory(of: real)
    let kind = (try? CurrentMachine.value.status(real, followsLink: false))?.kind
    return kind == nil || kind == .file ? [folder.isEmpty ? "/" : folder] : [real]
  }
}
