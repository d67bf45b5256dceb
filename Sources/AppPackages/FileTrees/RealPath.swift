import PropertyLists

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

  /// Whether a path is a folder or lies below it; both are real.
  package static func lies(_ path: String, in folder: String) -> Bool {
    folder == "/" || ExactText.isSame(path, folder) || path.utf8.starts(with: "\(folder)/".utf8)
  }
}
