import Platform
import PropertyLists

/// Where the files and groups of a project lie, worked out by one walk from the main group.
struct XcodeFileTable: Sendable {
  /// The folder that each group, and the parent that each file, stands for.
  private var parents: [String: ProjectPath] = [:]
  private(set) var warnings: [PackageWarning] = []
  private let project: XcodeProject

  private static let maximumDepth = 100
  private static let maximumObjects = 500_000

  init(_ project: XcodeProject) {
    self.project = project
    walk()
  }

  /// Each object is visited once, so groups that hold each other end the walk.
  private mutating func walk() {
    guard let main = project.objects.object(project.root, "mainGroup") else {
      warnings.append(
        PackageWarning(.badProject, "the project has no main group", location: project.root.location))
      return
    }
    var waiting: [(group: XcodeObject, depth: Int)] = [(main, 0)]
    parents[main.id] = .inside(project.directory)
    var reportsCircle = true
    while let (group, depth) = waiting.popLast() {
      let folder = path(of: group)
      for child in project.objects.objects(group, "children") {
        guard parents[child.id] == nil else {
          if reportsCircle, child.id == group.id || child.isa == "PBXGroup" {
            reportsCircle = false
            warnings.append(
              PackageWarning(
                .badProject, "the group “\(title(child))” is in two groups, or in itself; the first counts",
                location: child.location, hint: "was the project file badly merged?"))
          }
          continue
        }
        guard parents.count < Self.maximumObjects, depth < Self.maximumDepth else {
          warnings.append(
            PackageWarning(
              .limit, "groups are nested more than \(Self.maximumDepth) levels deep; the rest is left out",
              location: child.location))
          return
        }
        parents[child.id] = folder
        if child.fields.contains("children") { waiting.append((child, depth + 1)) }
      }
    }
  }

  private func title(_ object: XcodeObject) -> String { object.string("name") ?? object.string("path") ?? object.id }

  /// References to folders that lie in the navigator, as Swift packages of the project do.
  var folders: [XcodeObject] {
    parents.keys.sorted().compactMap { project.objects[$0] }.filter { object in
      object.isa == "PBXFileReference"
        && ["folder", "wrapper"].contains(object.string("lastKnownFileType") ?? object.string("explicitFileType"))
    }
  }

  /// Where a file reference or group lies.
  func path(of object: XcodeObject) -> ProjectPath {
    let path = object.string("path") ?? ""
    switch object.string("sourceTree") ?? "<group>" {
    case "<group>":
      switch parents[object.id] ?? .inside(project.directory) {
      case .inside(let folder): return path.isEmpty ? .inside(folder) : ProjectPath.resolve(path, from: folder)
      case .outside(let folder): return .outside(FileTreePath.join(folder, path))
      case .elsewhere(let folder): return .elsewhere(FileTreePath.join(folder, path))
      }
    case "SOURCE_ROOT": return ProjectPath.resolve(path, from: project.directory)
    case "<absolute>": return .outside(path)
    case let place: return .elsewhere("$(\(place))/\(path)")
    }
  }
}
