import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Paths of the disk without symbolic links, `.` and `..`.
package enum RealPath {
  /// - Returns: nil when there is nothing at the path, or its name is no text in UTF-8.
  package static func of(_ path: String) -> String? { try? CurrentMachine.value.realPath(path) }

  /// Where a path leads, also when nothing is there: the real path of as much of it as there is, and then the rest.
  package static func leading(_ path: String, on machine: any Machine = CurrentMachine.value) -> String {
    var there = path.utf8.first == UInt8(ascii: "/") ? path : "\(machine.workingFolder)/\(path)"
    var rest: [Substring] = []
    while true {
      Work.count(costOfLooking)
      if let real = try? machine.realPath(there.isEmpty ? "/" : there) {
        let parts = rest.reversed().reduce(into: FileTreePath.parts(of: real)) { parts, part in
          if part == ".." { _ = parts.popLast() } else if part != ".", !part.isEmpty { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
      }
      guard !there.isEmpty else { return "/" }
      rest.append(Substring(FileTreePath.lastComponent(there)))
      there = FileTreePath.directory(of: there)
    }
  }

  /// Steps (``Work``) of resolving a path once.
  private static let costOfLooking = 60

  /// Where something is written, links followed, also those that lead nowhere so far. The disk itself is looked at.
  ///
  /// - Parameter path: as a person has named it; nothing need be there.
  /// - Throws: ``FileTreeError`` for a symbolic link of a checkout that leads out of it, or to what belongs to version
  ///   control: whoever made the checkout has put it there, and not the person. And for links in a circle.
  package static func ofOutput(_ path: String) throws(FileTreeError) -> String {
    try CurrentMachine.aside { () throws(FileTreeError) in
      let machine = CurrentMachine.value
      let start = path.utf8.first == UInt8(ascii: "/") ? path : "\(machine.workingFolder)/\(path)"
      var rest = Array(FileTreePath.parts(of: start).reversed())
      var place = ""
      var links: [(path: String, checkout: String?)] = []
      while let part = rest.popLast() {
        if part == "." { continue }
        if part == ".." {
          place = FileTreePath.directory(of: place)
          continue
        }
        guard let target = try linkTarget("\(place)/\(part)", path) else {
          place += "/\(part)"
          continue
        }
        // The system itself follows no more.
        guard links.count < 40 else { throw FileTreeError(ELOOP, tree: path, path: "", operation: .written) }
        links.append(("\(place)/\(part)", place.isEmpty ? nil : VersionControl.root(of: place)))
        if target.utf8.first == UInt8(ascii: "/") { place = "" }
        rest += FileTreePath.parts(of: target).reversed()
      }
      for case (let link, let root?) in links where !VersionControl.isHome(root) {
        let isInside = lies(place, in: root)
        if isInside, VersionControl.part(of: place, below: root) == nil { continue }
        throw FileTreeError(
          kind: .outsideOfTree, tree: path, path: "",
          message: isInside
            ? "the symbolic link \(link) points to \(place), which belongs to version control"
            : "the symbolic link \(link) points out of the checkout \(root), to \(place)",
          hint: "remove the link, or name the other place itself")
      }
      return place.isEmpty ? "/" : place
    }
  }

  /// What a link says; nil for what is not a link, and where nothing is.
  private static func linkTarget(_ path: String, _ output: String) throws(FileTreeError) -> String? {
    var bytes = [CChar](repeating: 0, count: FileTreePath.maximumLength)
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else {
      if [EINVAL, ENOENT, ENOTDIR].contains(errno) { return nil }
      throw FileTreeError(errno, tree: output, path: "", operation: .written)
    }
    guard let text = String(validating: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
      throw FileTreeError(
        kind: .outsideOfTree, tree: output, path: "",
        message: "the symbolic link \(path) points to a name that is not UTF-8",
        hint: "remove the link, or name the other place itself")
    }
    return text
  }

  /// Whether a path is a folder or lies below it; both are real.
  package static func lies(_ path: String, in folder: String) -> Bool {
    folder == "/" || ExactText.isSame(path, folder) || path.utf8.starts(with: "\(folder)/".utf8)
  }
}
