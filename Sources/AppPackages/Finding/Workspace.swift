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
