import Platform
import PropertyLists

/// The projects that an Xcode workspace references, from its `contents.xcworkspacedata`.
struct Workspace {
  struct Reference {
    /// The `.xcodeproj` folder.
    let path: ProjectPath
    let location: SourceLocation
  }

  /// The unique projects, in workspace order.
  private(set) var projects: [Reference] = []

  /// The folder that contains the workspace: the base of `container:`.
  private let container: String
  private var groups: [ProjectPath]
  private var seen: Set<String> = []

  static let contents = "contents.xcworkspacedata"
  private static let maximumBytes = 1024 * 1024
  private static let maximumDepth = 64
  private static let maximumProjects = 1000

  /// - Parameter path: the `.xcworkspace` folder in the tree.
  /// - Throws: ``AppPackageError`` when its file is missing, too large, or not XML.
  init(_ path: String, in tree: any FileTree) throws(AppPackageError) {
    container = FileTreePath.directory(of: path)
    groups = [.inside(container)]
    let inner = FileTreePath.join(path, Self.contents)
    let file = FileTreePath.join(tree.name, inner)
    let bytes: [UInt8]
    do throws(FileTreeError) {
      bytes = try tree.readPrefix(inner, count: Self.maximumBytes + 1)
    } catch {
      guard error.kind == .notFound else { throw AppPackageError(error) }
      throw AppPackageError(
        kind: .badProject, location: SourceLocation(file: file), message: "there is no such file",
        hint: "open the .xcodeproj instead; was the file left out of version control?")
    }
    guard bytes.count <= Self.maximumBytes else {
      throw AppPackageError(
        kind: .badProject, location: SourceLocation(file: file),
        message: "the file has more than \(Self.maximumBytes) bytes", hint: "open the .xcodeproj instead")
    }
    do throws(PropertyListError) {
      var reader = XMLTagReader(try TextDecoding.decode(bytes, file: file))
      try read(&reader)
    } catch {
      throw AppPackageError(kind: .badProject, location: error.location, message: error.message, hint: error.hint)
    }
  }

  private mutating func read(_ reader: inout XMLTagReader) throws(PropertyListError) {
    var open: [String] = []
    while let tag = try reader.next() {
      switch tag.kind {
      case .end:
        guard open.popLast() == tag.name else {
          throw reader.error(tag.start, "</\(tag.name)> closes nothing", hint: "was it badly merged?")
        }
        if tag.name == "Group" { groups.removeLast() }
      case .start, .empty:
        guard open.count < Self.maximumDepth else {
          throw reader.error(tag.start, "elements are nested more than \(Self.maximumDepth) levels deep")
        }
        if tag.name == "FileRef" { add(tag, at: reader.location(tag.start)) }
        guard tag.kind == .start else { continue }
        open.append(tag.name)
        if tag.name == "Group" { groups.append(path(tag.attributes["location"] ?? "")) }
      }
    }
    if let name = open.last { throw reader.error(reader.end, "the file ends inside <\(name)>") }
  }

  private mutating func add(_ tag: XMLTagReader.Tag, at place: SourceLocation) {
    let path = path(tag.attributes["location"] ?? "")
    let text: String
    switch path {
    case .inside(let inner), .outside(let inner), .elsewhere(let inner): text = inner
    }
    guard text.hasSuffix(".xcodeproj"), projects.count < Self.maximumProjects, seen.insert(text).inserted else {
      return
    }
    projects.append(Reference(path: path, location: place))
  }

  /// Resolves a location: `group:` is relative to the enclosing group, `container:` to the workspace's folder.
  private func path(_ location: String) -> ProjectPath {
    let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return groups.last ?? .inside(container) }
    let path = String(parts[1])
    switch parts[0] {
    case "group": return Self.join(groups.last ?? .inside(container), path)
    case "container": return ProjectPath.resolve(path, from: container)
    case "absolute": return .outside(path)
    default: return .elsewhere(location)
    }
  }

  private static func join(_ folder: ProjectPath, _ path: String) -> ProjectPath {
    switch folder {
    case .inside(let folder): ProjectPath.resolve(path, from: folder)
    case .outside(let folder): .outside(FileTreePath.join(folder, path))
    case .elsewhere(let folder): .elsewhere(FileTreePath.join(folder, path))
    }
  }
}

/// The order of projects by likelihood: examples come last; top-level projects, and those named like the folder, come first.
package struct ProjectRanking {
  private let names: Set<String>
  /// The projects that a workspace of the folder references.
  private let listed: Set<ExactText>

  /// - Parameter names: the names of the folder and its workspaces, usually also the app's.
  init(names: [String], listed: [String] = []) {
    self.names = Set(names.map(Self.plain)).subtracting([""])
    self.listed = Set(listed.map(ExactText.init))
  }

  func precedes(_ left: String, _ right: String) -> Bool {
    let (first, second) = (rank(left), rank(right))
    return first == second ? ExactText.precedes(left, right) : first < second
  }

  /// Returns whether the first project ranks higher by more than alphabetical order.
  func isLikelier(_ left: String, than right: String) -> Bool { rank(left) < rank(right) }

  /// Returns whether only names distinguish the two projects: their folders rank equally.
  func isSameLevel(_ left: String, _ right: String) -> Bool {
    let (first, second) = (rank(left), rank(right))
    return first.0 == second.0 && first.1 == second.1 && (first.1 == 0 || first.2 == second.2)
  }

  /// Returns the rank; lower is better.
  private func rank(_ path: String) -> (Int, Int, Int, Int) {
    let isNamed = names.contains(Self.plain(Self.stem(path)))
    return (
      isExample(path) ? 1 : 0, listed.contains(ExactText(path)) ? 0 : 1, FileTreePath.parts(of: path).count,
      isNamed ? 0 : 1
    )
  }

  /// Returns whether names in the path mark the project as an example.
  func isExample(_ path: String) -> Bool {
    if isTool(path) { return true }
    if names.contains(Self.plain(Self.stem(path))) { return false }
    return FileTreePath.parts(of: path).contains { part in
      Self.words(of: part).contains { Self.examples.contains($0) }
    }
  }

  /// Returns whether the project is in a folder of tools; an app may be named like one.
  func isTool(_ path: String) -> Bool {
    FileTreePath.parts(of: path).dropLast().contains { Self.words(of: $0).contains { ["tool", "tools"].contains($0) } }
  }

  /// Returns whether names in the path mark the project as a test fixture.
  package static func isFixture(_ path: String) -> Bool {
    FileTreePath.parts(of: path).contains { !words(of: $0).allSatisfy { !fixtures.contains($0) } }
  }

  /// Returns whether words in the name of a target mark it as an example, or as an app that runs tests.
  static func isExampleTarget(_ name: Substring) -> Bool {
    words(of: name).contains { examples.contains($0) || ["tester", "host"].contains($0) }
  }

  private static let fixtures: Set<String> = ["test", "tests", "template", "templates", "fixture", "fixtures"]
  private static let examples = fixtures.union([
    "example", "examples", "sample", "samples", "demo", "demos", "playground", "playgrounds", "tutorial", "tutorials",
  ])

  /// Splits `CordovaLibTests` into cordova, lib, tests.
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

  /// Returns `Foo` for `ios/Foo.xcodeproj`.
  private static func stem(_ path: String) -> String {
    String(FileTreePath.lastComponent(path).dropLast(".xcodeproj".count))
  }

  /// Normalises a name: `vlc-ios` and `VLC` are equal.
  private static func plain(_ name: String) -> String {
    var plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if plain.hasPrefix("ios") { plain.removeFirst(3) }
    for ending in ["ios", "app", "mobile"] where plain.hasSuffix(ending) { plain.removeLast(ending.count) }
    return plain
  }
}
