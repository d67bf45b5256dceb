import PropertyLists

/// Of several projects the one that a person most likely means.
struct ProjectChoice {
  struct Candidate {
    /// The `.xcodeproj` folder inside of the tree.
    let path: String
    let apps: ProjectApps
  }

  let chosen: Candidate
  /// What a person should know who did not choose.
  let note: PackageWarning?

  /// - Parameters:
  ///   - candidates: projects with an app for iPhone or iPad.
  ///   - names: of the folder and of its workspaces, which are mostly the app's, too.
  ///   - place: what was named, for the note.
  /// - Returns: nil without candidates.
  init?(of candidates: [Candidate], names: [String], in place: String) {
    let wanted = Set(names.map(Self.plain)).subtracting([""])
    let ranked = candidates.sorted { left, right in
      let (first, second) = (Self.rank(left.path, wanted), Self.rank(right.path, wanted))
      return first == second ? ExactText.precedes(left.path, right.path) : first < second
    }
    guard let first = ranked.first else { return nil }
    chosen = first
    guard ranked.count > 1 else {
      note = nil
      return
    }
    let others = ranked.dropFirst().prefix(6).map(\.path).joined(separator: ", ")
    note = PackageWarning(
      .severalApps, "\(ranked.count) projects here have apps for iPhone or iPad; \(first.path) is taken",
      severity: .note,
      location: SourceLocation(file: place),
      hint: "open another by its path: \(others)\(ranked.count > 7 ? " and \(ranked.count - 7) more" : "")")
  }

  /// Lower is better: no example, near the top, named as the folder.
  private static func rank(_ path: String, _ names: Set<String>) -> (Int, Int, Int) {
    (isExample(path) ? 1 : 0, path.split(separator: "/").count, names.contains(plain(stem(path))) ? 0 : 1)
  }

  /// Whether the names on the way say that the project only shows how something is used.
  static func isExample(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in examples.contains { part.lowercased().contains($0) } }
  }

  private static let examples = ["example", "sample", "demo", "test", "template", "playground", "fixture", "tutorial"]

  /// `Foo` for `ios/Foo.xcodeproj`.
  private static func stem(_ path: String) -> String {
    String(FileTreePath.lastComponent(path).dropLast(".xcodeproj".count))
  }

  /// `vlc-ios` and `VLC` are one name.
  private static func plain(_ name: String) -> String {
    var plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if plain.hasPrefix("ios") { plain.removeFirst(3) }
    for ending in ["ios", "app", "mobile"] where plain.hasSuffix(ending) { plain.removeLast(ending.count) }
    return plain
  }
}
