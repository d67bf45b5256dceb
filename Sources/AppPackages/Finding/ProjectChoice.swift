import Platform
import PropertyLists

/// Of several projects the one that a person most likely means.
struct ProjectChoice {
  struct Candidate {
    /// The `.xcodeproj` folder inside of the tree.
    let path: String
    let apps: ProjectApps
  }

  let chosen: Candidate
  /// The chosen one, and those that nothing but their names sets apart from it, the likeliest first.
  let peers: [Candidate]
  /// The error of a project that cannot be read and is likelier meant than any that can.
  var refusal: AppPackageError?
  /// What a person should know who did not choose.
  let note: PackageWarning?
  /// What a person should know who takes all that were looked at.
  let unreadNote: PackageWarning?

  /// - Parameters:
  ///   - candidates: projects with an app for iPhone or iPad.
  ///   - ranking: which of them comes first.
  ///   - place: what was named.
  ///   - unread: how many further projects nobody has looked at.
  /// - Returns: nil without candidates.
  init?(of candidates: [Candidate], by ranking: ProjectRanking, in place: String, unread: Int = 0) {
    let ranked = candidates.sorted { ranking.precedes($0.path, $1.path) }
    guard let first = ranked.first else { return nil }
    chosen = first
    peers = ranked.filter { ranking.isSameLevel($0.path, first.path) }
    unreadNote =
      unread == 0
      ? nil
      : PackageWarning(
        .severalApps, "\(unread) more projects were not checked", severity: .note,
        location: SourceLocation(file: place),
        hint: "name the project")
    guard ranked.count > 1 || unread > 0 else {
      note = nil
      return
    }
    let folder = place.utf8.last == UInt8(ascii: "/") ? String(place.dropLast()) : place
    let others = ranked.dropFirst().prefix(6).map { FileTreePath.join(folder, $0.path) }.joined(separator: ", ")
    let more = ranked.count > 7 ? " and \(ranked.count - 7) more" : ""
    note = PackageWarning(
      .severalApps,
      "\(ranked.count) \(ranked.count == 1 ? "project here has an app" : "projects here have apps") for iPhone or iPad; "
        + "using \(first.path)" + (unread > 0 ? "; \(unread) more projects were not checked" : ""),
      severity: .note, location: SourceLocation(file: place),
      hint: others.isEmpty ? "name the project" : "open another by its path: \(others)\(more)")
  }
}

/// The order of projects by how likely they are meant: no example, near the top, named as the folder.
package struct ProjectRanking {
  private let names: Set<String>
  /// Those that a workspace of the folder names.
  private let listed: Set<ExactText>

  /// - Parameter names: of the folder and of its workspaces, which are mostly the app's, too.
  init(names: [String], listed: [String] = []) {
    self.names = Set(names.map(Self.plain)).subtracting([""])
    self.listed = Set(listed.map(ExactText.init))
  }

  func precedes(_ left: String, _ right: String) -> Bool {
    let (first, second) = (rank(left), rank(right))
    return first == second ? ExactText.precedes(left, right) : first < second
  }

  /// Whether more than the alphabet speaks for the first of two.
  func isLikelier(_ left: String, than right: String) -> Bool { rank(left) < rank(right) }

  /// Whether nothing but names speaks for one of the two: where they lie says the same of both.
  func isSameLevel(_ left: String, _ right: String) -> Bool {
    let (first, second) = (rank(left), rank(right))
    return first.0 == second.0 && first.1 == second.1 && (first.1 == 0 || first.2 == second.2)
  }

  /// Lower is better.
  private func rank(_ path: String) -> (Int, Int, Int, Int) {
    let isNamed = names.contains(Self.plain(Self.stem(path)))
    return (
      isExample(path) ? 1 : 0, listed.contains(ExactText(path)) ? 0 : 1, FileTreePath.parts(of: path).count,
      isNamed ? 0 : 1
    )
  }

  /// Whether the names on the way say that the project only shows how something is used.
  func isExample(_ path: String) -> Bool {
    if names.contains(Self.plain(Self.stem(path))) { return false }
    return FileTreePath.parts(of: path).contains { part in
      Self.words(of: part).contains { Self.examples.contains($0) }
    }
  }

  /// Whether the names on the way say that it is there for tests.
  package static func isFixture(_ path: String) -> Bool {
    FileTreePath.parts(of: path).contains { !words(of: $0).allSatisfy { !fixtures.contains($0) } }
  }

  private static let fixtures: Set<String> = ["test", "tests", "template", "templates", "fixture", "fixtures"]
  private static let examples = fixtures.union([
    "example", "examples", "sample", "samples", "demo", "demos", "playground", "playgrounds", "tutorial", "tutorials",
  ])

  /// `CordovaLibTests` → cordova, lib, tests.
  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    for character in name {
      if !character.isLetter || character.isUppercase && word.last?.isLowercase == true {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter { word.append(character) }
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

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
