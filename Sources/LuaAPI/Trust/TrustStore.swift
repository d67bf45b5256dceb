import AppPackages
package import Platform
import PropertyLists

/// The checkouts that the user trusts: a folder of theirs, outside of every project, with a file for each.
///
/// A file names the real path of the checkout and what the folder there is (``FolderIdentity``), so that another clone
/// made at the same path is not trusted. It counts only while the user and root alone can change it.
package struct TrustStore: Sendable, Hashable {
  /// Where the files lie: `~/.config/homescreen/trusted`.
  package let folder: String

  private static let maximumBytes = 64 << 10
  private static let maximumEntries = 10_000

  /// - Parameter configuration: the folder of the user's configuration.
  package init(configuration: String) {
    folder = FileTreePath.join(configuration, "homescreen/trusted")
  }

  /// A checkout that was trusted.
  package struct Entry: Sendable {
    package let path: String
    let identity: FolderIdentity
    /// Whether the folder at the path is still the one that was trusted.
    package var isCurrent: Bool { FolderIdentity(of: path) == identity }
  }

  /// Whether a file or a folder lies in a checkout that is trusted, and not in a checkout inside it.
  /// - Parameter file: its real path.
  func covers(_ file: String) -> Bool {
    CurrentMachine.aside {
      guard CurrentMachine.value.exists(folder) else { return false }
      var place = file
      let last = VersionControl.root(of: place)
      while !place.isEmpty {
        if entry(of: place) != nil { return true }
        if let last, ExactText.isSame(place, last) { return false }
        place = FileTreePath.directory(of: place)
      }
      return false
    }
  }

  /// All that is trusted, in the order of the paths.
  package var all: [Entry] {
    CurrentMachine.aside {
      names.compactMap { read(FileTreePath.join(folder, $0)) }.sorted { ExactText.precedes($0.path, $1.path) }
    }
  }

  /// Whether trust in the content of single files is kept here, which which no longer counts.
  package var hasOldEntries: Bool {
    CurrentMachine.aside { names.contains { $0.utf8.count == 37 && !$0.contains("-") } }
  }

  private var names: [String] {
    let entries = RealPath.of(folder).flatMap {
      try? CurrentMachine.value.entries(in: $0, maximum: Self.maximumEntries)
    }
    return (entries ?? []).map(\.name)
  }

  private func entry(of place: String) -> Entry? {
    guard let identity = FolderIdentity(of: place),
      let entry = read(FileTreePath.join(folder, identity.fileName)), entry.identity == identity,
      ExactText.isSame(entry.path, place)
    else { return nil }
    return entry
  }

  private func read(_ path: String) -> Entry? {
    guard FileOwner.problem(folder) == nil, FileOwner.problem(path) == nil,
      let content = try? CurrentMachine.value.readFollowingLinks(path, .all(maximum: Self.maximumBytes)),
      let root = try? LenientJSON.parse(content.bytes, file: path).root,
      let checkout = root["checkout"]?.string, let words = root["folder"]?.string
    else { return nil }
    return Entry(path: checkout, identity: FolderIdentity(words: words))
  }

  /// Trusts a checkout from now on.
  /// - Parameter root: a real path.
  /// - Throws: `FileTreeError` when it cannot be written down.
  package func add(_ root: String) throws(FileTreeError) {
    guard let identity = FolderIdentity(of: root) else {
      throw FileTreeError(kind: .notADirectory, tree: root, path: "", message: "this is not a folder")
    }
    let entry: JSONTree = ["checkout": .text(root), "folder": .text(identity.words)]
    let name = identity.fileName
    try CurrentMachine.aside { () throws(FileTreeError) in
      try PrivateFolder.make(folder)
      let place = try OutputFolder(folder)
      try place.write(Array((entry.line + "\n").utf8), to: name)
    }
    if let problem = FileOwner.problem(folder) ?? FileOwner.problem(FileTreePath.join(folder, name)) {
      throw FileTreeError(kind: .unwritable, tree: folder, path: name, message: "what is here is ignored: \(problem)")
    }
  }

  /// Stops trusting the checkout at a path, also where another folder is now.
  /// - Parameter root: as it was trusted.
  /// - Returns: whether it was trusted.
  /// - Throws: `FileTreeError` when that cannot be written down.
  package func remove(_ root: String) throws(FileTreeError) -> Bool {
    let entries = all.filter { ExactText.isSame($0.path, root) }
    for entry in entries {
      try CurrentMachine.aside { () throws(FileTreeError) in
        try OutputFolder(folder).remove(entry.identity.fileName)
      }
    }
    return !entries.isEmpty
  }
}
