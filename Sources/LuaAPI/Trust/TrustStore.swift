package import AppPackages
import PropertyLists

/// What the user trusts: a folder of theirs, outside of every project, with a file for each settings file.
///
/// A file has the path of the settings and the content of all code that they bring (``ProjectCode``). It counts only
/// while nobody but the user and root can change it.
package struct TrustStore: Sendable {
  /// Where the files lie: `~/.config/homescreen/trusted`.
  package let folder: String

  private static let maximumBytes = 4 << 20
  private static let maximumEntries = 10_000

  /// - Parameter configuration: the folder of the user's configuration.
  package init(configuration: String) {
    folder = FileTreePath.join(configuration, "homescreen/trusted")
  }

  /// Whether nothing was ever trusted.
  var isEmpty: Bool { CurrentMachine.aside { !CurrentMachine.value.exists(folder) } }

  private func path(_ settings: String) -> String {
    FileTreePath.join(folder, "\(ContentDigest.of(Array(settings.utf8)).prefix(32)).json")
  }

  /// The code that was trusted with the settings at a path; nil where none was.
  /// - Parameter settings: a real path.
  package func code(_ settings: String) -> ProjectCode? {
    CurrentMachine.aside { read(path(settings)) }.flatMap { ExactText.isSame($0.settings, settings) ? $0 : nil }
  }

  /// All that is trusted, in the order of the settings' paths.
  package var all: [ProjectCode] {
    CurrentMachine.aside {
      let entries = RealPath.of(folder).flatMap {
        try? CurrentMachine.value.entries(in: $0, maximum: Self.maximumEntries)
      }
      return (entries ?? []).compactMap { read(FileTreePath.join(folder, $0.name)) }
        .sorted { ExactText.precedes($0.settings, $1.settings) }
    }
  }

  private func read(_ path: String) -> ProjectCode? {
    guard FileOwner.problem(folder) == nil, FileOwner.problem(path) == nil,
      let content = try? CurrentMachine.value.readFollowingLinks(path, .all(maximum: Self.maximumBytes)),
      let root = try? LenientJSON.parse(content.bytes, file: path).root,
      let settings = root["settings"]?.string, let files = root["files"]?.object
    else { return nil }
    var digests: [String: String] = [:]
    for (file, digest) in files.entries { digests[file] = digest.string ?? "" }
    return ProjectCode(settings: settings, files: digests)
  }

  /// Trusts code from now on.
  /// - Throws: `FileTreeError` when it cannot be written down.
  package func add(_ code: ProjectCode) throws(FileTreeError) {
    var files = JSONText()
    for path in code.paths { files.add(path, code.files[path]) }
    var entry = JSONText()
    entry.add("settings", code.settings)
    entry.add("files", object: files)
    let file = path(code.settings)
    try CurrentMachine.aside { () throws(FileTreeError) in
      try PrivateFolder.make(folder)
      let place = try OutputFolder(folder)
      try place.write(Array((entry.line + "\n").utf8), to: FileTreePath.lastComponent(file))
    }
    if let problem = FileOwner.problem(folder) ?? FileOwner.problem(file) {
      throw FileTreeError(kind: .unwritable, tree: folder, path: file, message: "nothing kept here counts: \(problem)")
    }
  }

  /// Trusts the settings at a path no more.
  /// - Returns: whether they were trusted.
  /// - Throws: `FileTreeError` when that cannot be written down.
  package func remove(_ settings: String) throws(FileTreeError) -> Bool {
    guard code(settings) != nil else { return false }
    try CurrentMachine.aside { () throws(FileTreeError) in
      try OutputFolder(folder).remove(FileTreePath.lastComponent(path(settings)))
    }
    return true
  }
}
