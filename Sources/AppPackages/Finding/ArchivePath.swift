import Platform

/// Paths that lead to archives, or through one: `build/Paint.ipa/Payload/Paint.app`.
package enum ArchivePath {
  private static let extensions: Set<String> = ["ipa", "tipa", "zip"]

  /// Whether a file is an archive by its name, or begins like one.
  static func isArchive(_ path: String) -> Bool {
    if extensions.contains(FileTreePath.lowercasedExtension(of: path)) { return true }
    let start = try? CurrentMachine.value.readFollowingLinks(path, .prefix(4)).bytes
    return start?.elementsEqual("PK\u{3}\u{4}".utf8) ?? false
  }

  /// Whether a file in an archive is itself one.
  static func isArchive(named name: String) -> Bool {
    extensions.contains(FileTreePath.lowercasedExtension(of: name))
  }

  /// The file that a path leads through, and the rest of the path after it; nil if no part of it is an archive.
  package static func split(_ path: String) -> (archive: String, inside: String)? {
    var end = path.utf8.endIndex
    while let slash = path.utf8[..<end].lastIndex(of: UInt8(ascii: "/")), slash > path.utf8.startIndex {
      let outer = String(path[..<slash])
      if (try? CurrentMachine.value.status(outer, followsLink: true))?.kind == .file {
        return isArchive(outer) ? (outer, String(path[path.utf8.index(after: slash)...])) : nil
      }
      end = slash
    }
    return nil
  }
}
