import PropertyLists

/// The files of one set by name. Letter case counts, as it does for a build on a case-sensitive disk.
struct SetFiles {
  /// In the order of bytes.
  let names: [String]
  private let files: [String: FileTreeWalk.File]
  private let byLowercase: [String: String]

  init(_ files: [FileTreeWalk.File]) {
    names = files.map { FileTreePath.lastComponent($0.path) }
    self.files = Dictionary(zip(names, files)) { first, _ in first }
    byLowercase = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
  }

  func file(named name: String) -> FileTreeWalk.File? {
    // Swift takes composed and decomposed accents as equal, a device does not.
    files[name].flatMap { ExactText.isSame(FileTreePath.lastComponent($0.path), name) ? $0 : nil }
  }

  /// What to do about a name that no file has.
  func advice(for name: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return "a slot names a file of its own folder, without a path" }
    return byLowercase[name.lowercased()].map {
      "there is “\($0)”: letter case counts, though the usual disk of a Mac hides it"
    }
  }
}
